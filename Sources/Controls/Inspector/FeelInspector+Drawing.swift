public import Motion
public import Scene

extension FeelInspector {
  public func draw(into list: inout DisplayList, at now: Instant) {
    drawTitle(into: &list)
    close.draw(into: &list, at: now)
    plot.draw(into: &list, at: now)
    drawWords(into: &list)
    for quantity in Quantity.allCases { drawRow(of: quantity, into: &list, at: now) }
    write(Self.snapTitle, in: layout.snapTitle, into: &list)
    snap.draw(into: &list, at: now)
    slowMotion.draw(into: &list, at: now)
    var copy = copy
    copy.face = hasCopied(at: now) ? .checked(Self.copiedTitle) : .words(Self.copyTitle)
    copy.draw(into: &list, at: now)
    reset.draw(into: &list, at: now)
  }

  private func drawTitle(into list: inout DisplayList) {
    let style = Theme.Fonts.heading
    let metrics = environment.text.metrics(of: Self.title, style: style)
    list.text(
      Self.title, style, environment.theme.colors.text,
      at: Point(x: layout.title.minX, y: metrics.baseline(aroundY: layout.title.midY)),
      metrics: metrics)
  }

  /// The plot's numbers for those who cannot read them there.
  private func drawWords(into list: inout DisplayList) {
    let color = environment.theme.colors.secondaryText
    write(plot.overshootWords, color, in: layout.words, into: &list)
    write(plot.settlingWords, color, isTrailing: true, in: layout.words, into: &list)
  }

  private func drawRow(
    of quantity: Quantity, into list: inout DisplayList, at now: Instant
  ) {
    let row = layout.rows[quantity.rawValue]
    write(quantity.title, in: row, into: &list)
    sliders[quantity.rawValue].draw(into: &list, at: now)
    write(
      quantity.words(for: value(of: quantity)), isTrailing: true, in: row, into: &list)
  }

  /// One line at the leading or trailing side of a frame, in the middle of its height.
  private func write(
    _ words: String, _ color: Color? = nil, isTrailing: Bool = false, in frame: Rect,
    into list: inout DisplayList
  ) {
    let metrics = metrics(of: words)
    let origin = Point(
      x: isTrailing ? frame.maxX - metrics.advance : frame.minX,
      y: metrics.baseline(aroundY: frame.midY))
    list.text(
      words, Theme.Fonts.caption, color ?? environment.theme.colors.text, at: origin,
      metrics: metrics)
  }
}
