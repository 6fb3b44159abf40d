import Foundation
import Motion
import TestSupport
import Testing

@Suite struct `Spring motion` {
  /// A spring, a release and a time of up to five radians of its phase.
  private struct Case {
    let spring: Spring
    let start: Spring.State
    let time: Double

    /// The maximum displacement of the release without damping.
    var amplitude: Double {
      abs(start.displacement) + abs(start.velocity) / spring.angularFrequency
    }

    init(_ generator: inout SeededGenerator) {
      spring = Spring(
        response: Double.random(in: 0.05...3, using: &generator),
        dampingFraction: Double.random(in: 0...4, using: &generator))
      start = Spring.State(
        displacement: Double.random(in: -300...300, using: &generator),
        velocity: Double.random(in: -3000...3000, using: &generator))
      time = Double.random(in: 0.01...5, using: &generator) / spring.angularFrequency
    }

    func state(after time: Double) -> Spring.State { spring.state(from: start, after: time) }
  }

  /// Returns the rows of a file of `oracle.py`: response, damping fraction, displacement, velocity and time, then the
  /// resulting displacement and velocity.
  private static func rows(inFile path: String) throws -> [[Double]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Double($0.drop(while: \.isWhitespace)) }
    }
  }

  @Test func `matches values computed with 50 digits to within 4e-15 of its amplitude`() throws {
    var rows = try Self.rows(inFile: "\(repositoryRoot)/Tests/MotionTests/springs.csv")
    #expect(rows.count == 739)
    if let path = ProcessInfo.processInfo.environment["MOTION_ORACLE"] { rows += try Self.rows(inFile: path) }
    for row in rows {
      let spring = Spring(response: row[0], dampingFraction: row[1])
      let (frequency, phase) = (spring.angularFrequency, spring.angularFrequency * row[4])
      let start = Spring.State(displacement: row[2], velocity: row[3])
      let state = spring.state(from: start, after: row[4])
      // Beyond ten radians, the tolerance includes one unit in the last place of the phase.
      let tolerance = 4e-15 + (phase > 10 ? 0x1p-52 * phase : 0)
      let limit = tolerance * (abs(row[2]) + abs(row[3]) / frequency)
      #expect(abs(state.displacement - row[5]) <= limit, "\(row)")
      #expect(abs(state.velocity - row[6]) <= limit * frequency, "\(row)")
    }
  }

  @Test(arguments: seeds(200))
  func `does not depend on the division of the time`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let sample = Case(&generator)
    let parts = Int.random(in: 2...50, using: &generator)
    var state = sample.start
    for _ in 0..<parts {
      state = sample.spring.state(from: state, after: sample.time / Double(parts))
    }
    let whole = sample.state(after: sample.time)
    let tolerance = 1e-13 * sample.amplitude
    #expect(abs(state.displacement - whole.displacement) <= tolerance)
    #expect(
      abs(state.velocity - whole.velocity)
        <= tolerance * sample.spring.angularFrequency * (1 + sample.spring.dampingFraction))
  }

  @Test(arguments: seeds(50))
  func `begins exactly at the release`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let sample = Case(&generator)
    for time in [0, -0.0, -1, -.infinity, .nan] {
      #expect(sample.state(after: time) == sample.start)
    }
  }

  @Test(arguments: [0, 1e-300, 0.1, 0.999999, 1, 1.000001, 7, 1e6])
  func `stays finite for any duration`(fraction: Double) {
    let spring = Spring(response: 0.25, dampingFraction: fraction)
    let start = Spring.State(displacement: 300, velocity: -1e6)
    for exponent in -320...308 {
      guard let time = Double("1e\(exponent)") else { continue }
      let state = spring.state(from: start, after: time)
      #expect(abs(state.displacement) <= 300 + 1e6 / spring.angularFrequency)
      #expect(state.velocity.isFinite)
    }
    #expect(spring.state(from: start, after: .infinity) == .rest)
  }

  @Test(arguments: extremes.filter { !$0.isFinite })
  func `is at rest after a release that is not finite`(number: Double) {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in extremes {
      let (badPosition, badVelocity) = (
        Spring.State(displacement: number, velocity: 1),
        Spring.State(displacement: 1, velocity: number)
      )
      #expect(spring.state(from: badPosition, after: time) == .rest)
      #expect(spring.state(from: badVelocity, after: time) == .rest)
    }
  }

  @Test(arguments: extremes, extremes)
  func `is never NaN for any spring parameters`(response: Double, fraction: Double) {
    let spring = Spring(response: response, dampingFraction: fraction)
    let finite = extremes.filter(\.isFinite)
    for (x, v, time) in finite.flatMap({ x in
      finite.flatMap { v in extremes.map { (x, v, $0) } }
    }) {
      let state = spring.state(from: Spring.State(displacement: x, velocity: v), after: time)
      let isNumber = !state.displacement.isNaN && !state.velocity.isNaN
      if !isNumber { Issue.record("NaN from \(x), \(v) after \(time)") }
    }
  }
}

@Suite struct `Spring transition` {
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
