import Controls
import Motion
import Scene

/// A spring that moves from 0 to 1 and is retargeted to 2 after a tenth of a second: its position
/// above, its velocity below.
struct RetargetingFigure {
  let theme: Theme
  let text: any TextMeasuring

  private static let animation = Animation.spring(response: 0.25, dampingFraction: 0.59)
  private static let turn = 0.1
  private static let end = 0.6

  func draw(into list: inout DisplayList) {
    drawPositions(into: &list)
    drawVelocities(into: &list)
  }

  private func drawPositions(into list: inout DisplayList) {
    let chart = Chart(
      plot: Rect(x: 56, y: 24, width: 556, height: 156), x: 0...Self.end, y: 0...2.5,
      theme: theme, text: text)
    chart.drawAxes(xTicks: [], yTicks: [(1, "1"), (2, "2")], into: &list)
    let first = Self.trajectory(isRetargeted: false)
    chart.drawCurve(
      theme.colors.secondaryText, over: Self.turn...Self.end, width: 1.5, isDashed: true,
      into: &list
    ) { first.value(at: Self.instant($0)) }
    drawBoth(in: chart, theme.colors.red, into: &list) { $0.value(at: $1) }
    chart.draw(
      "position", theme.colors.text, style: Chart.heading,
      at: chart.point(0.42, 2) + Vector(dx: 0, dy: -12), into: &list)
    chart.draw(
      "first motion without the change", at: chart.point(0.38, 1) + Vector(dx: 0, dy: 20),
      into: &list)
    chart.draw(
      "new target; position and velocity stay continuous", theme.colors.text, style: Chart.heading,
      at: chart.point(Self.turn, 0) + Vector(dx: 12, dy: -12), into: &list)
  }

  private func drawVelocities(into list: inout DisplayList) {
    let chart = Chart(
      plot: Rect(x: 56, y: 204, width: 556, height: 92), x: 0...Self.end, y: -6...26,
      theme: theme, text: text)
    chart.drawAxes(
      xTicks: [(0, "0 s"), (0.1, "0.1"), (0.2, "0.2"), (0.3, "0.3"), (0.4, "0.4"), (0.5, "0.5")],
      yTicks: [(0, "0"), (10, "10 /s"), (20, "20")], into: &list)
    drawBoth(in: chart, theme.colors.blue, into: &list) { $0.velocity(at: $1) }
    chart.draw(
      "velocity", theme.colors.text, style: Chart.heading,
      at: chart.point(0.42, 20) + Vector(dx: 0, dy: -8), into: &list)
  }

  /// Draws the motion to 1 and then to 2, and marks the instant of the change.
  private func drawBoth(
    in chart: Chart, _ color: Color, into list: inout DisplayList,
    _ number: (Animated<Double>, Instant) -> Double
  ) {
    let (first, second) = (Self.trajectory(isRetargeted: false), Self.trajectory(isRetargeted: true))
    chart.drawCurve(color, over: 0...Self.turn, into: &list) { number(first, Self.instant($0)) }
    chart.drawCurve(color, over: Self.turn...Self.end, into: &list) {
      number(second, Self.instant($0))
    }
    chart.drawLine(
      from: chart.point(Self.turn, chart.y.lowerBound),
      to: chart.point(Self.turn, chart.y.upperBound), theme.colors.fieldOutline, into: &list)
    let value = number(second, Self.instant(Self.turn))
    chart.drawDot(at: chart.point(Self.turn, value), theme.colors.text, into: &list)
  }

  private static func trajectory(isRetargeted: Bool) -> Animated<Double> {
    var value = Animated(0.0, threshold: 0.0005)
    value.animate(to: 1, at: .zero, with: animation)
    if isRetargeted { value.animate(to: 2, at: instant(turn), with: animation) }
    return value
  }

  private static func instant(_ time: Double) -> Instant { .zero + .seconds(time) }
}
