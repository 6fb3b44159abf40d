import TestSupport
import Testing

@testable import Motion

@Suite struct `Spring batch` {
  private static let fractions = [0, 0.3, 0.59, 1 - 1e-9, 1, 1.5, 20]

  /// A batch with random values and targets, and an `Animated` for each of them.
  private struct BatchComparison {
    let spring: Spring
    var batch: SpringBatch
    var singles: [Animated<Double>]

    init(
      _ generator: inout SeededGenerator, fraction: Double, threshold: Double = 0.5,
      count: Int = 40
    ) {
      spring = Spring(
        response: Double.random(in: 0.1...1, using: &generator), dampingFraction: fraction)
      let positions = (0..<count).map { _ in Double.random(in: -500...500, using: &generator) }
      batch = SpringBatch(positions, spring: spring, threshold: threshold)
      singles = positions.map { Animated($0, threshold: threshold) }
    }

    mutating func animate(to targets: [Double], at now: Instant) {
      batch.animate(to: targets, at: now)
      for index in singles.indices {
        singles[index].animate(to: targets[index], at: now, with: .spring(spring))
      }
    }

    /// Returns the maximum of the separately computed settling times, in nanoseconds.
    func batchSettlingTime(at release: Instant) -> Double {
      let times = (0..<batch.count).map { index in
        spring.settlingTime(
          from: Spring.State(
            displacement: batch.value(of: index, at: release) - batch.targets[index],
            velocity: batch.velocity(of: index, at: release)),
          threshold: batch.threshold)
      }
      return (times.max() ?? 0) * 1e9
    }

    func values(at now: Instant) -> [Double] {
      var values = [Double](repeating: .nan, count: batch.count)
      var span = values.mutableSpan
      batch.write(at: now, into: &span)
      return values
    }
  }

  private static func targets(
    _ generator: inout SeededGenerator, count: Int = 40
  ) -> [Double] {
    (0..<count).map { _ in Double.random(in: -500...500, using: &generator) }
  }

  @Test(arguments: fractions, seeds(10))
  func `matches values that are animated separately`(fraction: Double, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    // A separate value ends when it is within the threshold.
    var comparison = BatchComparison(&generator, fraction: fraction, threshold: 1e-9)
    var now = Instant.zero
    for _ in 0..<5 {
      comparison.animate(to: Self.targets(&generator), at: now)
      now = now + .milliseconds(Int.random(in: 1...300, using: &generator))
      for (index, value) in comparison.values(at: now).enumerated() {
        #expect(value == comparison.batch.value(of: index, at: now))
        #expect(abs(value - comparison.singles[index].value(at: now)) <= 1.1e-9)
        let velocity = comparison.batch.velocity(of: index, at: now)
        #expect(abs(velocity - comparison.singles[index].velocity(at: now)) <= 1e-6)
      }
    }
  }

  @Test(arguments: seeds(50))
  func `keeps all positions to the last bit when one value is retargeted`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var comparison = BatchComparison(&generator, fraction: 0.59)
    comparison.batch.animate(to: Self.targets(&generator), at: .zero)
    let now = Instant.zero + .milliseconds(Int.random(in: 1...400, using: &generator))
    let (before, velocity) = (comparison.values(at: now), comparison.batch.velocity(of: 7, at: now))
    comparison.batch.animate(7, to: 1e4, at: now)
    #expect(comparison.values(at: now) == before)
    #expect(comparison.batch.velocity(of: 7, at: now) == velocity)
    let next = zip(comparison.values(at: now + .nanoseconds(1)), before)
    #expect(next.allSatisfy { abs($0 - $1) <= 1e-3 })
  }

  @Test(arguments: fractions)
  func `moves exactly until the last value is at rest`(fraction: Double) {
    // With many small batches, the value with the highest energy is not always the last.
    for seed in 0..<400 {
      var generator = SeededGenerator(seed: seed)
      var comparison = BatchComparison(&generator, fraction: fraction, count: 3)
      comparison.batch.animate(to: Self.targets(&generator, count: 3), at: .zero)
      let retargetTime = Instant.zero + .milliseconds(Int.random(in: 1...200, using: &generator))
      comparison.batch.animate(to: Self.targets(&generator, count: 3), at: retargetTime)
      let end = retargetTime + .nanoseconds(comparison.batchSettlingTime(at: retargetTime))
      #expect(comparison.batch.nextChange(after: retargetTime) == retargetTime)
      #expect(comparison.batch.nextChange(after: end - .nanoseconds(2)) != nil)
      #expect(comparison.batch.nextChange(after: end + .nanoseconds(2)) == nil)
      #expect(comparison.values(at: end + .nanoseconds(2)) == comparison.batch.targets)
    }
  }

  @Test func `keeps a value exact when another one is retargeted very often`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    var batch = SpringBatch([0, 0], spring: spring, threshold: 1e-9)
    batch.animate(to: [300, -300], at: .zero)
    let whole = batch
    var now = Instant.zero
    for _ in 0..<(TestScope.isComplete ? 100_000 : 10_000) {
      now = now + .microseconds(3)
      batch.animate(1, to: -300, at: now)
    }
    #expect(abs(batch.value(of: 0, at: now) - whole.value(of: 0, at: now)) <= 1e-9)
  }

  @Test(arguments: [(0, 0.5), (0.25, 1e3)])
  func `is at its targets without a duration`(response: Double, threshold: Double) {
    let spring = Spring(response: response, dampingFraction: 0.59)
    var batch = SpringBatch([1, 2], spring: spring, threshold: threshold)
    batch.animate(to: [3, 4], at: .zero)
    var values = [0.0, 0]
    do {
      var span = values.mutableSpan
      batch.write(at: .zero, into: &span)
    }
    #expect(values == [3, 4])
    #expect(batch.value(of: 1, at: .zero) == 4)
    #expect(batch.value(of: 1, at: .zero - .nanoseconds(1)) == 2)
    #expect(batch.velocity(of: 1, at: .zero) == 0)
    #expect(batch.nextChange(after: .zero) == nil)
    batch.animate(to: [1e5, 4], at: .zero)
    #expect(batch.value(of: 0, at: .zero) == (response > 0 ? 3 : 1e5))
  }

  @Test(arguments: seeds(100))
  func `stays finite and comes to rest with arbitrary springs and numbers`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let numbers = extremes + [9e289, -9e289]
      let number = { numbers.randomElement(using: &$0) ?? 0 } as (inout SeededGenerator) -> Double
      let spring = Spring(response: number(&generator), dampingFraction: number(&generator))
      var batch = SpringBatch(
        [number(&generator), number(&generator)], spring: spring, threshold: number(&generator))
      var now = Instant.zero
      for _ in 0..<4 {
        batch.animate(to: [number(&generator), number(&generator)], at: now)
        now = now + .nanoseconds(1 << Int.random(in: 0...38, using: &generator))
        for index in 0...1 {
          #expect(batch.value(of: index, at: now).isFinite)
          #expect(batch.velocity(of: index, at: now).isFinite)
        }
      }
      #expect(batch.nextChange(after: now + .seconds(700)) == nil)
    }
  }
}

@Suite struct `Spring transition` {
  @Test(arguments: [0, 0.59, 1, 1.5])
  func `returns bit-identical results for many springs and for each alone`(fraction: Double) {
    var generator = SeededGenerator(seed: 1)
    let transition = Spring(response: 0.3, dampingFraction: fraction).transition(over: 1.0 / 60)
    var positions = (0..<101).map { _ in Double.random(in: -9...9, using: &generator) }
    var velocities = (0..<101).map { _ in Double.random(in: -99...99, using: &generator) }
    let singles = zip(positions, velocities).map {
      transition.applied(to: Spring.State(displacement: $0, velocity: $1))
    }
    do {
      var positionSpan = positions.mutableSpan
      var velocitySpan = velocities.mutableSpan
      transition.apply(displacements: &positionSpan, velocities: &velocitySpan)
    }
    #expect(positions == singles.map(\.displacement))
    #expect(velocities == singles.map(\.velocity))
  }

  @Test(arguments: [0, 0.001])
  func `matches the closed form after a million applications with occasional restarts`(
    fraction: Double
  ) {
    let spring = Spring(response: 0.25, dampingFraction: fraction)
    // All multiples of this step are exact.
    let step = 1.0 / 64
    let transition = spring.transition(over: step)
    let start = Spring.State(displacement: 300, velocity: 0)
    var (state, maximumError) = (start, 0.0)
    for index in 1...1_000_000 {
      state = transition.applied(to: state)
      guard index.isMultiple(of: 10_000) else { continue }
      let truth = spring.state(from: start, after: Double(index) * step)
      maximumError = max(maximumError, abs(state.displacement - truth.displacement))
      state = truth
    }
    #expect(maximumError <= 1e-9)
  }

  @Test func `is the identity over no time and rest over infinite time`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in [0, -1, -Double.infinity, Double.nan] {
      #expect(spring.transition(over: time) == .identity)
    }
    #expect(spring.transition(over: .infinity) == .rest)
  }
}
