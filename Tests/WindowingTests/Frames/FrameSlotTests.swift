import Motion
import Testing

@testable import Windowing

@Suite struct `Frame slot` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `has the number of its refresh, and is nil between two refreshes`() {
    var clock = FrameClock(interval: .milliseconds(10))
    _ = clock.beginFrame(at: start, for: .change(at: start))
    #expect(clock.assignedSlot == FrameSlot(source: .timer, refresh: 0))
    _ = clock.beginFrame(at: start + .milliseconds(4), for: .pendingUpdate)
    #expect(clock.assignedSlot == nil)
    _ = clock.beginFrame(at: start + .milliseconds(10), for: .change(at: start))
    #expect(clock.assignedSlot == FrameSlot(source: .timer, refresh: 1))
  }

  @Test func `has a presentation time only after a compositor has drawn the frame`() {
    var clock = FrameClock()
    let timings = FrameTimings(counter: 4, offset: .milliseconds(6), interval: nil)
    clock.setComposited(true)
    clock.compositor.recordSent(4, startedAt: start)
    #expect(clock.handleFrameTimings(timings) == nil)
    clock.handleFrameDrawn(4, at: start + .milliseconds(2), receivedAt: start + .milliseconds(3))
    #expect(clock.handleFrameTimings(timings) == start + .milliseconds(8))
    #expect(clock.handleFrameTimings(timings) == nil)
  }
}
