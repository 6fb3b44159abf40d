import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A scroller that a finger has let go` {
  private static func make(reducesMotion: Bool = false) -> Scroller {
    var scroller = Scroller(
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    scroller.resize(content: 20_000, visible: 600)
    return scroller
  }

  /// Moves as a finger does, 8 ms a step, and lifts it.
  ///
  /// - Returns: When it was lifted.
  private static func fling(
    _ scroller: inout Scroller, notches: Double, steps: Int = 12, from start: Instant = .zero
  ) -> Instant {
    var now = start
    for _ in 0..<steps {
      scroller.scroll(notches: notches, at: now)
      now = now + .milliseconds(8)
    }
    scroller.scroll(notches: 0, at: now)
    return now
  }

  @Test func `W1 coasts by the law of decay, from where it was and as fast`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: 0.25)
    // 14 px in 8 ms; UIScrollView's rate of 0.998 a millisecond.
    let (start, speed) = (12 * 14.0, 1750.0)
    var (passed, part) = (0.0, 1.0)
    for time in 1...2000 {
      part *= 0.998
      passed += speed / 1000 * part
      guard time.isMultiple(of: 50) else { continue }
      let seen = scroller.offset(at: released + .milliseconds(time))
      #expect(abs(seen - start - passed) <= 3, "after \(time) ms at \(seen)")
    }
    #expect(abs(scroller.target - start - speed * 0.499) <= 4)
    #expect(scroller.nextChange(after: released + .seconds(10)) == nil)
  }

  @Test func `W1 stays where the finger left it, if that was slow or stood still`() {
    var slow = Self.make()
    let released = Self.fling(&slow, notches: 0.005)
    #expect(slow.nextChange(after: released) == nil)
    var held = Self.make()
    held.scroll(notches: 0.5, at: .zero)
    held.scroll(notches: 0.5, at: .zero + .milliseconds(8))
    held.scroll(notches: 0, at: .zero + .milliseconds(300))
    #expect(held.nextChange(after: .zero + .milliseconds(300)) == nil)
    #expect(held.offset(at: .zero + .seconds(1)) == 56)
  }

  @Test func `W2 stays where the finger left it for who wants less motion`() {
    var scroller = Self.make(reducesMotion: true)
    let released = Self.fling(&scroller, notches: 0.25)
    #expect(scroller.nextChange(after: released) == nil)
    #expect(scroller.offset(at: released + .seconds(1)) == 168)
  }

  @Test func `W1 is caught by the next touch, where it is`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: 0.25)
    let caught = released + .milliseconds(200)
    let place = scroller.offset(at: caught)
    scroller.scroll(notches: 0.125, at: caught)
    #expect(scroller.offset(at: caught) == place + 7)
    #expect(scroller.nextChange(after: caught) == nil)
    #expect(scroller.offset(at: caught + .seconds(1)) == place + 7)
  }

  @Test func `W1 stops at the ends`() {
    var scroller = Self.make()
    let released = Self.fling(&scroller, notches: -0.25)
    #expect(scroller.offset(at: released + .milliseconds(100)) == 0)
    #expect(scroller.nextChange(after: released) == nil)
  }

  @Test func `W1 goes on with what is seen when content above becomes higher`() {
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
    resting.scroll(.toBottom, at: .zero)
    resting.resize(
      content: 20_040, visible: 600, growth: (now: 40, atRest: 40), at: .zero + .seconds(60))
    #expect(resting.nextChange(after: .zero + .seconds(60)) == nil)
  }
}
