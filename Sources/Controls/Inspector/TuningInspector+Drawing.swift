public import Motion
public import Scene

extension TuningInspector {
  public func draw(into list: inout DisplayList, at now: Instant) {
    drawTitle(into: &list)
    close.draw(into: &list, at: now)
    plot.draw(into: &list, at: now)
    drawPlotText(into: &list)
    for parameter in Parameter.allCases { drawRow(of: parameter, into: &list, at: now) }
    write(Self.snapTitle, in: layout.snapTitle, into: &list)
    snap.draw(into: &list, at: now)
    slowMotion.draw(into: &list, at: now)
    var copy = copy
    copy.content = hasCopied(at: now) ? .checked(Self.copiedTitle) : .text(Self.copyTitle)
    copy.draw(into: &list, at: now)
    reset.draw(into: &list, at: now)
  }

  private func drawTitle(into list: inout DisplayList) {
    let style = Theme.Fonts.heading
    let metrics = environment.text.metrics(of: Self.title, style: style)
    list.text(
      Self.title, style, environment.theme.colors.text,
      at: Point(x: layout.title.minX, y: metrics.baseline(aroundY: layout.title.midY)), metrics: metrics)
  }

  /// Draws the overshoot and the settling time as text below the plot, for users who cannot read
  /// the plot.
  private func drawPlotText(into list: inout DisplayList) {
    let color = environment.theme.colors.secondaryText
    write(plot.overshootText, color, in: layout.plotText, into: &list)
    write(plot.settlingText, color, isTrailing: true, in: layout.plotText, into: &list)
  }

  private func drawRow(of parameter: Parameter, into list: inout DisplayList, at now: Instant) {
    let row = layout.rows[parameter.rawValue]
    write(parameter.label, in: row, into: &list)
    sliders[parameter.rawValue].draw(into: &list, at: now)
    write(parameter.text(for: value(of: parameter)), isTrailing: true, in: row, into: &list)
  }

  /// Draws a line of text at the leading or trailing edge of a frame, vertically centered.
  private func write(
    _ text: String, _ color: Color? = nil, isTrailing: Bool = false, in frame: Rect,
    into list: inout DisplayList
  ) {
    let metrics = metrics(of: text)
    let origin = Point(
      x: isTrailing ? frame.maxX - metrics.advance : frame.minX, y: metrics.baseline(aroundY: frame.midY))
    list.text(text, Theme.Fonts.caption, color ?? environment.theme.colors.text, at: origin, metrics: metrics)
  }
}
