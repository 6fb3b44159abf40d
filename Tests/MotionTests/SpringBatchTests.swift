import TestSupport
import Testing

@testable import Motion

@Suite struct `Springs in a batch` {
  private static let fractions = [0, 0.3, 0.59, 1 - 1e-9, 1, 1.5, 20]

  /// Numbers on their way from random places to random targets, and the same one by one.
  private struct Flock {
    let spring: Spring
    var batch: SpringBatch
    var singles: [Animated<Double>]

    init(
      _ generator: inout SeededGenerator, fraction: Double, threshold: Double = 0.5,
      count: Int = 40
    ) {
      spring = Spring(
        response: Double.random(in: 0.1...1, using: &generator), dampingFraction: fraction)
      let places = (0..<count).map { _ in Double.random(in: -500...500, using: &generator) }
      batch = SpringBatch(places, spring: spring, threshold: threshold)
      singles = places.map { Animated($0, threshold: threshold) }
    }

    mutating func animate(to targets: [Double], at now: Instant) {
      batch.animate(to: targets, at: now)
      for index in singles.indices {
        singles[index].animate(to: targets[index], at: now, with: .spring(spring))
      }
    }

    /// In nanoseconds, each solved by itself.
    func longestSettlingTime(at release: Instant) -> Double {
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

  @Test(arguments: fractions, 0..<10)
  func `are where they would be one by one`(fraction: Double, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    // One by one, each ends when it is within the threshold.
    var flock = Flock(&generator, fraction: fraction, threshold: 1e-9)
    var now = Instant.zero
    for _ in 0..<5 {
      flock.animate(to: Self.targets(&generator), at: now)
      now = now + .milliseconds(Int.random(in: 1...300, using: &generator))
      for (index, value) in flock.values(at: now).enumerated() {
        #expect(value == flock.batch.value(of: index, at: now))
        #expect(abs(value - flock.singles[index].value(at: now)) <= 1.1e-9)
        let velocity = flock.batch.velocity(of: index, at: now)
        #expect(abs(velocity - flock.singles[index].velocity(at: now)) <= 1e-6)
      }
    }
  }

  @Test(arguments: 0..<50)
  func `keep their places to the last bit where one of them is sent elsewhere`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var flock = Flock(&generator, fraction: 0.59)
    flock.batch.animate(to: Self.targets(&generator), at: .zero)
    let now = Instant.zero + .milliseconds(Int.random(in: 1...400, using: &generator))
    let (before, velocity) = (flock.values(at: now), flock.batch.velocity(of: 7, at: now))
    flock.batch.animate(7, to: 1e4, at: now)
    #expect(flock.values(at: now) == before)
    #expect(flock.batch.velocity(of: 7, at: now) == velocity)
    let next = zip(flock.values(at: now + .nanoseconds(1)), before)
    #expect(next.allSatisfy { abs($0 - $1) <= 1e-3 })
  }

  @Test(arguments: fractions)
  func `move until the last of them is at rest, and no longer`(fraction: Double) {
    // So many and so small ones that the liveliest is not always the last.
    for seed in 0..<400 {
      var generator = SeededGenerator(seed: seed)
      var flock = Flock(&generator, fraction: fraction, count: 3)
      flock.batch.animate(to: Self.targets(&generator, count: 3), at: .zero)
      let turn = Instant.zero + .milliseconds(Int.random(in: 1...200, using: &generator))
      flock.batch.animate(to: Self.targets(&generator, count: 3), at: turn)
      let end = turn + .nanoseconds(flock.longestSettlingTime(at: turn))
      #expect(flock.batch.nextChange(after: turn) == turn)
      #expect(flock.batch.nextChange(after: end - .nanoseconds(2)) != nil)
      #expect(flock.batch.nextChange(after: end + .nanoseconds(2)) == nil)
      #expect(flock.values(at: end + .nanoseconds(2)) == flock.batch.targets)
    }
  }

  // What they are pruned by: springs of more than a radian in a second and of less.
  @Test(arguments: [0.25, 5, 60], [0, 0.05, 0.59, 0.999])
  func `are known to turn where they do after passing rest`(response: Double, fraction: Double) {
    let spring = Spring(response: response, dampingFraction: fraction)
    let start = Spring.State(displacement: 0, velocity: spring.angularFrequency)
    let places = stride(from: 0, through: response, by: response / 1e4).map {
      spring.state(from: start, after: $0).displacement
    }
    #expect(abs(spring.keptFromRestToTurn - (places.max() ?? 0)) <= 1e-7)
  }

  @Test func `of which one is sent on a hundred thousand times are where a single one would be`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    var batch = SpringBatch([0, 0], spring: spring, threshold: 1e-9)
    batch.animate(to: [300, -300], at: .zero)
    let whole = batch
    var now = Instant.zero
    for _ in 0..<100_000 {
      now = now + .microseconds(3)
      batch.animate(1, to: -300, at: now)
    }
    #expect(abs(batch.value(of: 0, at: now) - whole.value(of: 0, at: now)) <= 1e-9)
  }

  @Test(arguments: [(0, 0.5), (0.25, 1e3)])
  func `that go at once are at their targets from then on`(response: Double, threshold: Double) {
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

  @Test(arguments: 0..<100)
  func `of any kind and anywhere stay finite and come to rest`(seed: Int) {
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

  @Test func `without any are at rest`() {
    var batch = SpringBatch([], spring: Spring(response: 1, dampingFraction: 1), threshold: 1)
    batch.animate(to: [], at: .zero)
    #expect(batch.count == 0)
    #expect(batch.nextChange(after: .zero) == nil)
  }

  @Test(arguments: extremes, [0, 0.5, 1, 3])
  func `are never NaN, whatever they are sent to`(target: Double, fraction: Double) {
    let spring = Spring(response: 0.25, dampingFraction: fraction)
    for place in extremes {
      var batch = SpringBatch([place, 1], spring: spring, threshold: 0.5)
      batch.animate(to: [target, 2], at: .zero)
      for milliseconds in [0, 1, 100, 700_000] {
        let now = Instant.zero + .milliseconds(milliseconds)
        batch.animate(1, to: Double(milliseconds), at: now)
        #expect(!batch.value(of: 0, at: now + .milliseconds(1)).isNaN)
        #expect(!batch.velocity(of: 0, at: now + .milliseconds(1)).isNaN)
      }
      #expect(batch.nextChange(after: .zero + .seconds(1400)) == nil)
    }
  }
}

@Suite struct `A transition` {
  @Test(arguments: [0, 0.59, 1, 1.5])
  func `takes many springs where it takes one, to the last bit`(fraction: Double) {
    var generator = SeededGenerator(seed: 1)
    let transition = Spring(response: 0.3, dampingFraction: fraction).transition(over: 1.0 / 60)
    var places = (0..<101).map { _ in Double.random(in: -9...9, using: &generator) }
    var speeds = (0..<101).map { _ in Double.random(in: -99...99, using: &generator) }
    let singles = zip(places, speeds).map {
      transition.applied(to: Spring.State(displacement: $0, velocity: $1))
    }
    do {
      var placeSpan = places.mutableSpan
      var speedSpan = speeds.mutableSpan
      transition.apply(displacements: &placeSpan, velocities: &speedSpan)
    }
    #expect(places == singles.map(\.displacement))
    #expect(speeds == singles.map(\.velocity))
  }

  @Test(arguments: [0, 0.001])
  func `applied a million times, from time to time anew, leads where the closed form does`(
    fraction: Double
  ) {
    let spring = Spring(response: 0.25, dampingFraction: fraction)
    // Of which every multiple is exact.
    let step = 1.0 / 64
    let transition = spring.transition(over: step)
    let start = Spring.State(displacement: 300, velocity: 0)
    var (state, furthest) = (start, 0.0)
    for index in 1...1_000_000 {
      state = transition.applied(to: state)
      guard index.isMultiple(of: 10_000) else { continue }
      let truth = spring.state(from: start, after: Double(index) * step)
      furthest = max(furthest, abs(state.displacement - truth.displacement))
      state = truth
    }
    #expect(furthest <= 1e-9)
  }

  @Test func `over no time is none, and over all time leads to rest`() {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in [0, -1, -Double.infinity, Double.nan] {
      #expect(spring.transition(over: time) == .identity)
    }
    #expect(spring.transition(over: .infinity) == .rest)
  }
}
