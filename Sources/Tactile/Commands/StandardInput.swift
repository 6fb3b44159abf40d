import ArgumentParser
import Controls
import Glibc
import PasswordForm
import Secrets

/// The standard input, from which commands read a password.
enum StandardInput {
  /// Reads a password up to the end of the input or, at a terminal, of the line.
  ///
  /// - Throws: The exit status 1, after writing the error to standard error.
  static func password() throws(ExitCode) -> SecureText {
    var password = SecureText()
    switch try read(into: &password) {
    case .inserted: return password
    case .rejected(let rejection):
      StandardError.print(EnglishStrings.shared.text(.rejected(rejection)))
      throw ExitCode(ExitStatus.failure)
    }
  }

  private static func read(
    into password: inout SecureText
  ) throws(ExitCode) -> SecureText.Insertion {
    guard var terminal = NoEchoTerminal(STDIN_FILENO) else {
      return try password.fill { buffer throws(ExitCode) in try readChunk(into: buffer) }
    }
    return try password.fill { buffer throws(ExitCode) in
      guard terminal.waitForInput() else { return 0 }
      let count = try readChunk(into: buffer)
      terminal.updateLineEnd(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  /// Reads the available input directly into the given memory, without an intermediate buffer.
  private static func readChunk(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExitCode) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      let code = errno
      if count >= 0 { return count }
      if code == EINTR { continue }
      StandardError.print(
        "cannot read the password from standard input: \(String(cString: strerror(code)))")
      throw ExitCode(ExitStatus.failure)
    }
  }
}
