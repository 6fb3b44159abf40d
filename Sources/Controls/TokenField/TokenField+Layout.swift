public import Scene

extension TokenField {
  /// How high the field is at some width, its status line included, in logical pixels.
  public func height(forWidth width: Double) -> Double {
    let layout = makeLayout(in: Rect(x: 0, y: 0, width: width, height: 0))
    return fieldHeight(layout) + Theme.TokenField.statusGap + statusHeight
  }

  /// Puts the field with its status line somewhere.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner.
  ///   - width: In logical pixels; the height follows from it.
  public mutating func place(at origin: Point, width: Double) {
    frame = Rect(origin: origin, size: Size(width: width, height: 0))
    layOut()
  }

  mutating func layOut() {
    layout = makeLayout(in: frame)
    frame = Rect(
      origin: frame.origin, size: Size(width: frame.width, height: fieldHeight(layout)))
  }

  private func makeLayout(in frame: Rect) -> TokenLayout {
    let padding = Theme.TokenField.padding
    let content = Rect(
      x: frame.minX + padding.leading, y: frame.minY + padding.top,
      width: frame.width - padding.leading - padding.trailing, height: 0)
    return TokenLayout(
      tokens.map { appearance.size(of: $0, in: environment) }, in: content,
      spacing: Theme.TokenField.spacing, emptyHeight: emptyLineHeight)
  }

  private func fieldHeight(_ layout: TokenLayout) -> Double {
    layout.height + Theme.TokenField.padding.top + Theme.TokenField.padding.bottom
  }

  /// As high as if a text token were there.
  private var emptyLineHeight: Double {
    let padding = Theme.TokenField.tokenPadding
    let text = environment.text.metrics(of: "x", style: Theme.Fonts.token)
    return environment.snapped(text.height + padding.top + padding.bottom)
  }

  private var statusHeight: Double {
    environment.text.metrics(of: "x", style: Theme.Fonts.caption).height
  }

  /// Where the status line stands.
  var statusFrame: Rect {
    Rect(
      x: frame.minX, y: frame.maxY + Theme.TokenField.statusGap, width: frame.width,
      height: statusHeight)
  }

  /// The caret's bar, two pixels wide around the edge it marks and as high as its line.
  var caretFrame: Rect? {
    guard let (x, line) = layout.caret(inGap: selection.head) else { return nil }
    let width = Theme.Caret.width
    return Rect(x: x - width / 2, y: line.top, width: width, height: line.height)
  }
}
