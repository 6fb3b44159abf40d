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
    for animation in [second.delay(endless), second.delay(endless).delay(endless)] {
      let value = moving(by: animation)
      #expect(value.nextChange(after: .zero) == .distantFuture)
      #expect(value.value(at: .distantFuture) >= 0)
    }
    #expect(moving(by: .linear(duration: endless)).value(at: instant(1)) > 0)
  }
}

@Suite struct `Animations` {
  @Test func `have the names and meanings of SwiftUI`() {
    let second = Duration.seconds(1)
    let curves: [(Animation, TimingCurve)] = [
      (.linear(duration: second), .linear), (.easeIn(duration: second), .easeIn),
      (.easeOut(duration: second), .easeOut), (.easeInOut(duration: second), .easeInOut),
      (.timingCurve(0.1, 0.2, 0.3, 0.4, duration: second), TimingCurve(0.1, 0.2, 0.3, 0.4)),
    ]
    for (animation, curve) in curves {
      #expect(animation == .timingCurve(curve, duration: second))
    }
    let springs: [(Animation, Spring)] = [
      (.spring(response: 0.3, dampingFraction: 0.7), Spring(response: 0.3, dampingFraction: 0.7)),
      (.spring(duration: 0.4, bounce: 0.2), Spring(duration: 0.4, bounce: 0.2)),
      (.smooth, Spring(duration: 0.5, bounce: 0)), (.snappy, Spring(duration: 0.5, bounce: 0.15)),
      (.bouncy, Spring(duration: 0.5, bounce: 0.3)),
    ]
    for (animation, spring) in springs { #expect(animation == .spring(spring)) }
  }
}
