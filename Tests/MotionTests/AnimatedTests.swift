import Motion
import TestSupport
import Testing

private func anyAnimation(_ generator: inout SeededGenerator) -> Animation {
  let spring = Spring(
    response: Double.random(in: 0.05...1, using: &generator),
    dampingFraction: Double.random(in: 0.2...1.5, using: &generator))
  let curve = [TimingCurve.linear, .ease, .easeInOut].randomElement(using: &generator) ?? .linear
  return [
    .spring(spring), .spring(spring, relativeVelocity: 2), .spring(spring),
    .timingCurve(curve, duration: .milliseconds(Int.random(in: 1...900, using: &generator))),
  ].randomElement(using: &generator) ?? .spring(spring)
}

@Suite struct `Animated value` {
  private let spring = Animation.spring(response: 0.25, dampingFraction: 0.59)

  @Test func `is at rest at the value that was set`() {
    var value = Animated(3.0, threshold: 0.5)
    #expect(value.value(at: .zero) == 3)
    #expect(value.velocity(at: .zero) == 0)
    #expect(value.nextChange(after: .distantPast) == nil)
    value.animate(to: 10, at: .zero, with: spring)
    value.set(4)
    #expect(value.value(at: instant(0.1)) == 4)
    #expect(value.target == 4)
    #expect(value.nextChange(after: .zero) == nil)
  }

  @Test(arguments: seeds(200))
  func `jumps exactly to its target from within the threshold`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let target = Point(
      Double.random(in: -500...500, using: &generator),
      Double.random(in: -500...500, using: &generator))
    var value = Animated(Point(0.1, 0.2), threshold: 0.5)
    value.animate(to: target, at: .zero, with: anyAnimation(&generator), velocity: Point(900, -900))
    // Finds the end by bisection.
    var (moving, over) = (Instant.zero, instant(Spring.maximumSettlingTime + 1))
    while moving + .nanoseconds(1) < over {
      let middle = moving + moving.duration(to: over) / 2
      if value.nextChange(after: middle) == nil { over = middle } else { moving = middle }
    }
    let last = value.value(at: moving).components - target.components
    // A nanosecond before the end it may still be slightly beyond the threshold.
    #expect(abs(last.x) <= 0.50001 && abs(last.y) <= 0.50001)
    #expect(value.value(at: over) == target)
    #expect(value.velocity(at: over) == Point(0, 0))
    #expect(value.value(at: .distantFuture) == target)
  }

  @Test func `B3 moves for 23 frames and is at rest in the 24th over 300 px with half a pixel`() {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: spring)
    let frames = (0...60).map { instant(Double($0) / 60) }
    #expect(frames.filter { value.nextChange(after: $0) != nil }.count == 24)
    #expect(value.value(at: frames[23]) != 300)
    #expect(value.value(at: frames[24]) == 300)
  }

  @Test func `B8 starts with the velocity that the spring defines`() {
    var value = Animated(0.0, threshold: 0.5)
    let spring = Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)
    value.animate(
      to: 300, at: .zero, with: .spring(spring, relativeVelocity: 1), velocity: -9000)
    #expect(value.velocity(at: .zero) == 300)
    #expect(isClose(value.value(at: instant(0.1)), 300 * 0.88469252449056238))
  }

  @Test func `moves out and back when it has a velocity but no distance`() {
    var value = Animated(7.0, threshold: 0.5)
    value.animate(to: 7, at: .zero, with: spring, velocity: 1000)
    #expect(value.value(at: instant(0.02)) > 20)
    #expect(value.nextChange(after: instant(0.02)) == instant(0.02))
    #expect(value.value(at: instant(1)) == 7)
  }

  @Test func `requests no wakeup when it is animated to its rest position`() {
    var value = Animated(7.0, threshold: 0.5)
    let timing = Animation.timingCurve(.ease, duration: .seconds(1)).delay(.seconds(1))
    for animation in [spring, timing] {
      value.animate(to: 7, at: .zero, with: animation)
      #expect(value.nextChange(after: .zero) == nil)
      #expect(value.value(at: instant(0.5)) == 7)
    }
  }

  @Test func `follows its timing curve`() {
    var value = Animated(10.0, threshold: 0.5)
    value.animate(to: 20, at: instant(5), with: .timingCurve(.ease, duration: .seconds(2)))
    #expect(value.value(at: instant(4)) == 10)
    #expect(value.nextChange(after: instant(4)) == instant(5))
    #expect(isClose(value.value(at: instant(6)), 10 + 10 * 0.802403387584857))
    #expect(value.value(at: instant(7)) == 20)
    #expect(value.nextChange(after: instant(7)) == nil)
  }

  @Test func `has a finite velocity on an extremely steep curve`() {
    var value = Animated(0.0, threshold: 0.5)
    let steep = TimingCurve(1e-9, 1e6, 1, 1)
    value.animate(to: 1e289, at: .zero, with: .timingCurve(steep, duration: .nanoseconds(2)))
    #expect(value.velocity(at: .zero).isFinite)
    #expect(value.velocity(at: .zero + .nanoseconds(1)).isFinite)
  }

  @Test(arguments: [1e289, -1e289, 1e300])
  func `does not coast when the distance exceeds the range of numbers`(velocity: Double) {
    var value = Animated(7.0, threshold: 0.5)
    value.coast(at: .zero, with: Decay(decelerationRate: 0.999999), velocity: velocity)
    #expect(value.value(at: instant(1)) == 7 && value.target == 7)
    #expect(value.velocity(at: .zero) == 0)
    #expect(value.nextChange(after: .zero) == nil)
  }

  @Test func `ends within the threshold of the new animation`() {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: .spring(response: 0.5, dampingFraction: 1))
    let brisk = Animation.spring(response: 0.25, dampingFraction: 1)
    var coarse = value
    value.animate(to: 0, at: instant(0.1), with: brisk, threshold: 1e-3)
    coarse.animate(to: 0, at: instant(0.1), with: brisk)
    let end =
      (0..<1000).map { instant(0.1 + Double($0) / 500) }
      .first { coarse.nextChange(after: $0) == nil } ?? .zero
    #expect(value.nextChange(after: end) == end)
    #expect(abs(value.value(at: end)) <= 0.5)
  }

  @Test func `continues from a NaN target when it gets a finite one`() {
    var value = Animated(Point(1, 2), threshold: 0.5)
    value.animate(to: Point(.nan, 20), at: .zero, with: spring)
    #expect(value.value(at: instant(0.05)).components.y > 2)
    value.animate(to: Point(5, 20), at: instant(0.05), with: spring)
    #expect(value.value(at: instant(0.06)).components.x == 5)
    #expect(value.value(at: instant(0.06)).components.y < 20)
  }

}
