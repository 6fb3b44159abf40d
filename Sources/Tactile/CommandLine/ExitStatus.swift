import Glibc
import Scene
import System

/// The exit statuses of the program.
enum ExitStatus {
  static let success: Int32 = 0
  /// An error that the user cannot fix on the command line.
  static let failure: Int32 = 1
  /// The command line is invalid.
  static let usage: Int32 = 2
  /// No X display is available.
  static let noDisplay: Int32 = 3
  /// The connection to the X server was lost.
  static let displayLost: Int32 = 4

  /// Ends the process after the loss of the connection to the X server, without exit handlers.
  static func exitAfterLoss() -> Never {
    StandardError.print("the connection to the X server was lost")
    _exit(displayLost)
  }

  /// A dialog was not answered in time.
  static let timedOut: Int32 = 5
  /// The agent of polkit cannot register: without a login session, without polkit on a system bus, or beside another agent.
  static let noSession: Int32 = 6
  static let noBus: Int32 = 7
  static let otherAgent: Int32 = 8

  /// The lines of the help about the exit statuses of all commands with a window.
  static let windowHelp = "  3  No display.\n  4  The connection to the X server was lost."
  /// The lines of the help about the exit statuses of most dialogs.
  static let dialogHelp =
    "  2  A usage error: an invalid option.\n\(windowHelp)\n  5  The dialog was not answered in time."
}

/// The output of commands without a window.
enum StandardOutput {
  /// Writes text and a line feed. If that fails, ends the process.
  static func print(_ text: String) {
    do throws(FileError) {
      try Output.write("\(text)\n", to: STDOUT_FILENO)
    } catch {
      // A reader that has closed the pipe does not need the text.
      if error.errno != EPIPE {
        StandardError.print("cannot write to standard output: \(error.reason)")
      }
      exit(ExitStatus.failure)
    }
  }
}

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
