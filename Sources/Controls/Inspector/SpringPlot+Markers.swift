import Motion
import Scene

extension SpringPlot {
  /// The overshoot as user-visible text.
  public var overshootText: String {
    if spring.peakTime == nil { return "No overshoot" }
    return overshoot < Theme.SpringPlot.minimumOvershoot
      ? "Overshoot < 0.1 %" : "Overshoot \(Self.percent(overshoot))"
  }

  /// The settling time as user-visible text.
  public var settlingText: String { "Settles in \(Self.text(settlingTime: settlingTime))" }

  private static func percent(_ fraction: Double) -> String { "\(String(100 * fraction, decimals: 1)) %" }

  /// Returns a settling time as text, with at least three digits.
  private static func text(settlingTime time: Double) -> String {
    if time >= Spring.maximumSettlingTime { return "10 min or more" }
    return "\(String(time, decimals: time < 10 ? 2 : 1)) s"
  }

  /// Draws a line at the settling time, a label with the time, and a tint over the time after it.
  func drawSettling(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Style = Theme.SpringPlot
    let accent = environment.theme.colors.accent
    let time = settlingTime(of: graph.spring)
    let x = environment.snapped(min(graph.x(of: time), graph.area.maxX))
    let after = Transform(translation: Vector(dx: x, dy: graph.area.minY))
    let clipped = DisplayList.Group(clip: RoundedRect(graph.area, cornerRadius: 0))
    list.group(clipped) { list in
      list.group(DisplayList.Group(transform: after)) { list in
        let size = graph.area.size
        let line = Size(width: environment.lineWidth(Style.axis), height: size.height)
        list.fill(.rect(Rect(origin: .zero, size: size)), accent.opacity(Style.settledOpacity))
        list.fill(.rect(Rect(origin: .zero, size: line)), accent)
      }
    }
    drawSettlingTime(Self.text(settlingTime: time), at: x, in: graph.area, into: &list)
  }

  /// Draws the settling time before its line, or after it if there is too little space before. The
  /// text does not overlap the curve.
  private func drawSettlingTime(_ time: String, at x: Double, in area: Rect, into list: inout DisplayList) {
    typealias Style = Theme.SpringPlot
    let metrics = environment.text.metrics(of: time, style: Style.label)
    let before = x - Style.labelGap - metrics.advance
    let left = before > area.minX + 2 * Style.labelGap ? before : x + 2 * Style.labelGap
    let middle = area.maxY - Style.labelGap - metrics.height / 2
    write(time, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }

  /// Draws a ring around the peak and the overshoot above it.
  func drawPeak(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Style = Theme.SpringPlot
    guard graph.overshoot >= Style.minimumOvershoot, let time = graph.spring.peakTime, time <= graph.span
    else { return }
    let (peak, colors) = (graph.point(at: time), environment.theme.colors)
    let transform = Transform(translation: peak - .zero)
    list.group(DisplayList.Group(transform: transform)) { list in
      let ring = RoundedRect.circle(center: .zero, radius: Style.peak.radius)
      list.fill(.roundedRect(ring), colors.card)
      list.stroke(.roundedRect(ring), colors.accent, width: Style.peak.stroke)
    }
    let label = "+\(Self.percent(graph.overshoot))"
    let metrics = environment.text.metrics(of: label, style: Style.label)
    let left = max(graph.area.minX, min(peak.x - metrics.advance / 2, graph.area.maxX - metrics.advance))
    let middle = peak.y - Style.peak.radius - Style.labelGap - metrics.height / 2
    write(label, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }
}
