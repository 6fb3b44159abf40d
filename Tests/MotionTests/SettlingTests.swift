import Motion
import TestSupport
import Testing

@Suite struct `Settling time` {
  private let buttonSpring = Spring(response: 0.25, dampingFraction: 0.59)

  @Test(arguments: [(0.5, 0.3943), (0.1, 0.5329), (0.01, 0.6879)])
  func `is exact for the button spring over 300 px`(threshold: Double, time: Double) {
    let start = Spring.State(displacement: -300, velocity: 0)
    let settled = buttonSpring.settlingTime(from: start, threshold: threshold)
    #expect(abs(settled - time) <= 5e-5)
  }

  @Test func `ends in frame 24 at 60 Hz for the button spring over 300 px`() {
    let start = Spring.State(displacement: -300, velocity: 0)
    let settled = buttonSpring.settlingTime(from: start, threshold: 0.5)
    #expect((settled * 60).rounded(.up) == 24)
  }

  // (1 + u)·e^(−u) = ε, where u = ω₀t.
  @Test(arguments: [
    (1e-2, 6.63835206799), (1e-3, 9.23341347646), (1e-4, 11.7563712225), (1e-6, 16.6884207909),
  ])
  func `is exact at critical damping`(threshold: Double, phase: Double) {
    let spring = Spring(stiffness: 1, damping: 2)
    let settled = spring.settlingTime(
      from: Spring.State(displacement: 1, velocity: 0), threshold: threshold)
    #expect(abs(settled - phase) <= 1e-9)
  }

  @Test(arguments: [(20, 0.811559160261), (100, 4.83084482019)])
  func `matches the exact value for the springs of Compose's tests`(damping: Double, time: Double) {
    let spring = Spring(stiffness: 100, damping: damping)
    let settled = spring.settlingTime(
      from: Spring.State(displacement: 100, velocity: 3000), threshold: 1)
    #expect(abs(settled - time) <= 1e-9)
  }

  @Test func `is no later than the envelope bound of Compose`() {
    let settled = Spring(stiffness: 100, damping: 10).settlingTime(
      from: Spring.State(displacement: 100, velocity: 3000), threshold: 1)
    #expect(settled <= 1.20629718019)
    // The motion touches its envelope once in half an oscillation.
    #expect(settled > 1.20629718019 - 0.363)
  }

  /// Returns a spring, a release and a threshold, each over many orders of magnitude.
  private static func anyCase(
    seed: Int
  ) -> (spring: Spring, start: Spring.State, threshold: Double) {
    var generator = SeededGenerator(seed: seed)
    func magnitude(_ range: ClosedRange<Int>) -> Double {
      let mantissa = Double.random(in: 1...10, using: &generator)
      let exponent = Int.random(in: range, using: &generator)
      return (0..<abs(exponent)).reduce(mantissa) { part, _ in
        exponent < 0 ? part / 10 : part * 10
      }
    }
    let fractions = [
      Double.random(in: 0.05...3, using: &generator), 1, 1 - magnitude(-17...(-2)),
      1 + magnitude(-17...(-2)), 0.59,
    ]
    let spring = Spring(
      response: Double.random(in: 0.02...2, using: &generator),
      dampingFraction: fractions.randomElement(using: &generator) ?? 1)
    let sign = Bool.random(using: &generator) ? 1.0 : -1
    let start = Spring.State(
      displacement: Bool.random(using: &generator) ? magnitude(-3...4) : 0,
      velocity: sign * (Bool.random(using: &generator) ? magnitude(-3...5) : 0))
    return (spring, start, magnitude(-8...2))
  }

  @Test(arguments: seeds(300))
  func `is the last crossing of the threshold`(seed: Int) {
    let (spring, start, threshold) = Self.anyCase(seed: seed)
    let settled = spring.settlingTime(from: start, threshold: threshold)
    func distance(_ time: Double) -> Double {
      abs(spring.state(from: start, after: time).displacement)
    }
    let limit = threshold * (1 + 1e-9)
    // Half an oscillation, and the slowest decay, in 50 steps each.
    let step = spring.response * max(1, spring.dampingFraction) / 100
    #expect((0..<1000).allSatisfy { distance(settled + Double($0) * step) <= limit })
    if settled > 0 {
      #expect(distance(settled - 2e-10) > threshold * (1 - 1e-9))
    } else {
      #expect(distance(0) <= threshold)
    }
  }

  @Test func `includes a turning point just beyond the threshold but not one just within`() {
    let start = Spring.State(displacement: -300, velocity: 0)
    let overshoot = 300 * 0.1006928758411401
    let beyond = buttonSpring.settlingTime(from: start, threshold: overshoot * (1 - 1e-9))
    let within = buttonSpring.settlingTime(from: start, threshold: overshoot * (1 + 1e-9))
    #expect(abs(beyond - 0.15481731189165863) <= 1e-5)
    #expect(within < 0.1085071604776254)
  }

  @Test func `ignores a turning point within the threshold after passing the rest position`() {
    let spring = Spring(stiffness: 1, damping: 2)
    // x = (1 − t/10)·e^(−t) turns at t = 11, where it is −1.7·10⁻⁶.
    let start = Spring.State(displacement: 1, velocity: -1.1)
    let settled = spring.settlingTime(from: start, threshold: 1e-3)
    #expect(abs(settled - 5.99317047295097) <= 1e-9)
  }

  @Test func `is 0 at rest and within the threshold`() {
    #expect(buttonSpring.settlingTime(from: .rest, threshold: 0.5) == 0)
    #expect(buttonSpring.settlingTime(from: .rest, threshold: 0) == 0)
    let near = Spring.State(displacement: 0.5, velocity: 0)
    #expect(buttonSpring.settlingTime(from: near, threshold: 0.5) == 0)
    let wide = Spring.State(displacement: 1, velocity: 0)
    #expect(buttonSpring.settlingTime(from: wide, threshold: .infinity) == 0)
    let undamped = Spring(response: 0.25, dampingFraction: 0)
    #expect(undamped.settlingTime(from: near, threshold: 0.5) == 0)
  }

  // The parameters of niri's tests against endless loops.
  @Test(arguments: [(1.15, 850.0), (6, 1200)])
  func `is 0 without a distance, also above critical damping`(
    fraction: Double, stiffness: Double
  ) {
    let spring = Spring(stiffness: stiffness, damping: 2 * fraction * stiffness.squareRoot())
    #expect(spring.settlingTime(from: .rest, threshold: 1e-4) == 0)
  }

  @Test func `is the maximum when a spring never comes to rest or takes too long`() {
    let start = Spring.State(displacement: 1, velocity: 0)
    for fraction in [0, Double.leastNonzeroMagnitude, 1e6] {
      let spring = Spring(response: 0.25, dampingFraction: fraction)
      let settled = spring.settlingTime(from: start, threshold: 0.01)
      #expect(settled == Spring.maximumSettlingTime)
    }
  }

  @Test(arguments: extremes, extremes)
  func `is always within its range`(response: Double, fraction: Double) {
    let spring = Spring(response: response, dampingFraction: fraction)
    for (x, v) in extremes.flatMap({ x in extremes.map { (x, $0) } }) {
      let start = Spring.State(displacement: x, velocity: v)
      for threshold in extremes {
        let settled = spring.settlingTime(from: start, threshold: threshold)
        let isWithin = (0...Spring.maximumSettlingTime).contains(settled)
        if !isWithin { Issue.record("\(settled) from \(x), \(v), threshold \(threshold)") }
      }
    }
  }
}
