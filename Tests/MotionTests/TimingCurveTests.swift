import Motion
import TestSupport
import Testing

@Suite struct `Timing curve` {
  private static let curves: [TimingCurve] = [
    .linear, .ease, .easeIn, .easeOut, .easeInOut, TimingCurve(1, 0, 0, 1),
    TimingCurve(0, 1, 1, 0), TimingCurve(0.3, -1, 0.7, 2),
  ]

  private static let tables: [(TimingCurve, [[Double]])] = [
    (.ease, Oracle.ease), (.easeIn, Oracle.easeIn), (.easeOut, Oracle.easeOut),
    (.easeInOut, Oracle.easeInOut),
  ]

  @Test(arguments: tables)
  func `matches the CSS curves computed with 50 digits`(curve: TimingCurve, rows: [[Double]]) {
    for row in rows { #expect(abs(curve.value(at: row[0]) - row[1]) <= 2e-15) }
  }

  @Test(arguments: curves)
  func `begins exactly at 0 and ends exactly at 1`(curve: TimingCurve) {
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: -1) == 0)
    #expect(curve.value(at: 1) == 1)
    #expect(curve.value(at: 2) == 1)
    #expect(curve.value(at: .nan) == 1)
  }

  @Test func `is the identity at constant speed`() {
    for step in 0...100 {
      #expect(TimingCurve.linear.value(at: Double(step) / 100) == Double(step) / 100)
      #expect(TimingCurve.linear.velocity(at: Double(step) / 100) == 1)
    }
  }

  @Test(arguments: seeds(100))
  func `never decreases with increasing control points`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (x1, x2) = (
      Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator)
    )
    let curve = TimingCurve(x1, Double.random(in: 0...1, using: &generator), x2, 1)
    let values = (0...500).map { curve.value(at: Double($0) / 500) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 2e-15 })
  }

  @Test(arguments: seeds(100))
  func `returns its derivative as its velocity`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    func coordinate(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let curve = TimingCurve(
      coordinate(0.05...0.95), coordinate(-1...2), coordinate(0.05...0.95), coordinate(-1...2))
    let time = coordinate(0.02...0.98)
    let step = 1e-5
    let slope = (curve.value(at: time + step) - curve.value(at: time - step)) / (2 * step)
    #expect(abs(curve.velocity(at: time) - slope) <= 1e-4 * max(1, abs(slope)))
  }

  @Test(arguments: [
    (TimingCurve.ease, 0.4, 0.0), (.easeIn, 0, 1 / 0.58), (.easeOut, 1 / 0.58, 0),
    (.easeInOut, 0, 0),
    (TimingCurve(0, 1, 1, 0), 0, 0), (TimingCurve(0.5, 2, 0.5, 2), 4, -2),
  ])
  func `starts and ends with the slope of its tangents`(
    curve: TimingCurve, start: Double, end: Double
  ) {
    #expect(isClose(curve.velocity(at: 0), start))
    #expect(isClose(curve.velocity(at: 1), end))
    #expect(curve.velocity(at: .nan) == curve.velocity(at: 1))
    #expect(curve.velocity(at: -1) == curve.velocity(at: 0))
  }

  @Test func `clamps coordinates outside their ranges`() {
    #expect(TimingCurve(-1, 0, 2, 1) == TimingCurve(0, 0, 1, 1))
    #expect(TimingCurve(.nan, .nan, .nan, .nan) == .linear)
    #expect(TimingCurve(0.5, .infinity, 0.5, -.infinity) == TimingCurve(0.5, 1e6, 0.5, -1e6))
  }

  @Test(arguments: extremes, extremes)
  func `is always finite`(a: Double, b: Double) {
    for (c, d) in extremes.flatMap({ c in extremes.map { (c, $0) } }) {
      let curve = TimingCurve(a, b, c, d)
      for time in [0, 1e-12, 0.3, 0.5, 1 - 1e-12, 1] {
        let isFinite = curve.value(at: time).isFinite && curve.velocity(at: time).isFinite
        if !isFinite { Issue.record("\(curve) at \(time)") }
      }
    }
  }
}
