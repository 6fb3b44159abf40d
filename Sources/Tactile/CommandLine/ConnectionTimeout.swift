import Glibc
import Windowing

/// The limit of the time in which the X server must accept a connection.
///
/// Xlib waits without a limit for a server that does not answer, and for a reply that it had no memory to read. In that
/// time, signals to end the process wait for the event loop.
enum ConnectionTimeout {
  private static let seconds: UInt32 = 20

  /// Connects to the server. If that takes too long, ends the process with a message and `ExitStatus.noDisplay`.
  static func limit<Value>(_ connect: () throws(WindowingError) -> Value) throws(WindowingError) -> Value {
    let handler = signal(SIGALRM) { _ in ConnectionTimeout.endProcess() }
    let remaining = alarm(seconds)
    defer {
      // The program that has started this one may have set a limit of its own.
      alarm(remaining)
      signal(SIGALRM, handler)
    }
    return try connect()
  }

  /// Ends the process in a signal handler, so it allocates nothing.
  private static func endProcess() -> Never {
    let message: StaticString = "tactile: the X server does not answer\n"
    write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(ExitStatus.noDisplay)
  }
}
