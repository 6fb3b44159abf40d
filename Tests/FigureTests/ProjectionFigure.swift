import Motion
import Scene

@testable import Controls

/// A button thrown in a window: the projected end of the throw determines the edge, and the spring
/// to that edge starts with the pointer velocity.
struct ProjectionFigure {
  let theme: Theme
  let text: any TextMeasuring

  private static let window = Rect(x: 40, y: 24, width: 560, height: 292)
  /// The area of the button's center.
  private static let area = window.inset(by: 34)
  private static let radius = 22.0
  private static let release = Point(x: 190, y: 210)
  /// The pointer velocity, in logical pixels per second.
  private static let velocity = Vector(dx: 620, dy: -120)
  private static let spring = Spring(response: 0.45, dampingFraction: 0.7)

  func draw(into list: inout DisplayList) {
    let chart = Chart(plot: Self.window, x: 0...1, y: 0...1, theme: theme, text: text)
    list.fill(.roundedRect(RoundedRect(Self.window, cornerRadius: 10)), theme.colors.window)
    list.stroke(
      .roundedRect(RoundedRect(Self.area, cornerRadius: 0)), theme.colors.fieldOutline, width: 1)
    let thrown = Vector(
      dx: Decay.normal.projectedDistance(velocity: Self.velocity.dx),
      dy: Decay.normal.projectedDistance(velocity: Self.velocity.dy))
    let projected = Self.release + thrown
    let target = SnapMode.edges.restPosition(
      for: Self.release, throwDistance: thrown, in: Self.area)
    drawPointerPath(in: chart, into: &list)
    chart.drawLine(
      from: Self.release, to: projected, theme.colors.secondaryText, into: &list)
    drawButton(at: projected, opacity: 0.25, into: &list)
    drawTrajectory(to: target, in: chart, into: &list)
    drawButton(at: Self.release, opacity: 1, into: &list)
    drawButton(at: target, opacity: 1, into: &list)
    drawLabels(projected, target, in: chart, into: &list)
  }

  /// Draws the path of the pointer before the release.
  private func drawPointerPath(in chart: Chart, into list: inout DisplayList) {
    for step in 1...5 {
      let position = Self.release - Self.velocity * (Double(step) / 40)
      chart.drawDot(
        at: position, theme.colors.red.opacity(0.5 - Double(step) * 0.08), radius: 6, into: &list)
    }
  }

  /// Draws the trajectory of the spring, one dot for each sixtieth of a second.
  private func drawTrajectory(to target: Point, in chart: Chart, into list: inout DisplayList) {
    var position = Animated(Self.release, threshold: 0.5)
    position.animate(
      to: target, at: .zero, with: .spring(Self.spring),
      velocity: Point(x: Self.velocity.dx, y: Self.velocity.dy))
    for frame in 1...40 {
      let now = Instant.zero + .seconds(Double(frame) / 60)
      guard position.nextChange(after: now) != nil else { break }
      chart.drawDot(at: position.value(at: now), theme.colors.blue, radius: 2.5, into: &list)
    }
  }

  private func drawButton(at center: Point, opacity: Double, into list: inout DisplayList) {
    list.fill(
      .roundedRect(.circle(center: center, radius: Self.radius)),
      theme.colors.red.opacity(opacity))
  }

  private func drawLabels(
    _ projected: Point, _ target: Point, in chart: Chart, into list: inout DisplayList
  ) {
    chart.draw(
      "release", theme.colors.text, style: Chart.heading,
      at: Self.release + Vector(dx: 0, dy: 42), alignment: 0.5, into: &list)
    chart.draw(
      "projected end", theme.colors.text, style: Chart.heading,
      at: projected + Vector(dx: 0, dy: -32), alignment: 0.5, into: &list)
    chart.draw(
      "nearest edge", theme.colors.text, style: Chart.heading,
      at: target + Vector(dx: -12, dy: 42), alignment: 1, into: &list)
  }
}
