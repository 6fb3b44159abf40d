import Motion
import TestSupport
import Testing

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
    switch Int.random(in: 0...3, using: &generator) {
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
