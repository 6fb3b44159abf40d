import Foundation
import Motion
import TestSupport
import Testing

@Suite struct `The motion of a spring` {
  /// A spring, a release and a time span of up to five radians of its phase.
  private struct Case {
    let spring: Spring
    let start: Spring.State
    let time: Double

    /// The displacement that a release without damping could reach.
    var amplitude: Double {
      abs(start.displacement) + abs(start.velocity) / spring.angularFrequency
    }

    init(_ generator: inout SeededGenerator, fraction: Double? = nil) {
      let anyFraction = Double.random(in: 0...4, using: &generator)
      spring = Spring(
        response: Double.random(in: 0.05...3, using: &generator),
        dampingFraction: fraction ?? anyFraction)
      start = Spring.State(
        displacement: Double.random(in: -300...300, using: &generator),
        velocity: Double.random(in: -3000...3000, using: &generator))
      time = Double.random(in: 0.01...5, using: &generator) / spring.angularFrequency
    }

    func state(after time: Double) -> Spring.State { spring.state(from: start, after: time) }
  }

  /// Response, damping fraction, displacement, velocity and time; then displacement and velocity.
  private static func rows(_ text: some StringProtocol) -> [[Double]] {
    text.split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Double($0.drop(while: \.isWhitespace)) }
    }
  }

  @Test func `is that worked out with 50 digits, to within 4e-15 of its amplitude`() throws {
    var rows = Oracle.springs + Self.rows(Oracle.sweep)
    if let path = ProcessInfo.processInfo.environment["MOTION_ORACLE"] {
      rows += Self.rows(try String(contentsOfFile: path, encoding: .utf8))
    }
    for row in rows {
      let spring = Spring(response: row[0], dampingFraction: row[1])
      let (frequency, phase) = (spring.angularFrequency, spring.angularFrequency * row[4])
      let start = Spring.State(displacement: row[2], velocity: row[3])
      let state = spring.state(from: start, after: row[4])
      // Beyond ten radians by what a last digit of the phase makes.
      let tolerance = 4e-15 + (phase > 10 ? 0x1p-52 * phase : 0)
      let limit = tolerance * (abs(row[2]) + abs(row[3]) / frequency)
      #expect(abs(state.displacement - row[5]) <= limit, "\(row)")
      #expect(abs(state.velocity - row[6]) <= limit * frequency, "\(row)")
    }
  }

  @Test(arguments: 0..<200)
  func `obeys the equation of motion`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let subject = Case(&generator)
    let (frequency, fraction) = (subject.spring.angularFrequency, subject.spring.dampingFraction)
    let step = 1e-4 / (frequency * max(1, 2 * fraction))
    let (before, after) = (
      subject.state(after: subject.time - step), subject.state(after: subject.time + step)
    )
    let state = subject.state(after: subject.time)
    let acceleration = (after.velocity - before.velocity) / (2 * step)
    let force =
      -2 * fraction * frequency * state.velocity - frequency * frequency * state.displacement
    let scale = subject.amplitude * frequency * frequency * max(1, 4 * fraction * fraction)
    #expect(abs(acceleration - force) <= 1e-7 * scale)
    let speed = (after.displacement - before.displacement) / (2 * step)
    #expect(abs(speed - state.velocity) <= 1e-7 * scale / frequency)
  }

  @Test(arguments: 0..<200)
  func `is the same however time is divided`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let subject = Case(&generator)
    let parts = Int.random(in: 2...50, using: &generator)
    var state = subject.start
    for _ in 0..<parts {
      state = subject.spring.state(from: state, after: subject.time / Double(parts))
    }
    let whole = subject.state(after: subject.time)
    let tolerance = 1e-13 * subject.amplitude
    #expect(abs(state.displacement - whole.displacement) <= tolerance)
    #expect(
      abs(state.velocity - whole.velocity)
        <= tolerance * subject.spring.angularFrequency * (1 + subject.spring.dampingFraction))
  }

  @Test(arguments: 1...16)
  func `does not jump where oscillation ends`(digits: Int) {
    var generator = SeededGenerator(seed: digits)
    let distance = (0..<digits).reduce(1.0) { part, _ in part / 10 }
    let seed = Int.random(in: 0...1000, using: &generator)
    func state(_ fraction: Double) -> Spring.State {
      var generator = SeededGenerator(seed: seed)
      let subject = Case(&generator, fraction: fraction)
      return subject.spring.state(
        from: Spring.State(displacement: 1, velocity: subject.spring.angularFrequency),
        after: subject.time)
    }
    for fraction in [1 - distance, 1 + distance] {
      // x changes by less than 2 where ζ changes by 1.
      let difference = state(fraction).displacement - state(1).displacement
      #expect(abs(difference) <= 2 * distance + 1e-15)
    }
  }

  @Test(arguments: 0..<50)
  func `begins exactly where it is released`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let subject = Case(&generator)
    for time in [0, -0.0, -1, -.infinity, .nan] {
      #expect(subject.state(after: time) == subject.start)
    }
  }

  @Test(arguments: [0, 1e-300, 0.1, 0.999999, 1, 1.000001, 7, 1e6])
  func `stays finite however long it lasts`(fraction: Double) {
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

  @Test func `that creeps home over ages has gone there in the end`() {
    let spring = Spring(response: 0.25, dampingFraction: 1e6)
    let start = Spring.State(displacement: 1, velocity: 0)
    #expect(spring.state(from: start, after: 1e3).displacement > 0.98)
    #expect(spring.state(from: start, after: 1e200) == .rest)
  }

  @Test(arguments: extremes.filter { !$0.isFinite })
  func `that begins with what is no finite number is rest`(number: Double) {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in extremes {
      let (placeless, wild) = (
        Spring.State(displacement: number, velocity: 1),
        Spring.State(displacement: 1, velocity: number)
      )
      #expect(spring.state(from: placeless, after: time) == .rest)
      #expect(spring.state(from: wild, after: time) == .rest)
    }
  }

  @Test(arguments: extremes, extremes)
  func `is never NaN, whatever the spring is made of`(response: Double, fraction: Double) {
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
