import ArgumentParser
import Glibc
import Secrets

/// Where commands have a password from.
enum StandardInput {
  /// Reads a password, to the end of the input or, at a terminal, of the line.
  ///
  /// - Throws: The exit status 1, once it was said on standard error what is wrong.
  static func password() throws(ExitCode) -> SecureText {
    var password = SecureText()
    switch try read(into: &password) {
    case .inserted: return password
    case .refused(let refusal):
      StandardError.print(refusal.message)
      throw ExitCode(ExitStatus.failure)
    }
  }

  private static func read(
    into password: inout SecureText
  ) throws(ExitCode) -> SecureText.Insertion {
    guard var terminal = HidingTerminal(STDIN_FILENO) else {
      return try password.fill { room throws(ExitCode) in try readPiece(into: room) }
    }
    return try password.fill { room throws(ExitCode) in
      guard terminal.waitForInput() else { return 0 }
      let count = try readPiece(into: room)
      terminal.noteEnd(of: UnsafeRawBufferPointer(rebasing: room[..<count]))
      return count
    }
  }

  /// Reads what there is, without any buffer but that memory.
  private static func readPiece(
    into room: UnsafeMutableRawBufferPointer
  ) throws(ExitCode) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, room.baseAddress, room.count)
      let code = errno
      if count >= 0 { return count }
      if code == EINTR { continue }
      StandardError.print("cannot read a password: \(String(cString: strerror(code))).")
      throw ExitCode(ExitStatus.failure)
    }
  }
}
