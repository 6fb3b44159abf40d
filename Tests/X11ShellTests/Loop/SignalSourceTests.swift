import Glibc
import ScreenDriver
import Testing

@testable import X11Shell

@Suite struct `Signal source` {
  @Test func `blocks SIGPIPE`() throws {
    let source = try SignalSource()
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&blocked, SIGPIPE) == 1)
    withExtendedLifetime(source) {}
  }
}
