import Controls
import Glibc

/// Where the program says what went wrong.
enum StandardError {
  /// Writes one line, with the program's name before it. Where nobody can read it, it is lost.
  ///
  /// - Parameter line: May quote a file or an argument: of what would turn the line or control the
  ///   terminal, a stand-in is written.
  static func print(_ line: String) { put("tactile: \(DisplayText.displayed(line))\n") }

  /// Writes text as it is.
  static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
