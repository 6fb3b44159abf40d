import Controls
import Gestures
package import Motion
package import Scene

extension SpringPlot {
  package func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let graph = graph(at: now)
    // Drawn in its own coordinate space, so that the cached image of the curve stays valid when the
    // plot moves.
    list.translated(by: frame.origin - .zero) { list in
      let shape = RoundedRect(Rect(origin: .zero, size: frame.size), cornerRadius: Style.cornerRadius)
      list.fill(.roundedRect(shape), colors.text.opacity(Style.backgroundOpacity))
      drawAxes(of: graph, into: &list)
      drawSettling(of: graph, into: &list)
      list.stroke(.path(graph.curve), colors.accent, width: Style.curve)
      drawPeak(of: graph, into: &list)
      drawDot(at: dotCenter(on: graph, at: now), into: &list)
      drawPlaySymbol(into: &list)
      if showsFocus { list.focusRing(around: shape, environment) }
    }
  }

  /// The font of numbers.
  private var labelStyle: TextStyle {
    let caption = theme.fonts.caption
    return TextStyle(family: caption.family, size: caption.size - 2, weight: .medium)
  }

  private func drawAxes(of graph: SpringGraph, into list: inout DisplayList) {
    let (area, text) = (graph.area, environment.theme.colors.text)
    for (number, position) in [("0", 0.0), ("1", 1.0)] {
      let y = environment.snapped(graph.y(of: position))
      list.fill(
        .rect(Rect(x: area.minX, y: y, width: area.width, height: environment.lineWidth(Style.axis))),
        text.opacity(Style.axisOpacity))
      let metrics = environment.text.metrics(of: number, style: labelStyle)
      write(number, at: Point(x: area.minX - Style.labelGap - metrics.advance, y: y), into: &list)
    }
    drawTimes(of: graph, into: &list)
  }

  /// Draws grid lines at round times, and the times below them.
  private func drawTimes(of graph: SpringGraph, into list: inout DisplayList) {
    let (area, span) = (graph.area, targetSpan)
    let intervalCount = Self.intervalCount(of: span)
    for index in 1...intervalCount {
      let time = span * Double(index) / Double(intervalCount)
      let x = environment.snapped(graph.x(of: time))
      guard x <= area.maxX + Style.axis else { break }
      list.fill(
        .rect(Rect(x: x, y: area.minY, width: environment.lineWidth(Style.axis), height: area.height)),
        environment.theme.colors.text.opacity(Style.gridOpacity))
      let number = String(time, decimals: span < 5 ? 1 : 0)
      drawTime(index == intervalCount ? "\(number) s" : number, below: x, in: area, into: &list)
    }
  }

  /// Returns the number of grid intervals of a round span: 5 for 0.5, 1, 5, 10 …; 4 for 2, 20 ….
  private static func intervalCount(of span: Double) -> Int {
    var digit = span
    while digit >= 10 { digit /= 10 }
    return digit == 2 ? 4 : 5
  }

  /// Draws a time below its grid line, centered, or as near to that as the width of the plot
  /// allows.
  private func drawTime(_ time: String, below x: Double, in area: Rect, into list: inout DisplayList) {
    let metrics = environment.text.metrics(of: time, style: labelStyle)
    let left = min(x - metrics.advance / 2, frame.width - Style.labelGap - metrics.advance)
    write(time, at: Point(x: left, y: area.maxY + Style.insets.bottom / 2), into: &list)
  }

  private func drawDot(at center: Point, into list: inout DisplayList) {
    let (style, colors) = (Theme.SpringPlot.dot, environment.theme.colors)
    list.translated(by: center - .zero) { list in
      list.fill(.roundedRect(.circle(center: .zero, radius: style.radius + style.outline)), colors.card)
      list.fill(.roundedRect(.circle(center: .zero, radius: style.radius)), colors.accent)
    }
  }

  private func drawPlaySymbol(into list: inout DisplayList) {
    let (style, colors) = (Theme.SpringPlot.play, environment.theme.colors)
    let box = Rect(
      x: frame.width - style.inset - style.size.width, y: style.inset, width: style.size.width,
      height: style.size.height)
    list.fill(.path(SymbolPath.play(in: box)), press.isHovered ? colors.accent : colors.secondaryText)
  }

  /// Draws a number.
  ///
  /// - Parameters:
  ///   - number: The number as text.
  ///   - isStrong: Whether to use the primary text color.
  ///   - middle: The middle of the leading edge of the text.
  ///   - list: The display list.
  func write(_ number: String, isStrong: Bool = false, at middle: Point, into list: inout DisplayList) {
    let (style, colors) = (labelStyle, theme.colors)
    let metrics = environment.text.metrics(of: number, style: style)
    list.text(
      number, style, isStrong ? colors.text : colors.secondaryText,
      at: Point(x: middle.x, y: metrics.baseline(aroundY: middle.y)), metrics: metrics)
  }

  /// The overshoot as user-visible text.
  package var overshootText: String {
    if spring.peakTime == nil { return "No overshoot" }
    return overshoot < Theme.SpringPlot.minimumOvershoot
      ? "Overshoot < 0.1 %" : "Overshoot \(Self.percent(overshoot))"
  }

  /// The settling time as user-visible text.
  package var settlingText: String { "Settles in \(Self.text(settlingTime: settlingTime))" }

  private static func percent(_ fraction: Double) -> String { "\(String(100 * fraction, decimals: 1)) %" }

  /// Returns a settling time as text, with at least three digits.
  private static func text(settlingTime time: Double) -> String {
    if time >= Spring.maximumSettlingTime { return "10 min or more" }
    return "\(String(time, decimals: time < 10 ? 2 : 1)) s"
  }

  /// Draws a line at the settling time, a label with the time, and a tint over the time after it.
  func drawSettling(of graph: SpringGraph, into list: inout DisplayList) {
    let accent = environment.theme.colors.accent
    let time = settlingTime(of: graph.spring)
    let x = environment.snapped(min(graph.x(of: time), graph.area.maxX))
    list.group(DisplayList.Group(clip: RoundedRect(graph.area, cornerRadius: 0))) { list in
      list.translated(by: Vector(dx: x, dy: graph.area.minY)) { list in
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
    let metrics = environment.text.metrics(of: time, style: labelStyle)
    let before = x - Style.labelGap - metrics.advance
    let left = before > area.minX + 2 * Style.labelGap ? before : x + 2 * Style.labelGap
    let middle = area.maxY - Style.labelGap - metrics.height / 2
    write(time, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }

  /// Draws a ring around the peak and the overshoot above it.
  func drawPeak(of graph: SpringGraph, into list: inout DisplayList) {
    guard graph.overshoot >= Style.minimumOvershoot, let time = graph.spring.peakTime, time <= graph.span
    else { return }
    let (peak, colors) = (graph.point(at: time), environment.theme.colors)
    list.translated(by: peak - .zero) { list in
      let ring = RoundedRect.circle(center: .zero, radius: Style.peak.radius)
      list.fill(.roundedRect(ring), colors.card)
      list.stroke(.roundedRect(ring), colors.accent, width: Style.peak.stroke)
    }
    let label = "+\(Self.percent(graph.overshoot))"
    let metrics = environment.text.metrics(of: label, style: labelStyle)
    let left = max(graph.area.minX, min(peak.x - metrics.advance / 2, graph.area.maxX - metrics.advance))
    let middle = peak.y - Style.peak.radius - Style.labelGap - metrics.height / 2
    write(label, isStrong: true, at: Point(x: left, y: middle), into: &list)
  }
}

extension SymbolPath {
  /// Returns the path of a play symbol (▶), to be filled.
  static func play(in box: Rect) -> Path {
    Path(lines: [box.origin, Point(x: box.maxX, y: box.midY), Point(x: box.minX, y: box.maxY)], closed: true)
  }
}
