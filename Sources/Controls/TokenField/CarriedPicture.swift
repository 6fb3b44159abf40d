public import Scene

/// What is seen at the pointer while it carries tokens out of the window, in logical pixels.
public struct CarriedPicture {
  /// From the origin on.
  public var drawing = DisplayList()
  public var size = Size(width: 0, height: 0)
  /// The place in it that is at the pointer.
  public var hotSpot: Point
}

extension TokenField {
  /// The tokens that the pointer carries, one below the other: the one by which they were taken,
  /// some others, and how many more there are. `nil` where nothing is carried.
  ///
  /// To be asked before `carryOut(at:)`.
  public var carriedPicture: CarriedPicture? {
    guard case .carrying(let carried) = grip, carried.index < count,
      let taken = editor.units[carried.index].token
    else { return nil }
    var picture = CarriedPicture(hotSpot: .zero + (.zero - carried.picture.origin))
    for token in shownTokens(beside: taken) { add(token, to: &picture) }
    let rest = editor.selectedCounts.tokens - Theme.TokenField.mostCarriedShown
    if rest > 0 { add("+ \(rest) more", to: &picture) }
    picture.hotSpot.x = min(picture.hotSpot.x, picture.size.width)
    return picture
  }

  private func shownTokens(beside taken: Token) -> [Token] {
    let others = editor.selectedUnits.lazy.compactMap(\.token).filter { $0.id != taken.id }
    return [taken] + others.prefix(Theme.TokenField.mostCarriedShown - 1)
  }

  private func add(_ token: Token, to picture: inout CarriedPicture) {
    let size = editor.kind.size(
      of: token, within: Theme.TokenField.widestCarried, in: environment)
    let frame = addRow(size, to: &picture)
    editor.kind.draw(
      token, in: frame, state: TokenState(isSelected: true), environment: environment,
      into: &picture.drawing)
  }

  private func add(_ words: String, to picture: inout CarriedPicture) {
    let (style, padding) = (Theme.Fonts.caption, Theme.TokenField.tokenPadding)
    let metrics = environment.text.metrics(of: words, style: style)
    let size = Size(
      width: environment.snapped(metrics.advance + padding.leading + padding.trailing),
      height: environment.snapped(metrics.height + padding.top + padding.bottom))
    let frame = addRow(size, to: &picture)
    picture.drawing.text(
      words, style, environment.theme.colors.secondaryText,
      at: Point(x: frame.minX + padding.leading, y: frame.minY + padding.top + metrics.ascent),
      metrics: metrics)
  }

  /// Makes room below what is there, with the field's ground in it.
  private func addRow(_ size: Size, to picture: inout CarriedPicture) -> Rect {
    let above = picture.size.height
    let top = above == 0 ? 0 : above + environment.snapped(Theme.TokenField.spacing / 2)
    let frame = Rect(origin: Point(x: 0, y: top), size: size)
    let shape = RoundedRect(frame, cornerRadius: Theme.TokenField.tokenCornerRadius)
    picture.drawing.fill(.roundedRect(shape), environment.theme.colors.field)
    picture.size = Size(width: max(picture.size.width, size.width), height: frame.maxY)
    return frame
  }
}
