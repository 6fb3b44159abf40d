import Controls
import Motion
import Scene

/// Three springs with different damping that move from 0 to 1.
struct RegimesFigure {
  let theme: Theme
  let text: any TextMeasuring

  private static let response = 0.5

  func draw(into list: inout DisplayList) {
    let chart = Chart(
      plot: Rect(x: 56, y: 28, width: 556, height: 264), x: 0...1.2, y: 0...1.25, theme: theme,
      text: text)
    chart.drawAxes(
      xTicks: [(0, "0 s"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1 s")],
      yTicks: [(0.5, "½"), (1, "1")], into: &list)
    let colors = theme.colors
    for (row, fraction, color, label) in [
      (0.0, 0.5, colors.red, "damping fraction 0.5: overshoots"),
      (1, 1, colors.blue, "1: fastest, no overshoot"),
      (2, 2, colors.green, "2: slow"),
    ] {
      chart.drawCurve(color, into: &list) { Self.position(at: $0, fraction) }
      let point = chart.point(0.66, 0.4) + Vector(dx: 0, dy: 24 * row)
      chart.drawDot(at: point, color, into: &list)
      chart.draw(
        label, colors.text, style: Chart.heading, at: point + Vector(dx: 12, dy: 4.5), into: &list)
    }
  }

  private static func position(at time: Double, _ fraction: Double) -> Double {
    let spring = Spring(response: response, dampingFraction: fraction)
    let start = Spring.State(displacement: -1, velocity: 0)
    return 1 + spring.state(from: start, after: time).displacement
  }
}
