import Controls
import Motion
import Scene

/// The geometry of the step response of a spring in a plot. Time increases to the right, and
/// position upward.
struct SpringGraph {
  let spring: Spring
  /// The span of the time axis, in seconds.
  let span: Double
  /// The rectangle between the ends of the axes.
  let area: Rect
  /// The overshoot of the spring beyond 1.
  let overshoot: Double

  init(_ spring: Spring, span: Double, area: Rect) {
    self.spring = spring
    self.span = span
    self.area = area
    overshoot = spring.overshoot
  }

  /// The height of the position 1, in logical pixels. The maximum of the curve is at the top of
  /// `area`.
  var unit: Double { area.height / (1 + overshoot) }

  func x(of time: Double) -> Double { area.minX + time / span * area.width }

  func y(of position: Double) -> Double { area.maxY - position * unit }

  /// Returns the point of the curve at a time in seconds.
  func point(at time: Double) -> Point {
    Point(x: x(of: time), y: y(of: spring.stepResponse(after: time).position))
  }

  /// The curve over the whole span.
  ///
  /// Each segment is the cubic with the position and velocity of the spring at both ends. Its error
  /// is at most h⁴/384 times the fourth derivative, which never exceeds ω₀⁴·(1 + 4ζ²) of `unit`.
  /// With segments of length h = 1/(2ω₀), or 1/(2ζω₀) above critical damping, the error is below
  /// 1/1000.
  ///
  /// - Complexity: O(*n*) in the number of oscillations.
  var curve: Path {
    var path = Path()
    path.move(to: Point(x: area.minX, y: area.maxY))
    let settled = spring.stepSettlingTime(threshold: Theme.SpringPlot.tolerance / unit)
    addSegments(until: min(settled, span), to: &path)
    if settled < span {
      path.line(to: Point(x: x(of: settled), y: y(of: 1)))
      path.line(to: Point(x: area.maxX, y: y(of: 1)))
    }
    return path
  }

  private func addSegments(until end: Double, to path: inout Path) {
    let segmentRate = 2 * spring.angularFrequency * max(1, spring.dampingFraction)
    guard end > 0 else { return }
    let count = Int(min(end * segmentRate, Double(Theme.SpringPlot.maximumSegmentCount)).rounded(.up))
    let interval = end / Double(count)
    var (position, velocity) = (0.0, 0.0)
    for index in 1...count {
      let stop = index == count ? end : Double(index) * interval
      let next = spring.stepResponse(after: stop)
      path.curve(
        to: Point(x: x(of: stop), y: y(of: next.position)),
        Point(x: x(of: stop - interval * 2 / 3), y: y(of: position + velocity * interval / 3)),
        Point(x: x(of: stop - interval / 3), y: y(of: next.position - next.velocity * interval / 3)))
      (position, velocity) = next
    }
  }
}

/// The step response of a spring: its motion from rest at 0 to the target 1.
extension Spring {
  private static let unitStep = State(displacement: -1, velocity: 0)

  /// Returns the position and the velocity at a time after release, in seconds.
  func stepResponse(after time: Double) -> (position: Double, velocity: Double) {
    let state = state(from: Self.unitStep, after: time)
    return (1 + state.displacement, state.velocity)
  }

  /// The time of the maximum, in seconds: π/(ω₀√(1 − ζ²)). `nil` if the spring does not overshoot.
  var peakTime: Double? {
    guard angularFrequency.isFinite, dampingFraction < 1 else { return nil }
    return .pi / waveFrequency
  }

  /// The overshoot beyond 1, 0…1: e^(−πζ/√(1 − ζ²)), the displacement at `peakTime`.
  var overshoot: Double { peakTime.map { stepResponse(after: $0).position - 1 } ?? 0 }

  /// Returns the last time at which the distance from 1 exceeds `threshold`, in seconds.
  func stepSettlingTime(threshold: Double) -> Double {
    settlingTime(from: Self.unitStep, threshold: threshold)
  }
}
