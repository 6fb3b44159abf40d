import Gestures
import Glibc
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Velocity estimator` {
  private static let rates = [60, 75, 120, 144, 240, 500, 1000]

  private func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64((seconds * 1e9).rounded()))
  }

  /// Returns the velocity at the end of a motion of a third of a second with `rate` samples per
  /// second.
  private func estimate(
    rate: Int, isRounded: Bool = false, _ position: (_ time: Double) -> Double
  ) -> Double {
    var estimator = VelocityEstimator()
    var time = 0.0
    for sample in 0...rate / 3 {
      time = Double(sample) / Double(rate)
      let x = isRounded ? position(time).rounded() : position(time)
      estimator.add(Point(x: x, y: -2 * x), at: instant(time))
    }
    let velocity = estimator.velocity(at: instant(time))
    #expect(abs(velocity.dy + 2 * velocity.dx) <= 1e-6 * abs(velocity.dx) + 1e-9)
    return velocity.dx
  }

  private func end(rate: Int) -> Double { Double(rate / 3) / Double(rate) }

  @Test(arguments: rates)
  func `returns a constant velocity in whole pixels within 2 %`(rate: Int) {
    for velocity in [1500.0, 2345, 4000] {
      let measured = estimate(rate: rate, isRounded: true) { velocity * $0 }
      #expect(abs(measured - velocity) <= 0.02 * velocity, "\(velocity)")
    }
  }

  @Test(arguments: rates)
  func `returns the velocity under constant acceleration`(rate: Int) {
    let measured = estimate(rate: rate) { 100 * $0 + 4000 * $0 * $0 }
    #expect(abs(measured - (100 + 8000 * end(rate: rate))) <= 0.01)
  }

  // The time constants range from that of a scrolling list, 1/(1000·ln(1/0.998)) s, to that of a
  // braking hand.
  @Test(arguments: rates, [0.5, 0.3])
  func `returns an exponentially decaying velocity within 2 %`(rate: Int, constant: Double) {
    let measured = estimate(rate: rate) { -3000 * constant * exp(-$0 / constant) }
    let velocity = 3000 * exp(-end(rate: rate) / constant)
    #expect(abs(measured - velocity) <= 0.02 * velocity)
  }

  /// Returns the velocity of a throw with samples that jitter by up to half a period. Some samples
  /// are omitted, as when a busy server merges movements.
  private func jittered(
    rate: Int, seed: Int, isRounded: Bool, _ position: (_ time: Double) -> Double
  ) -> (measured: Double, end: Double) {
    var generator = SeededGenerator(seed: seed)
    var (estimator, end) = (VelocityEstimator(), 0.0)
    for sample in 0...rate / 3 {
      let time = (Double(sample) + .random(in: 0...0.5, using: &generator)) / Double(rate)
      guard rate < 240 || .random(in: 0..<3, using: &generator) > 0 else { continue }
      let x = isRounded ? position(time).rounded() : position(time)
      estimator.add(at(x), at: instant(time))
      end = time
    }
    return (estimator.velocity(at: instant(end)).dx, end)
  }

  @Test(arguments: rates, seeds(10))
  func `returns the velocity of a throw within 2 % for irregular samples`(rate: Int, seed: Int) {
    let steady = jittered(rate: rate, seed: seed, isRounded: false) { 700 * $0 }
    #expect(abs(steady.measured - 700) <= 0.01)
    // A hand that brakes at a constant rate, from 3000 px/s to a stop in one second.
    let (measured, end) = jittered(rate: rate, seed: seed, isRounded: false) {
      3000 * $0 - 1500 * $0 * $0
    }
    let velocity = 3000 - 3000 * end
    #expect(abs(measured - velocity) <= 0.02 * velocity)
  }

  @Test(arguments: rates, seeds(10))
  func `returns the velocity of a fast throw in whole pixels within 2 %`(rate: Int, seed: Int) {
    let (measured, end) = jittered(rate: rate, seed: seed, isRounded: true) {
      5000 * $0 - 1500 * $0 * $0
    }
    let velocity = 5000 - 3000 * end
    #expect(abs(measured - velocity) <= 0.02 * velocity)
  }

  @Test(arguments: rates) func `returns zero after a pause at any sample rate`(rate: Int) {
    var estimator = VelocityEstimator()
    for sample in 0...rate / 3 {
      estimator.add(at(Double(sample) * 5), at: instant(Double(sample) / Double(rate)))
    }
    let newest = instant(end(rate: rate))
    #expect(estimator.velocity(at: newest + .nanoseconds(39_999_999)).dx > 0)
    #expect(estimator.velocity(at: newest + .milliseconds(40)) == .zero)
  }

  /// A quadratic function through two positions at almost the same instant would have a slope of
  /// 10⁷ px/s.
  @Test func `fits a line if all samples are at about two instants`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: .zero)
    estimator.add(at(10), at: milliseconds(10))
    let now = milliseconds(10) + .nanoseconds(100)
    estimator.add(at(11), at: now)
    #expect(abs(estimator.velocity(at: now).dx - 1050) <= 1)
  }

  /// Delayed movements of several milliseconds arrive within less than one.
  @Test(arguments: [20, 1000, 100_000, 400_000])
  func `returns no throw for movements that arrive together`(nanoseconds: Int) {
    let delay = Duration.nanoseconds(nanoseconds)
    var nudge = VelocityEstimator()
    nudge.add(at(0), at: .zero)
    nudge.add(at(1), at: milliseconds(300))
    nudge.add(at(2), at: milliseconds(300) + delay)
    #expect(nudge.velocity(at: milliseconds(301)) == .zero)
    var drag = VelocityEstimator()
    for step in 0...4 { drag.add(at(Double(step) * 10), at: milliseconds(step * 10)) }
    drag.add(at(50), at: milliseconds(40) + delay)
    let velocity = drag.velocity(at: milliseconds(41)).dx
    #expect((500...3000).contains(velocity), "\(velocity)")
  }

  @Test func `returns zero for samples that span less than 5 ms`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: .zero)
    estimator.add(at(4), at: milliseconds(4))
    #expect(estimator.velocity(at: milliseconds(4)) == .zero)
    estimator.add(at(5), at: milliseconds(5))
    #expect(abs(estimator.velocity(at: milliseconds(5)).dx - 1000) <= 1e-6)
  }

  /// The worst case of whole milliseconds for a quadratic fit: two samples at one end of a long
  /// pause.
  @Test func `fits a quadratic function to samples a millisecond apart`() {
    var estimator = VelocityEstimator()
    for step in [0, 1, 40] {
      estimator.add(at(Double(step * step)), at: milliseconds(step))
    }
    #expect(abs(estimator.velocity(at: milliseconds(40)).dx - 80_000) <= 0.01)
  }

  @Test func `has no samples after a reset`() {
    var estimator = VelocityEstimator()
    for step in 0...10 { estimator.add(at(Double(step) * 10), at: milliseconds(step * 10)) }
    estimator.reset()
    #expect(estimator.velocity(at: milliseconds(100)) == .zero)
    estimator.add(at(0), at: milliseconds(101))
    estimator.add(at(10), at: milliseconds(111))
    #expect(abs(estimator.velocity(at: milliseconds(111)).dx - 1000) <= 1e-9)
  }

  @Test func `ignores samples before a pause`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: milliseconds(0))
    estimator.add(at(500), at: milliseconds(10))
    estimator.add(at(501), at: milliseconds(60))
    #expect(estimator.velocity(at: milliseconds(60)) == .zero)
    estimator.add(at(511), at: milliseconds(70))
    #expect(abs(estimator.velocity(at: milliseconds(70)).dx - 1000) <= 1e-6)
  }

  @Test func `ignores samples older than 100 ms`() {
    var (whole, recent) = (VelocityEstimator(), VelocityEstimator())
    for step in 0...40 {
      let position = at(step < 20 ? -Double(step) : Double(step * step))
      whole.add(position, at: milliseconds(step * 10))
      if step >= 30 { recent.add(position, at: milliseconds(step * 10)) }
    }
    let now = milliseconds(400)
    #expect(whole.velocity(at: now) == recent.velocity(at: now))
  }

  @Test(arguments: seeds(50))
  func `accepts repeated and unordered samples`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let samples = (0..<12).map { (position: at(Double($0 * $0)), time: milliseconds($0 * 8)) }
    var (ordered, shuffled) = (VelocityEstimator(), VelocityEstimator())
    for sample in samples { ordered.add(sample.position, at: sample.time) }
    for sample in (samples + samples).shuffled(using: &generator) {
      shuffled.add(sample.position, at: sample.time)
    }
    #expect(shuffled.velocity(at: milliseconds(90)) == ordered.velocity(at: milliseconds(90)))
  }

  /// A server also reports the pointer when a window moves below it.
  @Test(arguments: seeds(50))
  func `has the same velocity with and without reports of an unchanged position, in any order`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var (moves, reports) = (VelocityEstimator(), [(position: at(0), time: Instant.zero)])
    moves.add(reports[0].position, at: reports[0].time)
    for _ in 0..<40 {
      var (position, now) = reports[reports.count - 1]
      now = now + .milliseconds(Int.random(in: 1...20, using: &generator))
      if Bool.random(using: &generator) {
        position.x += Double.random(in: -9...30, using: &generator)
        moves.add(position, at: now)
      }
      reports.append((position, now))
      var (ordered, shuffled) = (VelocityEstimator(), VelocityEstimator())
      for report in reports { ordered.add(report.position, at: report.time) }
      for report in reports.suffix(10).shuffled(using: &generator) {
        shuffled.add(report.position, at: report.time)
      }
      #expect(ordered.velocity(at: now) == moves.velocity(at: now))
      if reports.count <= 10 { #expect(shuffled.velocity(at: now) == moves.velocity(at: now)) }
    }
  }

  @Test func `uses the last of several samples for one instant`() {
    var estimator = VelocityEstimator()
    estimator.add(at(0), at: milliseconds(0))
    estimator.add(at(99), at: milliseconds(10))
    estimator.add(at(10), at: milliseconds(10))
    #expect(abs(estimator.velocity(at: milliseconds(10)).dx - 1000) <= 1e-9)
  }

  @Test func `returns zero without samples or with one sample`() {
    var estimator = VelocityEstimator()
    #expect(estimator.velocity(at: .zero) == .zero)
    estimator.add(at(100), at: .zero)
    #expect(estimator.velocity(at: .zero) == .zero)
  }

  @Test func `returns a finite velocity for all samples`() {
    let positions: [Double] = [
      0, .nan, 1e308, -1e308, .infinity, -.infinity, .leastNonzeroMagnitude, .nan, 1e200, 5,
    ]
    var estimator = VelocityEstimator()
    for (step, position) in positions.enumerated() {
      estimator.add(Point(x: position, y: -position), at: milliseconds(step))
      #expect(estimator.velocity(at: milliseconds(step)).length.isFinite)
    }
    estimator.add(at(0), at: .distantPast)
    estimator.add(at(0), at: .distantFuture)
    #expect(estimator.velocity(at: .distantFuture).length.isFinite)
  }
}
