import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Scroll momentum` {
  private static func make(reducesMotion: Bool = false) -> ScrollController {
    var scroller = ScrollController(
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    scroller.resize(content: 20_000, visible: 600)
    return scroller
  }

  /// Scrolls like a finger in steps of 8 ms and lifts it.
  ///
  /// - Returns: The instant at which the finger is lifted.
  private static func fling(
    _ scroller: inout ScrollController, notches: Double, steps: Int = 12, from start: Instant = .zero
  ) -> Instant {
    var now = start
    for _ in 0..<steps {
      scroller.scroll(notches: notches, at: now)
      now = now + .milliseconds(8)
    }
    scroller.scroll(notches: 0, at: now)
    return now
  }

  @Test func `W1 decelerates exponentially from the current offset and velocity`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: 0.25)
    // 14 px in 8 ms, with UIScrollView's deceleration rate of 0.998 per millisecond.
    let (start, speed) = (12 * 14.0, 1750.0)
    var (passed, part) = (0.0, 1.0)
    for time in 1...2000 {
      part *= 0.998
      passed += speed / 1000 * part
      guard time.isMultiple(of: 50) else { continue }
      let offset = scroller.offset(at: released + .milliseconds(time))
      #expect(abs(offset - start - passed) <= 3, "after \(time) ms at \(offset)")
    }
    #expect(abs(scroller.target - start - speed * 0.499) <= 4)
    #expect(scroller.nextChange(after: released + .seconds(10)) == nil)
  }

  @Test func `W1 does not start if the finger is slow or pauses before it is lifted`() {
    var slow = Self.make()
    let released = Self.fling(&slow, notches: 0.005)
    #expect(slow.nextChange(after: released) == nil)
    var paused = Self.make()
    paused.scroll(notches: 0.5, at: .zero)
    paused.scroll(notches: 0.5, at: .zero + .milliseconds(8))
    paused.scroll(notches: 0, at: .zero + .milliseconds(300))
    #expect(paused.nextChange(after: .zero + .milliseconds(300)) == nil)
    #expect(paused.offset(at: .zero + .seconds(1)) == 56)
  }

  @Test func `W1 starts with the velocity of the finger when content above grows during the touch`() {
    var (scroller, other) = (Self.make(), Self.make())
    let released = Self.fling(&other, notches: 0.25)
    for step in 1...12 {
      let now = Instant.zero + .milliseconds(8 * step - 8)
      scroller.scroll(notches: 0.25, at: now)
      scroller.resize(
        content: 20_000 + 40 * Double(step), visible: 600, growth: (now: 40, atRest: 40), at: now)
    }
    scroller.scroll(notches: 0, at: released)
    let differences = stride(from: 0, through: 3000, by: 50).map {
      scroller.offset(at: released + .milliseconds($0)) - other.offset(at: released + .milliseconds($0))
    }
    #expect(differences.allSatisfy { abs($0 - 12 * 40) <= 1 })
  }

  @Test func `W2 does not start with reduced motion`() {
    var scroller = Self.make(reducesMotion: true)
    let released = Self.fling(&scroller, notches: 0.25)
    #expect(scroller.nextChange(after: released) == nil)
    #expect(scroller.offset(at: released + .seconds(1)) == 168)
  }

  @Test func `W1 stops at the current offset on the next touch`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: 0.25)
    let caught = released + .milliseconds(200)
    let offset = scroller.offset(at: caught)
    scroller.scroll(notches: 0.125, at: caught)
    #expect(scroller.offset(at: caught) == offset + 7)
    #expect(scroller.nextChange(after: caught) == nil)
    #expect(scroller.offset(at: caught + .seconds(1)) == offset + 7)
  }

  @Test func `W1 stops at the limits of the content`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: -0.25)
    #expect(scroller.offset(at: released + .milliseconds(100)) == 0)
    #expect(scroller.nextChange(after: released) == nil)
  }

  @Test func `W1 continues with the same visible content when content above grows`() {
    var (scroller, other) = (Self.make(), Self.make())
    let released = Self.fling(&scroller, notches: 0.25)
    _ = Self.fling(&other, notches: 0.25)
    let later = released + .milliseconds(150)
    scroller.resize(content: 20_300, visible: 600, growth: (now: 300, atRest: 300), at: later)
    for time in stride(from: 150, through: 3000, by: 50) {
      let now = released + .milliseconds(time)
      #expect(abs(scroller.offset(at: now) - other.offset(at: now) - 300) <= 1)
    }
    var resting = Self.make()
    resting.scroll(by: .end, at: .zero)
    resting.resize(
      content: 20_040, visible: 600, growth: (now: 40, atRest: 40), at: .zero + .seconds(60))
    #expect(resting.nextChange(after: .zero + .seconds(60)) == nil)
  }
}
