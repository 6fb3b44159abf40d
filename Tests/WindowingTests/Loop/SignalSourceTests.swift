import Glibc
import ScreenDriver
import Testing

@testable import Windowing

@Suite struct `Signal source` {
  @Test func `blocks SIGPIPE`() throws {
    // An earlier test may have left the signal blocked on this thread.
    var sigpipe = sigset_t()
    sigemptyset(&sigpipe)
    sigaddset(&sigpipe, SIGPIPE)
    var previous = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &sigpipe, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let source = try SignalSource()
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&blocked, SIGPIPE) == 1)
    withExtendedLifetime(source) {}
  }
}
