import Glibc
import Testing

@testable import X11Shell

extension WakeSource {
  /// Waits, for as long as a test may take, until it was called.
  func waitForWake() throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(Glibc.poll(&poll, 1, 30_000) == 1, "nobody woke it")
  }
}
