import Motion
import Testing

@testable import X11Shell

@Suite struct `The turn of a frame` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `has the refresh's number, and there is none between two`() {
    var clock = FrameClock(interval: .milliseconds(10))
    _ = clock.beginFrame(at: start, for: .change(at: start))
    #expect(clock.turnTaken == FrameTurn(source: .timer, refresh: 0))
    _ = clock.beginFrame(at: start + .milliseconds(4), for: .news)
    #expect(clock.turnTaken == nil)
    _ = clock.beginFrame(at: start + .milliseconds(10), for: .change(at: start))
    #expect(clock.turnTaken == FrameTurn(source: .timer, refresh: 1))
  }

  @Test func `is told to have been seen by a compositor alone`() {
    var clock = FrameClock()
    let timings = FrameTimings(counter: 4, offset: .milliseconds(6), interval: nil)
    clock.setComposited(true)
    clock.compositor.send(4, begunAt: start)
    #expect(clock.hearTimings(timings) == nil)
    clock.hearDrawn(4, at: start + .milliseconds(2), toldAt: start + .milliseconds(3))
    #expect(clock.hearTimings(timings) == start + .milliseconds(8))
    #expect(clock.hearTimings(timings) == nil)
  }
}
