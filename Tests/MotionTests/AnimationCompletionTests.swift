import Motion
import TestSupport
import Testing

private let spring = Spring(response: 0.25, dampingFraction: 0.59)
private let second = Animation.linear(duration: .seconds(1))

/// Returns an observed value that is animated from 0 to 300 from time 0 on.
private func observed(_ animation: Animation) -> Animated<Double> {
  var value = Animated(0.0, threshold: 0.5)
  value.animate(to: 300, at: .zero, with: animation)
  value.observeCompletion()
  return value
}

@Suite struct `Animation completion` {
  @Test func `is reported after the response of a spring and when the spring has settled`() {
    var value = observed(.spring(spring))
    #expect(value.completions(until: instant(0.249999999)) == [])
    #expect(value.completions(until: instant(0.25)) == [.logicallyComplete])
    #expect(value.completions(until: instant(0.39)) == [])
    #expect(value.completions(until: instant(0.4)) == [.removed])
    #expect(value.completions(until: instant(9)) == [])
  }

  @Test(
    arguments: [
      (second, 1), (second.delay(.seconds(2)), 3), (second.speed(0.5), 2),
      (second.delay(.seconds(1)).repeatCount(3), 6),
    ] as [(Animation, Double)])
  func `is reported at the end of a curve, including delays and repetitions`(
    animation: Animation, end: Double
  ) {
    var value = observed(animation)
    #expect(value.completions(until: instant(end) - .nanoseconds(1)) == [])
    #expect(value.completions(until: instant(end)) == [.logicallyComplete, .removed])
  }

  @Test func `is adjusted for delay, speed and repetitions of a spring`() {
    let settling = Int64(
      (spring.settlingTime(from: .init(displacement: -300, velocity: 0), threshold: 0.5) * 1e9)
        .rounded(.up))
    var value = observed(.spring(spring).delay(.seconds(1)).speed(0.5).repeatCount(3))
    // Two repetitions of (1 s + settling) at half speed, then a delay and a response.
    let logical = Instant(nanoseconds: 3 * 2_000_000_000 + 4 * settling + 500_000_000)
    #expect(value.completions(until: logical - .nanoseconds(1)) == [])
    #expect(value.completions(until: logical) == [.logicallyComplete])
    #expect(value.completions(until: instant(20)) == [.removed])
  }

  @Test func `is reported as an interruption when another animation replaces it`() {
    var value = observed(.spring(spring))
    value.animate(to: 0, at: instant(0.3), with: second)
    #expect(value.completions(until: instant(0.31)) == [.logicallyComplete, .interrupted])
    #expect(value.completions(until: instant(9)) == [])
    for time in [nil, instant(0.1)] {
      var value = observed(.spring(spring))
      value.set(7, at: time)
      #expect(value.completions(until: instant(9)) == [.interrupted])
    }
  }

  @Test func `is reported as an end when another animation starts after it`() {
    var value = observed(second)
    value.set(7, at: instant(1))
    #expect(value.completions(until: instant(1)) == [.logicallyComplete, .removed])
    var other = observed(second)
    other.animate(to: 8, at: instant(5), with: second)
    other.observeCompletion()
    other.coast(at: instant(5.5), with: .normal)
    #expect(other.completions(until: instant(6)) == [.logicallyComplete, .removed, .interrupted])
  }

  @Test func `is reported immediately without motion`() {
    var value = Animated(3.0, threshold: 0.5)
    value.animate(to: 4, at: .zero, with: nil)
    value.observeCompletion()
    #expect(value.completions(until: .zero) == [.logicallyComplete, .removed])
  }

  @Test func `is never reported for an infinite repetition`() {
    var value = observed(second.repeatForever())
    #expect(value.completions(until: .distantFuture) == [])
    value.animate(to: 0, at: instant(2.5), with: second)
    #expect(value.completions(until: .distantFuture) == [.interrupted])
  }

  @Test func `waits for the animations to which an additive animation was added`() {
    let slow = Animation.spring(response: 1, dampingFraction: 1)
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: slow)
    // With two motions, each continues until it is within half the threshold.
    var alone = Animated(0.0, threshold: 0.25)
    alone.animate(to: 300, at: .zero, with: slow)
    alone.observeCompletion()
    value.animate(to: 301, at: instant(0.1), with: .spring(spring).additive())
    value.observeCompletion()
    #expect(value.completions(until: instant(0.35)) == [.logicallyComplete])
    let frames = (22...300).map { instant(Double($0) / 60) }
    let end = frames.first { !value.completions(until: $0).isEmpty }
    #expect(end == frames.first { alone.completions(until: $0).contains(.removed) })
  }
}

@Suite struct `Skipped animation` {
  @Test(arguments: 1...6)
  func `is at the rest position after all repetitions, including delays`(count: Int) {
    var value = observed(second.delay(.seconds(5)).repeatCount(count).delay(.seconds(9)))
    value.skip(at: instant(2))
    #expect(value.value(at: instant(2)) == (count.isMultiple(of: 2) ? 0 : 300))
    #expect(value.velocity(at: instant(2)) == 0)
    #expect(value.nextChange(after: instant(2)) == nil)
    #expect(value.completions(until: instant(2)) == [.logicallyComplete, .removed])
  }

  @Test func `is at its target when it repeats forever`() {
    var value = observed(second.repeatForever())
    value.skip(at: instant(7.5))
    #expect(value.value(at: instant(7.5)) == 300)
    #expect(value.nextChange(after: .distantFuture) == nil)
    #expect(value.completions(until: instant(8)) == [.logicallyComplete, .removed])
  }

  @Test func `also skips the animations to which it was added`() {
    var value = observed(.spring(spring))
    value.animate(to: 400, at: instant(0.1), with: .spring(spring).additive())
    value.skip(at: instant(0.15))
    #expect(value.value(at: instant(0.15)) == 400)
    #expect(value.nextChange(after: instant(0.15)) == nil)
  }

  @Test func `does not change earlier instants and is not skipped again after its end`() {
    var value = observed(second)
    value.skip(at: instant(0.5))
    #expect(value.value(at: instant(0.25)) == 75)
    var ended = observed(second)
    ended.skip(at: instant(3))
    #expect(ended.completions(until: instant(1)) == [.logicallyComplete, .removed])
  }
}
