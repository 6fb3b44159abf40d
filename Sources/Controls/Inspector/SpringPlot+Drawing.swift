public import Motion
public import Scene

extension SpringPlot {
  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Style = Theme.SpringPlot
    let colors = environment.theme.colors
    let graph = graph(at: now)
    // Drawn in its own coordinate space, so that the cached image of the curve stays valid when the
    // plot moves.
    let transform = Transform(translation: frame.origin - .zero)
    list.group(DisplayList.Group(transform: transform)) { list in
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

  private func drawAxes(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Style = Theme.SpringPlot
    let (area, text) = (graph.area, environment.theme.colors.text)
    for (number, position) in [("0", 0.0), ("1", 1.0)] {
      let y = environment.snapped(graph.y(of: position))
      list.fill(
        .rect(Rect(x: area.minX, y: y, width: area.width, height: environment.lineWidth(Style.axis))),
        text.opacity(Style.axisOpacity))
      let metrics = environment.text.metrics(of: number, style: Style.label)
      write(number, at: Point(x: area.minX - Style.labelGap - metrics.advance, y: y), into: &list)
    }
    drawTimes(of: graph, into: &list)
  }

  /// Draws grid lines at round times, and the times below them.
  private func drawTimes(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Style = Theme.SpringPlot
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
    typealias Style = Theme.SpringPlot
    let metrics = environment.text.metrics(of: time, style: Style.label)
    let left = min(x - metrics.advance / 2, frame.width - Style.labelGap - metrics.advance)
    write(time, at: Point(x: left, y: area.maxY + Style.insets.bottom / 2), into: &list)
  }

  private func drawDot(at center: Point, into list: inout DisplayList) {
    let (style, colors) = (Theme.SpringPlot.dot, environment.theme.colors)
    let transform = Transform(translation: center - .zero)
    list.group(DisplayList.Group(transform: transform)) { list in
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
    let (style, colors) = (Theme.SpringPlot.label, environment.theme.colors)
    let metrics = environment.text.metrics(of: number, style: style)
    list.text(
      number, style, isStrong ? colors.text : colors.secondaryText,
      at: Point(x: middle.x, y: metrics.baseline(aroundY: middle.y)), metrics: metrics)
  }
}
