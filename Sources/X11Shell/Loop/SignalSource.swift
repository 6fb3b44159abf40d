import CX11
import Glibc

/// A descriptor that receives SIGTERM, SIGINT and SIGHUP (`signalfd`). It also blocks SIGPIPE.
///
/// SIGPIPE ends a process that writes to a closed connection of the X server or session manager:
/// libxcb and libICE write to it as to a file. They treat the failed write as the end of the
/// connection, which is sufficient.
///
/// Create it before any thread starts: the signals are blocked in this thread and in those it
/// starts, until the process ends.
public struct SignalSource: ~Copyable {
  let descriptor: Int32

  /// Blocks the signals and creates the descriptor.
  ///
  /// - Throws: `noDescriptor` if the kernel cannot create the descriptor.
  public init() throws(X11Error) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    var blocked = signals
    sigaddset(&blocked, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard descriptor >= 0 else { throw .noDescriptor(call: "signalfd", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Removes all received signals. Their numbers make no difference.
  func clear() {
    var signal = signalfd_siginfo()
    while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 {}
  }
}
