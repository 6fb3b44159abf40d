import Motion
import Scene

extension SpringPlot {
  /// How far it overshoots, in words.
  public var overshootWords: String {
    if spring.peakTime == nil { return "No overshoot" }
    return overshoot < Theme.SpringPlot.leastOvershoot
      ? "Overshoot < 0.1 %" : "Overshoot \(Self.percent(overshoot))"
  }

  /// When it has settled, in words.
  public var settlingWords: String {
    "Settles in \(Self.words(settlingTime: settlingTime))"
  }

  private static func percent(_ fraction: Double) -> String {
    "\(String(100 * fraction, decimals: 1)) %"
  }

  /// With three digits or more.
  private static func words(settlingTime time: Double) -> String {
    if time >= Spring.longestSettlingTime { return "10 min or more" }
    return "\(String(time, decimals: time < 10 ? 2 : 1)) s"
  }

  /// A line at the settling time, with the time beside it, and a tint over what comes after.
  func drawSettling(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Look = Theme.SpringPlot
    let accent = environment.theme.colors.accent
    let time = settlingTime(of: graph.spring)
    let x = environment.snapped(min(graph.x(of: time), graph.area.maxX))
    let after = Transform(translation: Vector(dx: x, dy: graph.area.minY))
    let rest = DisplayList.Group(clip: RoundedRect(graph.area, cornerRadius: 0))
    list.group(rest) { list in
      list.group(DisplayList.Group(transform: after)) { list in
        let size = graph.area.size
        let line = Size(width: environment.line(Look.axis), height: size.height)
        list.fill(.rect(Rect(origin: .zero, size: size)), accent.opacity(Look.settledOpacity))
        list.fill(.rect(Rect(origin: .zero, size: line)), accent)
      }
    }
    drawSettlingTime(Self.words(settlingTime: time), at: x, in: graph.area, into: &list)
  }

  /// The time stands where the curve is not: before the line, or after it where it comes early.
  private func drawSettlingTime(
    _ time: String, at x: Double, in area: Rect, into list: inout DisplayList
  ) {
    typealias Look = Theme.SpringPlot
    let metrics = environment.text.metrics(of: time, style: Look.label)
    let before = x - Look.labelGap - metrics.advance
    let left = before > area.minX + 2 * Look.labelGap ? before : x + 2 * Look.labelGap
    let middle = area.maxY - Look.labelGap - metrics.height / 2
    write(time, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }

  /// A ring around the peak, with the overshoot above it.
  func drawPeak(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Look = Theme.SpringPlot
    guard graph.overshoot >= Look.leastOvershoot, let time = graph.spring.peakTime,
      time <= graph.span
    else { return }
    let (peak, colors) = (graph.point(at: time), environment.theme.colors)
    let place = Transform(translation: peak - .zero)
    list.group(DisplayList.Group(transform: place)) { list in
      let ring = RoundedRect.circle(center: .zero, radius: Look.peak.radius)
      list.fill(.roundedRect(ring), colors.card)
      list.stroke(.roundedRect(ring), colors.accent, width: Look.peak.stroke)
    }
    let label = "+\(Self.percent(graph.overshoot))"
    let metrics = environment.text.metrics(of: label, style: Look.label)
    let left = max(
      graph.area.minX, min(peak.x - metrics.advance / 2, graph.area.maxX - metrics.advance))
    let middle = peak.y - Look.peak.radius - Look.labelGap - metrics.height / 2
    write(label, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }
}
