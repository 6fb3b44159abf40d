import Controls
import Motion
import Scene

/// The end of the motion of a spring over 300 pixels.
struct SettlingFigure {
  let theme: Theme
  let text: any TextMeasuring

  private static let spring = Spring(response: 0.25, dampingFraction: 0.59)
  private static let start = Spring.State(displacement: -300, velocity: 0)
  private static let threshold = 0.5

  func draw(into list: inout DisplayList) {
    let chart = Chart(
      plot: Rect(x: 64, y: 28, width: 548, height: 264), x: 0.28...0.56, y: -4.5...2.5,
      theme: theme, text: text)
    drawBand(in: chart, into: &list)
    chart.drawAxes(
      xTicks: [(0.3, "0.3 s"), (0.35, "0.35"), (0.4, "0.4"), (0.45, "0.45"), (0.5, "0.5 s")],
      yTicks: [(-4, "−4 px"), (-2, "−2"), (0, "0"), (2, "2 px")], into: &list)
    drawEnvelope(in: chart, into: &list)
    chart.drawCurve(
      theme.colors.red.opacity(0.5), width: 1.5, isDashed: true, into: &list, displacement)
    chart.drawCurve(
      theme.colors.red, over: chart.x.lowerBound...end, into: &list, displacement)
    drawFrames(in: chart, into: &list)
    drawEnd(in: chart, into: &list)
  }

  private func displacement(_ time: Double) -> Double {
    Self.spring.state(from: Self.start, after: time).displacement
  }

  /// Draws the invisible range of half a pixel to either side.
  private func drawBand(in chart: Chart, into list: inout DisplayList) {
    let top = chart.point(chart.x.lowerBound, Self.threshold)
    let bottom = chart.point(chart.x.upperBound, -Self.threshold)
    list.fill(
      .rect(Rect(x: top.x, y: top.y, width: bottom.x - top.x, height: bottom.y - top.y)),
      theme.colors.selection)
    chart.draw(
      "± half a pixel", at: Point(x: bottom.x - 8, y: top.y - 8), alignment: 1, into: &list)
  }

  /// Draws the envelope of the oscillation, by which other libraries determine the end.
  private func drawEnvelope(in chart: Chart, into list: inout DisplayList) {
    let fraction = Self.spring.dampingFraction
    let envelope = Envelope(
      height: 300 / ((1 - fraction) * (1 + fraction)).squareRoot(),
      decay: Self.spring.damping / 2)
    let end = envelope.time(until: Self.threshold)
    chart.drawCurve(
      theme.colors.secondaryText, width: 1.5, isDashed: true, into: &list
    ) { -envelope.value(at: $0) }
    let marker = chart.point(end, -Self.threshold)
    chart.drawDot(at: marker, theme.colors.secondaryText, into: &list)
    chart.draw(
      "end by the envelope bound, \(Self.rounded(end)) s",
      at: marker + Vector(dx: 24, dy: 34), alignment: 0.45, into: &list)
  }

  /// Draws the position in each frame at 60 frames per second.
  private func drawFrames(in chart: Chart, into list: inout DisplayList) {
    for frame in 17...30 {
      let time = Double(frame) / 60
      let value = time < end ? displacement(time) : 0
      chart.drawDot(at: chart.point(time, value), theme.colors.red, into: &list)
    }
    chart.draw(
      "frame 24: at rest", theme.colors.text, style: Chart.heading,
      at: chart.point(0.4, 0) + Vector(dx: 0, dy: -32), alignment: 0.5, into: &list)
  }

  private var end: Double {
    Self.spring.settlingTime(from: Self.start, threshold: Self.threshold)
  }

  private func drawEnd(in chart: Chart, into list: inout DisplayList) {
    let marker = chart.point(end, displacement(end))
    chart.drawLine(
      from: marker, to: Point(x: marker.x, y: chart.plot.maxY), theme.colors.blue, width: 1.5,
      into: &list)
    chart.drawDot(at: marker, theme.colors.blue, into: &list)
    chart.draw(
      "last crossing, \(Self.rounded(end)) s", theme.colors.text, style: Chart.heading,
      at: Point(x: marker.x + 10, y: chart.plot.maxY - 12), into: &list)
  }

  /// Returns a number with four decimal places.
  private static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}
