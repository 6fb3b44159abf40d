import Glibc
import Testing

@testable import Windowing

extension WakeSource {
  /// Waits until the source is signaled. Fails after two minutes.
  func waitForWake() throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(Glibc.poll(&poll, 1, 120_000) == 1, "the wake source was not signaled in time")
  }
}
