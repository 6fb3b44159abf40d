import Glibc
import ScreenDriver
import Testing

@testable import X11Shell

@Suite struct `A source of signals` {
  @Test func `lets no broken pipe end the process`() throws {
    let source = try SignalSource()
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&blocked, SIGPIPE) == 1)
    withExtendedLifetime(source) {}
  }
}
