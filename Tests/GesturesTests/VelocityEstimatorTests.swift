import Gestures
import Glibc
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A velocity estimator` {
  private static let rates = [60, 75, 120, 144, 240, 500, 1000]

  private func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  /// The velocity at the end of a third of a second of a motion, seen so many times a second.
  private func estimate(
    rate: Int, isRounded: Bool = false, _ place: (_ time: Double) -> Double
  ) -> Double {
    var estimator = VelocityEstimator()
    var time = 0.0
    for sample in 0...rate / 3 {
      time = Double(sample) / Double(rate)
      let x = isRounded ? place(time).rounded() : place(time)
      estimator.add(Point(x: x, y: -2 * x), at: instant(time))
    }
    let velocity = estimator.velocity(at: instant(time))
    #expect(abs(velocity.dy + 2 * velocity.dx) <= 1e-6 * abs(velocity.dx) + 1e-9)
    return velocity.dx
  }

  private func end(rate: Int) -> Double { Double(rate / 3) / Double(rate) }

  @Test(arguments: rates)
  func `sees a constant velocity as it is`(rate: Int) {
    #expect(abs(estimate(rate: rate) { 700 * $0 } - 700) <= 0.001)
  }

  @Test(arguments: rates)
  func `sees a constant velocity in whole pixels within 2 %`(rate: Int) {
    for velocity in [1500.0, 2345, 4000] {
      let seen = estimate(rate: rate, isRounded: true) { velocity * $0 }
      #expect(abs(seen - velocity) <= 0.02 * velocity, "\(velocity)")
    }
  }

  @Test(arguments: rates)
  func `sees a constant acceleration as it is`(rate: Int) {
    let seen = estimate(rate: rate) { 100 * $0 + 4000 * $0 * $0 }
    #expect(abs(seen - (100 + 8000 * end(rate: rate))) <= 0.01)
  }

  // Time constants from that of a scrolling list, 1/(1000·ln(1/0.998)) s, to a hand that brakes.
  @Test(arguments: rates, [0.5, 0.3])
  func `sees a velocity that decays within 2 %`(rate: Int, constant: Double) {
    let seen = estimate(rate: rate) { -3000 * constant * exp(-$0 / constant) }
    let velocity = 3000 * exp(-end(rate: rate) / constant)
    #expect(abs(seen - velocity) <= 0.02 * velocity)
  }

  @Test func `sees standstill exactly after a pause of 40 ms`() {
    var estimator = VelocityEstimator()
    for step in 0...10 { estimator.add(at(Double(step) * 10), at: milliseconds(step * 10)) }
    #expect(abs(estimator.velocity(at: milliseconds(139)).dx - 1000) <= 1e-6)
    #expect(estimator.velocity(at: milliseconds(140)) == .zero)
    #expect(estimator.velocity(at: .distantFuture) == .zero)
  }

  @Test func `forgets what was before a pause`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: milliseconds(0))
    estimator.add(at(500), at: milliseconds(10))
    estimator.add(at(500), at: milliseconds(60))
    #expect(estimator.velocity(at: milliseconds(60)) == .zero)
    estimator.add(at(510), at: milliseconds(70))
    #expect(abs(estimator.velocity(at: milliseconds(70)).dx - 1000) <= 1e-6)
  }

  @Test func `forgets what is older than 100 ms`() {
    var (whole, recent) = (VelocityEstimator(), VelocityEstimator())
    for step in 0...40 {
      let place = at(step < 20 ? -Double(step) : Double(step * step))
      whole.add(place, at: milliseconds(step * 10))
      if step >= 30 { recent.add(place, at: milliseconds(step * 10)) }
    }
    let now = milliseconds(400)
    #expect(whole.velocity(at: now) == recent.velocity(at: now))
  }

  @Test(arguments: 0..<50)
  func `loses nothing where samples come twice or out of order`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let samples = (0..<12).map { (place: at(Double($0 * $0)), time: milliseconds($0 * 8)) }
    var (ordered, shuffled) = (VelocityEstimator(), VelocityEstimator())
    for sample in samples { ordered.add(sample.place, at: sample.time) }
    for sample in (samples + samples).shuffled(using: &generator) {
      shuffled.add(sample.place, at: sample.time)
    }
    #expect(shuffled.velocity(at: milliseconds(90)) == ordered.velocity(at: milliseconds(90)))
  }

  @Test func `believes the last of several samples for an instant`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: milliseconds(0))
    estimator.add(at(99), at: milliseconds(10))
    estimator.add(at(10), at: milliseconds(10))
    #expect(abs(estimator.velocity(at: milliseconds(10)).dx - 1000) <= 1e-9)
  }

  @Test func `sees standstill where it saw nothing, or one place`() {
    var estimator = VelocityEstimator()
    #expect(estimator.velocity(at: .zero) == .zero)
    estimator.add(at(100), at: .zero)
    #expect(estimator.velocity(at: .zero) == .zero)
  }

  @Test func `is finite whatever it sees`() {
    let places: [Double] = [
      0, .nan, 1e308, -1e308, .infinity, -.infinity, .leastNonzeroMagnitude, .nan, 1e200, 5,
    ]
    var estimator = VelocityEstimator()
    for (step, place) in places.enumerated() {
      estimator.add(Point(x: place, y: -place), at: milliseconds(step))
      #expect(estimator.velocity(at: milliseconds(step)).length.isFinite)
    }
    estimator.add(at(0), at: .distantPast)
    estimator.add(at(0), at: .distantFuture)
    #expect(estimator.velocity(at: .distantFuture).length.isFinite)
  }
}
