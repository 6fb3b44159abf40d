import Glibc

/// Where the program says what went wrong.
enum StandardError {
  /// Writes one line, with the program's name before it. Where nobody can read it, it is lost.
  static func print(_ line: String) {
    let bytes = Array("tactile: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
