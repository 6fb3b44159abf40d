public import Motion
public import Scene

extension SpringPlot {
  public func draw(into list: inout DisplayList, at now: Instant) {
    typealias Look = Theme.SpringPlot
    let colors = environment.theme.colors
    let graph = graph(at: now)
    // In its own space, so that the curve's picture stays good wherever the plot is put.
    let place = Transform(translation: frame.origin - .zero)
    list.group(DisplayList.Group(transform: place)) { list in
      let shape = RoundedRect(
        Rect(origin: .zero, size: frame.size), cornerRadius: Look.cornerRadius)
      list.fill(.roundedRect(shape), colors.text.opacity(Look.backgroundOpacity))
      drawAxes(of: graph, into: &list)
      drawSettling(of: graph, into: &list)
      list.stroke(.path(graph.curve), colors.accent, width: Look.curve)
      drawPeak(of: graph, into: &list)
      drawDot(at: dotCenter(on: graph, at: now), into: &list)
      drawPlaySign(into: &list)
      if showsFocus { list.focusRing(around: shape, environment) }
    }
  }

  private func drawAxes(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Look = Theme.SpringPlot
    let (area, text) = (graph.area, environment.theme.colors.text)
    for (number, position) in [("0", 0.0), ("1", 1.0)] {
      let y = environment.snapped(graph.y(of: position))
      list.fill(
        .rect(Rect(x: area.minX, y: y, width: area.width, height: environment.line(Look.axis))),
        text.opacity(Look.axisOpacity))
      let metrics = environment.text.metrics(of: number, style: Look.label)
      write(
        number, at: Point(x: area.minX - Look.labelGap - metrics.advance, y: y), into: &list)
    }
    drawTimes(of: graph, into: &list)
  }

  /// Lines at round times, and the times below them.
  private func drawTimes(of graph: SpringGraph, into list: inout DisplayList) {
    typealias Look = Theme.SpringPlot
    let (area, span) = (graph.area, targetSpan)
    let pieces = Self.pieces(of: span)
    for piece in 1...pieces {
      let time = span * Double(piece) / Double(pieces)
      let x = environment.snapped(graph.x(of: time))
      guard x <= area.maxX + Look.axis else { break }
      list.fill(
        .rect(Rect(x: x, y: area.minY, width: environment.line(Look.axis), height: area.height)),
        environment.theme.colors.text.opacity(Look.gridOpacity))
      let number = String(time, decimals: span < 5 ? 1 : 0)
      drawTime(piece == pieces ? "\(number) s" : number, below: x, in: area, into: &list)
    }
  }

  /// Into how many round pieces a round span falls: 0.5, 1, 5, 10 … into 5, 2, 20 … into 4.
  private static func pieces(of span: Double) -> Int {
    var digit = span
    while digit >= 10 { digit /= 10 }
    return digit == 2 ? 4 : 5
  }

  /// A time in the middle below its line, or as near to that as there is room.
  private func drawTime(
    _ time: String, below x: Double, in area: Rect, into list: inout DisplayList
  ) {
    typealias Look = Theme.SpringPlot
    let metrics = environment.text.metrics(of: time, style: Look.label)
    let left = min(x - metrics.advance / 2, frame.width - Look.labelGap - metrics.advance)
    write(
      time, at: Point(x: left, y: area.maxY + Look.insets.bottom / 2), into: &list)
  }

  private func drawDot(at center: Point, into list: inout DisplayList) {
    let (look, colors) = (Theme.SpringPlot.dot, environment.theme.colors)
    let place = Transform(translation: center - .zero)
    list.group(DisplayList.Group(transform: place)) { list in
      list.fill(
        .roundedRect(.circle(center: .zero, radius: look.radius + look.outline)), colors.card)
      list.fill(.roundedRect(.circle(center: .zero, radius: look.radius)), colors.accent)
    }
  }

  private func drawPlaySign(into list: inout DisplayList) {
    let (look, colors) = (Theme.SpringPlot.play, environment.theme.colors)
    let box = Rect(
      x: frame.width - look.inset - look.size.width, y: look.inset, width: look.size.width,
      height: look.size.height)
    list.fill(
      .path(Glyph.play(in: box)),
      press.isHovered ? colors.accent : colors.secondaryText)
  }

  /// Writes a number.
  ///
  /// - Parameter middle: Of its leading side.
  func write(
    _ number: String, isStrong: Bool = false, at middle: Point, into list: inout DisplayList
  ) {
    let (style, colors) = (Theme.SpringPlot.label, environment.theme.colors)
    let metrics = environment.text.metrics(of: number, style: style)
    list.text(
      number, style, isStrong ? colors.text : colors.secondaryText,
      at: Point(x: middle.x, y: metrics.baseline(aroundY: middle.y)),
      metrics: metrics)
  }
}
