import Motion
import Scene

/// Where a spring's way from 0 to 1 lies in a plot: time to the right, position upward.
struct SpringGraph {
  let spring: Spring
  /// What the time axis shows, in seconds.
  let span: Double
  /// Between the ends of the axes.
  let area: Rect
  /// How far the spring goes beyond 1.
  let overshoot: Double

  init(_ spring: Spring, span: Double, area: Rect) {
    self.spring = spring
    self.span = span
    self.area = area
    overshoot = spring.overshoot
  }

  /// The length of 1 upward; the highest point of the curve is at the area's top.
  var unit: Double { area.height / (1 + overshoot) }

  func x(of time: Double) -> Double { area.minX + time / span * area.width }

  func y(of position: Double) -> Double { area.maxY - position * unit }

  /// Where the curve is at a time.
  func point(at time: Double) -> Point {
    Point(x: x(of: time), y: y(of: spring.stepResponse(after: time).position))
  }

  /// The curve over the whole span.
  ///
  /// Each piece is the cubic that has the spring's own position and velocity at both ends. It is
  /// off by at most h⁴/384 times the fourth derivative, which at no time is more than ω₀⁴·(1 + 4ζ²)
  /// of `unit`: with pieces of h = 1/(2ω₀), above critical damping 1/(2ζω₀), less than a part in
  /// a thousand.
  ///
  /// - Complexity: O(*n*) in the number of oscillations.
  var curve: Path {
    var path = Path()
    path.move(to: Point(x: area.minX, y: area.maxY))
    let settled = spring.stepSettlingTime(threshold: Theme.SpringPlot.tolerance / unit)
    addPieces(until: min(settled, span), to: &path)
    if settled < span {
      path.line(to: Point(x: x(of: settled), y: y(of: 1)))
      path.line(to: Point(x: area.maxX, y: y(of: 1)))
    }
    return path
  }

  private func addPieces(until end: Double, to path: inout Path) {
    let pace = 2 * spring.angularFrequency * max(1, spring.dampingFraction)
    guard end > 0 else { return }
    let count = Int(min(end * pace, Double(Theme.SpringPlot.mostPieces)).rounded(.up))
    let piece = end / Double(count)
    var (position, velocity) = (0.0, 0.0)
    for index in 1...count {
      let stop = index == count ? end : Double(index) * piece
      let next = spring.stepResponse(after: stop)
      path.curve(
        to: Point(x: x(of: stop), y: y(of: next.position)),
        Point(x: x(of: stop - piece * 2 / 3), y: y(of: position + velocity * piece / 3)),
        Point(x: x(of: stop - piece / 3), y: y(of: next.position - next.velocity * piece / 3)))
      (position, velocity) = next
    }
  }
}
