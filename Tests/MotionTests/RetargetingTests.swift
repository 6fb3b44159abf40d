import TestSupport
import Testing

@testable import Motion

@Suite struct `Retargeted animation` {
  /// Returns whether two velocities are equal or adjacent numbers.
  private func areWithinOneUnit(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    a.indices.allSatisfy { a[$0] == b[$0] || a[$0].nextUp == b[$0] || a[$0].nextDown == b[$0] }
  }

  // A hundred times five hundred: springs, decays, values set and released by the user, and rubber
  // bands in random order.
  @Test(arguments: seeds(100))
  func `keeps its position to the last bit and its velocity to one unit in the last place`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var value = Animated(Point(0, 1), threshold: 0.5)
    var now = Instant(nanoseconds: Int64.random(in: 0...(1 << 50), using: &generator))
    for _ in 0..<500 {
      now = now + .microseconds(Int.random(in: 0...300_000, using: &generator))
      let before = (value.value(at: now), value.velocity(at: now))
      let after = startMotion(&value, at: now, &generator)
      let isContinuous =
        value.value(at: now) == after.position ?? before.0
        // A motion that would not exceed the threshold is at rest immediately.
        && (value.nextChange(after: now) == nil
          || areWithinOneUnit(
            value.velocity(at: now).components, (after.velocity ?? before.1).components))
      if !isContinuous { Issue.record("\(before) became \(value.value(at: now)) at \(now)") }
    }
  }

  /// Starts another motion, and returns its position and velocity if they differ from those of the
  /// value.
  private func startMotion(
    _ value: inout Animated<Point>, at now: Instant, _ generator: inout SeededGenerator
  ) -> (position: Point?, velocity: Point?) {
    let target = generator.point(within: 500)
    switch Int.random(in: 0...5, using: &generator) {
    case 0:
      value.coast(at: now, with: generator.flip() ? .normal : .fast)
      return (nil, nil)
    case 1:
      let velocity = generator.point(within: 3000)
      value.coast(at: now, with: .normal, velocity: velocity)
      return (nil, velocity)
    case 2:
      let (band, pull) = (RubberBand(maximumOffset: 300), generator.number(in: -900...900))
      let (start, velocity) = (Point(band.offset(pulledBy: pull), 3), generator.point(within: 900))
      value.set(start)
      let release = Point(velocity.components.x * band.rate(pulledBy: pull), velocity.components.y)
      value.animate(to: target, at: now, with: .spring(generator.spring()), velocity: release)
      return (start, release)
    case 3:
      let blend = Duration.milliseconds(Int.random(in: 0...400, using: &generator))
      value.animate(
        to: target, at: now, with: .spring(generator.spring(), blendDuration: blend))
      return (nil, nil)
    case 4:
      value.animate(to: target, at: now, with: .spring(generator.spring()).additive())
      return (nil, nil)
    default:
      value.animate(to: target, at: now, with: .spring(generator.spring()))
      return (nil, nil)
    }
  }

  @Test(arguments: seeds(200))
  func `returns the derivative of its position as its velocity for all kinds of motion`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var value = Animated(Point(0, 1), threshold: 1e-6)
    var now = Instant.zero
    for _ in 0..<8 {
      _ = startMotion(&value, at: now, &generator)
      now = now + .milliseconds(Int.random(in: 5...60, using: &generator))
      let (early, late) = (now - .microseconds(1), now + .microseconds(1))
      guard value.nextChange(after: late) != nil else { continue }
      let slope = (value.value(at: late).components - value.value(at: early).components) / 2e-6
      let error = slope - value.velocity(at: now).components
      #expect(abs(error.x) <= 0.05 && abs(error.y) <= 0.05)
    }
  }
}

@Suite struct `Additive animation` {
  private let quick = Spring(response: 0.2, dampingFraction: 0.6)
  private let slow = Spring(response: 0.7, dampingFraction: 0.9)

  @Test(arguments: seeds(100))
  func `equals a replacing animation if the springs are equal`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let spring = generator.spring()
    var merged = Animated(0.0, threshold: 1e-12)
    var added = merged
    var now = Instant.zero
    for _ in 0..<6 {
      let target = generator.number(in: -300...300)
      merged.animate(to: target, at: now, with: .spring(spring))
      added.animate(to: target, at: now, with: .spring(spring).additive())
      for _ in 0..<10 {
        now = now + .milliseconds(Int.random(in: 1...40, using: &generator))
        // A few units in the last place of the greatest number in the sum.
        #expect(abs(added.value(at: now) - merged.value(at: now)) <= 32 * Double(600).ulp)
        let difference = added.velocity(at: now) - merged.velocity(at: now)
        #expect(abs(difference) <= 32 * (600 * spring.angularFrequency).ulp)
      }
    }
  }

  @Test func `lets the older animation continue with its own spring`() {
    var value = Animated(0.0, threshold: 1e-9)
    value.animate(to: 100, at: .zero, with: .spring(slow))
    let older = value
    let retargetTime = instant(0.1)
    value.animate(to: 150, at: retargetTime, with: .spring(quick).additive())
    var newer = Animated(0.0, threshold: 1e-9)
    newer.animate(to: 50, at: retargetTime, with: .spring(quick))
    for step in 0...100 {
      let now = retargetTime + .milliseconds(step * 10)
      let sum = older.value(at: now) + newer.value(at: now)
      #expect(abs(value.value(at: now) - sum) <= 1e-12)
      let velocity = older.velocity(at: now) + newer.velocity(at: now)
      #expect(abs(value.velocity(at: now) - velocity) <= 1e-10)
    }
  }

  @Test func `ends at its target when the last motion is within its share of the threshold`() {
    var (value, alone) = (Animated(0.0, threshold: 0.5), Animated(0.0, threshold: 0.25))
    value.animate(to: 100, at: .zero, with: .spring(slow))
    alone.animate(to: 100, at: .zero, with: .spring(slow))
    value.animate(to: 101, at: instant(0.01), with: .spring(quick).additive())
    let end = settling(of: alone)
    #expect(settling(of: value) == end)
    #expect(value.value(at: end) == 101)
    #expect(abs(value.value(at: end - .nanoseconds(1)) - 101) <= 0.5)
  }

  @Test(arguments: [1, 2, 3, 7], [0, 30])
  func `ends within the threshold after any number of additions`(
    count: Int, milliseconds: Int
  ) {
    for animation in [Animation.spring(quick), .spring(slow), .decay(.fast)] {
      var value = Animated(0.0, threshold: 0.5)
      value.animate(to: 300, at: .zero, with: animation)
      for step in 1...count {
        let now = Instant.zero + .milliseconds(milliseconds * step)
        value.animate(to: 300 + 40 * Double(step), at: now, with: animation.additive())
      }
      let last = value.value(at: settling(of: value) - .nanoseconds(1))
      #expect(abs(last - value.target) <= 0.5)
    }
  }

  @Test func `equals any other animation without older animations`() {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 10, at: .zero, with: .spring(quick).additive())
    var plain = Animated(0.0, threshold: 0.5)
    plain.animate(to: 10, at: .zero, with: .spring(quick))
    #expect(value.value(at: instant(0.1)) == plain.value(at: instant(0.1)))
    value.animate(to: 500, at: instant(0.1), with: .spring(slow).additive())
    var late = Animated(10.0, threshold: 0.5)
    late.animate(to: 500, at: instant(0.1), with: .spring(slow))
    #expect(value.value(at: instant(0.6)) == late.value(at: instant(0.6)))
  }

  @Test func `moves during its own delay`() {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 100, at: .zero, with: .spring(quick))
    let older = value
    value.animate(
      to: 200, at: instant(0.05), with: .spring(quick).delay(.seconds(2)).additive())
    #expect(abs(value.value(at: instant(0.1)) - older.value(at: instant(0.1))) <= 1e-12)
    #expect(value.nextChange(after: instant(0.1)) == instant(0.1))
    #expect(value.nextChange(after: instant(1.5)) == instant(2.05))
    #expect(value.value(at: instant(1.5)) == 100)
    #expect(value.value(at: instant(9)) == 200)
  }

  @Test func `replaces an animation that repeats forever`() {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(
      to: 100, at: .zero, with: .linear(duration: .seconds(1)).repeatForever())
    value.animate(to: 0, at: instant(1.25), with: .spring(quick).additive())
    #expect(value.value(at: instant(1.25)) == 75)
    #expect(value.velocity(at: instant(1.25)) == -100)
    #expect(value.nextChange(after: instant(10)) == nil)
  }

  @Test func `continues from a NaN target when it gets a finite one`() {
    var value = Animated(Point(1, 2), threshold: 0.5)
    value.animate(to: Point(.nan, 20), at: .zero, with: .spring(quick))
    value.animate(to: Point(5, 20), at: instant(0.05), with: .spring(quick).additive())
    #expect(value.value(at: instant(0.06)).components.x == 5)
  }

  @Test func `keeps no motions that have ended`() {
    let spring = Animation.spring(response: 0.01, dampingFraction: 1).additive()
    let animations = [spring, spring.speed(2)]
    var value = Animated(0.0, threshold: 0.05)
    for step in 0..<5000 {
      value.animate(
        to: Double(step % 7), at: .zero + .milliseconds(step), with: animations[step % 2])
    }
    let residuals = value.stack?.residuals ?? []
    #expect((1...20).contains(residuals.count))
    #expect(residuals.contains { $0.timeline != nil })
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `starts with velocity 0 in components that are not finite`(number: Double) {
    var value = Animated(Point(0, 0), threshold: 0.5)
    value.animate(to: Point(100, 100), at: .zero, with: .spring(quick))
    value.animate(
      to: Point(50, 50), at: instant(0.05), with: .spring(slow).additive(),
      velocity: Point(number, 30))
    let velocity = value.velocity(at: instant(0.05)).components
    #expect(velocity.x == 0)
    #expect(isClose(velocity.y, 30, within: 1e-12))
  }

  private func settling(of value: Animated<Double>) -> Instant {
    var (moving, over) = (Instant.zero, instant(1000))
    while moving + .nanoseconds(1) < over {
      let middle = moving + moving.duration(to: over) / 2
      if value.nextChange(after: middle) == nil { over = middle } else { moving = middle }
    }
    return over
  }
}

@Suite struct `Blended spring` {
  private let old = Spring(response: 0.8, dampingFraction: 0.5)
  private let new = Spring(response: 0.2, dampingFraction: 1)
  private let blend = Duration.milliseconds(250)

  /// Returns a value that the old spring moves and that is retargeted to 40 at 0.1 s.
  private func retargeted(by animation: Animation) -> Animated<Double> {
    var value = Animated(0.0, threshold: 1e-6)
    value.animate(to: 100, at: .zero, with: .spring(old))
    value.animate(to: 40, at: instant(0.1), with: animation)
    return value
  }

  @Test func `begins like the old spring and ends like the new one`() {
    let value = retargeted(by: .spring(new, blendDuration: blend))
    let (a, b) = (retargeted(by: .spring(old)), retargeted(by: .spring(new)))
    for step in 0...50 {
      let now = instant(0.1) + .milliseconds(step * 10)
      let part = min(1, Double(step) / 25)
      let weight = part * part * part * (10 - 15 * part + 6 * part * part)
      let mixed = (1 - weight) * a.value(at: now) + weight * b.value(at: now)
      #expect(abs(value.value(at: now) - mixed) <= 1e-11)
    }
  }

  @Test(arguments: [100, 350])
  func `keeps the force continuous when the target does not change`(milliseconds: Int) {
    var value = Animated(0.0, threshold: 1e-6)
    value.animate(to: 100, at: .zero, with: .spring(old))
    value.animate(to: 100, at: instant(0.1), with: .spring(new, blendDuration: blend))
    let now = Instant.zero + .milliseconds(milliseconds)
    func force(_ moment: Instant) -> Double {
      let step = Duration.microseconds(1)
      return (value.velocity(at: moment + step) - value.velocity(at: moment)) / 1e-6
    }
    let before = milliseconds == 100 ? oldForce(at: now) : force(now - .microseconds(2))
    #expect(abs(force(now + .microseconds(1)) - before) <= 2)
  }

  /// Returns the force of the old spring alone: −2ζω₀v − ω₀²x.
  private func oldForce(at now: Instant) -> Double {
    var value = Animated(0.0, threshold: 1e-6)
    value.animate(to: 100, at: .zero, with: .spring(old))
    let displacement = value.value(at: now) - 100
    return -old.damping * value.velocity(at: now) - old.stiffness * displacement
  }

  @Test func `does not blend during the delay of the previous spring`() {
    var (value, fresh) = (Animated(0.0, threshold: 0.1), Animated(0.0, threshold: 0.1))
    value.animate(to: 300, at: .zero, with: .spring(old).delay(.seconds(1)))
    value.animate(to: 300, at: instant(0.5), with: .spring(new, blendDuration: blend))
    fresh.animate(to: 300, at: instant(0.5), with: .spring(new, blendDuration: blend))
    #expect(value.value(at: instant(0.58)) == fresh.value(at: instant(0.58)))
  }

  @Test func `blends from a spring that is repeated or was blended itself`() {
    var repeated = Animated(0.0, threshold: 0.1)
    repeated.animate(to: 300, at: .zero, with: .spring(old).repeatCount(3, autoreverses: false))
    var plain = Animated(0.0, threshold: 0.1)
    plain.animate(to: 300, at: .zero, with: .spring(old))
    for step in [0.1, 0.2] {
      let animation = Animation.spring(step < 0.15 ? new : old, blendDuration: blend)
      repeated.animate(to: 40, at: instant(step), with: animation)
      plain.animate(to: 40, at: instant(step), with: animation)
    }
    #expect(repeated.value(at: instant(0.3)) == plain.value(at: instant(0.3)))
    #expect(repeated.value(at: instant(0.3)) != 40)
  }

  @Test func `ends with its new spring, or with the blend if the old spring is slow`() {
    let slow = Spring(response: 5, dampingFraction: 1)
    var (value, alone) = (Animated(0.0, threshold: 0.5), Animated(0.0, threshold: 0.5))
    value.animate(to: 300, at: .zero, with: .spring(slow))
    alone = value
    value.animate(to: 40, at: instant(0.1), with: .spring(new, blendDuration: blend))
    alone.animate(to: 40, at: instant(0.1), with: .spring(new))
    #expect(value.nextChange(after: instant(0.1) + blend - .nanoseconds(1)) != nil)
    let end = [instant(0.1) + blend, instant(0.6)].max() ?? .zero
    #expect(alone.nextChange(after: end) == nil)
    #expect(value.nextChange(after: end) == nil)
  }

  @Test func `equals the new spring without a previous spring or without a blend duration`() {
    #expect(
      retargeted(by: .spring(new, blendDuration: .zero)).value(at: instant(0.2))
        == retargeted(by: .spring(new)).value(at: instant(0.2)))
    var (value, plain) = (Animated(0.0, threshold: 0.1), Animated(0.0, threshold: 0.1))
    value.animate(to: 1, at: .zero, with: .spring(new, blendDuration: blend))
    plain.animate(to: 1, at: .zero, with: .spring(new))
    #expect(value.value(at: instant(0.1)) == plain.value(at: instant(0.1)))
  }

  @Test(arguments: seeds(100))
  func `ends within the threshold`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: .spring(generator.spring()))
    let blend = Duration.milliseconds(Int.random(in: 1...2000, using: &generator))
    value.animate(
      to: generator.number(in: -300...300), at: instant(0.05),
      with: .spring(generator.spring(), blendDuration: blend))
    var frame = instant(0.05)
    while value.nextChange(after: frame) != nil { frame = frame + .milliseconds(1) }
    let last = frame - .milliseconds(1)
    let distance = abs(value.velocity(at: last)) / 999
    #expect(abs(value.value(at: last) - value.target) <= 0.5 + distance)
  }
}
