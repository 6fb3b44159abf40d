import CX11
import Glibc

/// Receives SIGTERM, SIGINT and SIGHUP as something to read instead of an interruption
/// (`signalfd`), and SIGPIPE not at all.
///
/// That one ends a process that writes to a server or a session manager who has just gone: libxcb and
/// libICE write as to a file. They take the failed write as the end of the connection, which is all
/// that there is to know.
///
/// Make one before any thread starts: the signals are blocked in this thread and in those it
/// starts, and stay blocked until the process ends.
public struct SignalSource: ~Copyable {
  let descriptor: Int32

  /// - Throws: `noDescriptor` where the kernel gives none.
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

  deinit {
    close(descriptor)
  }

  /// Takes all signals that have come; which they were makes no difference.
  func clear() {
    var signal = signalfd_siginfo()
    while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 {}
  }
}
