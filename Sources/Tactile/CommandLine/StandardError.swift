import Controls
import Glibc
import Scene
import System

/// The output of error messages and warnings.
enum StandardError {
  /// Writes one line, prefixed with the program's name. Ignores write errors.
  ///
  /// - Parameter line: The message. It may quote a file or an argument: characters that change the
  ///   text direction or control the terminal are replaced.
  static func print(_ line: String) { put("tactile: \(DisplaySanitizer.sanitized(line))\n") }

  /// Writes text unchanged. What a full pipe that does not block has no space for is lost: nothing waits for its reader.
  static func put(_ text: String) { try? Output.write(text, to: STDERR_FILENO, waiting: false) }
}
