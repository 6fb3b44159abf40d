import Motion
import TestSupport
import Testing

/// Returns a value that is animated from 0 to 1 from time 0 on.
private func moving(by animation: Animation) -> Animated<Double> {
  var value = Animated(0.0, threshold: 0.001)
  value.animate(to: 1, at: .zero, with: animation)
  return value
}

@Suite struct `Delayed animation` {
  private let second = Animation.linear(duration: .seconds(1))

  @Test func `B9 waits at the start and requests one wakeup`() {
    let value = moving(by: second.delay(.seconds(2)))
    for time in [0, 0.5, 1, 1.999999999] {
      #expect(value.value(at: instant(time)) == 0)
      #expect(value.velocity(at: instant(time)) == 0)
      #expect(value.nextChange(after: instant(time)) == instant(2))
    }
    #expect(value.nextChange(after: instant(2)) == instant(2))
    #expect(value.value(at: instant(2.5)) == 0.5)
    #expect(value.nextChange(after: instant(3)) == nil)
  }

  @Test func `adds up its delays and ignores negative ones`() {
    let value = moving(
      by: second.delay(.seconds(1)).delay(.seconds(-5)).delay(.milliseconds(500)))
    #expect(value.nextChange(after: .zero) == instant(1.5))
  }

  @Test func `B8 starts with its velocity only after the delay`() {
    let spring = Spring(response: 0.25, dampingFraction: 1)
    let value = moving(by: .spring(spring, relativeVelocity: 1).delay(.milliseconds(100)))
    #expect(value.velocity(at: instant(0.05)) == 0)
    #expect(value.velocity(at: instant(0.1)) == 1)
  }

  @Test func `does not trap when the delay exceeds the range of instants`() {
    let endless = Duration(attoseconds: .max)
    for animation in [second.delay(endless), second.repeatCount(2).delay(endless).delay(endless)] {
      let value = moving(by: animation)
      #expect(value.nextChange(after: .zero) == .distantFuture)
      #expect(value.value(at: .distantFuture) >= 0)
    }
    let forever = moving(by: second.delay(.seconds(7)).repeatForever())
    #expect(forever.nextChange(after: .distantFuture) != nil)
    #expect(moving(by: .linear(duration: endless)).value(at: instant(1)) > 0)
  }

  @Test func `reports no change that is beyond the range of instants`() {
    var value = Animated(0.0, threshold: 0.5)
    let waits = Animation.linear(duration: .zero).delay(Duration(attoseconds: .max))
    value.animate(to: 100, at: .distantPast, with: waits.repeatForever())
    #expect(value.nextChange(after: instant(5)) == nil)
  }
}

@Suite struct `Repeated animation` {
  private let second = Animation.timingCurve(.ease, duration: .seconds(1))

  @Test func `ends to the nanosecond after a billion repetitions`() {
    let value = moving(by: second.repeatCount(1_000_000_000, autoreverses: true))
    let end = Instant(nanoseconds: 1_000_000_000_000_000_000)
    let last = end - .nanoseconds(1)
    #expect(value.nextChange(after: last) == last)
    #expect(value.nextChange(after: end) == nil)
    #expect(value.value(at: end) == 0)
    #expect(value.target == 1)
  }

  // Compose's RepeatableAnimationTest: 100 ms, nine repetitions that reverse.
  @Test(arguments: [(101, 0.99), (200, 0), (880, 0.8), (900, 1), (901, 1)])
  func `matches Compose's repeatable animation`(milliseconds: Int, position: Double) {
    let value = moving(
      by: .linear(duration: .milliseconds(100)).repeatCount(9, autoreverses: true))
    let now = Instant.zero + .milliseconds(milliseconds)
    #expect(abs(value.value(at: now) - position) <= 1e-15)
  }

  @Test func `reverses the velocity when it runs backward`() {
    let value = moving(by: second.repeatForever())
    #expect(value.value(at: instant(1.25)) == value.value(at: instant(0.75)))
    #expect(value.velocity(at: instant(1.25)) == -value.velocity(at: instant(0.75)))
  }

  @Test func `repeats a spring with its settling time as the period`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    let settling = spring.settlingTime(
      from: Spring.State(displacement: -1, velocity: 0), threshold: 0.001)
    let value = moving(by: .spring(spring).repeatCount(2, autoreverses: true))
    #expect(value.nextChange(after: instant(2 * settling - 1e-6)) != nil)
    #expect(value.nextChange(after: instant(2 * settling + 1e-6)) == nil)
    let (out, back) = (
      value.value(at: instant(0.25 * settling)), value.value(at: instant(1.75 * settling))
    )
    #expect(abs(out - back) <= 1e-7)
  }

  @Test func `runs at least once and jumps to its target if it has no duration`() {
    #expect(moving(by: second.repeatCount(0)).nextChange(after: instant(1)) == nil)
    #expect(moving(by: second.repeatCount(.min)).value(at: instant(0.5)) > 0)
    let instantly = Animation.linear(duration: .zero)
    for animation in [instantly, instantly.repeatCount(5), instantly.repeatForever()] {
      #expect(moving(by: animation).value(at: .zero) == 1)
      #expect(moving(by: animation).nextChange(after: .zero) == nil)
    }
  }
}

@Suite struct `Caret blink animation` {
  private let fade = Duration.seconds(8) / 60
  private var animation: Animation {
    Animation.linear(duration: fade).delay(.milliseconds(400)).repeatForever()
  }

  @Test func `T5 is visible for 0.4 s, fades for 8/60 s, is hidden for 0.4 s and fades back`() {
    let value = moving(by: animation)
    #expect(value.value(at: instant(0.4)) == 0)
    #expect(abs(value.value(at: instant(0.4 + 4.0 / 60)) - 0.5) <= 1e-7)
    #expect(value.value(at: instant(0.6)) == 1)
    #expect(abs(value.value(at: instant(0.9 + 6.0 / 60)) - 0.5) <= 1e-7)
    #expect(value.value(at: instant(1.2)) == 0)
  }

  @Test func `T5 requests one wakeup while it does not change`() {
    let value = moving(by: animation)
    #expect(value.nextChange(after: .zero) == instant(0.4))
    let hidden = Instant(nanoseconds: 533_333_333)
    #expect(value.nextChange(after: hidden) == hidden + .milliseconds(400))
    #expect(value.nextChange(after: instant(0.45)) == instant(0.45))
  }
}
