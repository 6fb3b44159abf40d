public import Scene

extension TokenField {
  /// How high the field is with its status line, in logical pixels, at the width that it was last
  /// given.
  public var height: Double { statusFrame.maxY - frame.minY }

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
    layout = TokenLayout(
      tokens.map { appearance.size(of: $0, in: environment) }, in: content,
      spacing: environment.snapped(Theme.TokenField.spacing), emptyHeight: emptyLineHeight)
    let padding = Theme.TokenField.padding
    frame = environment.snapped(
      Rect(
        origin: frame.origin,
        size: Size(width: frame.width, height: layout.height + padding.top + padding.bottom)))
  }

  /// Where tokens go; its height does not matter.
  private var content: Rect { environment.snapped(frame.inset(by: Theme.TokenField.padding)) }

  /// As high as if a text token were there.
  private var emptyLineHeight: Double {
    let padding = Theme.TokenField.tokenPadding
    let text = environment.text.metrics(of: "x", style: Theme.Fonts.token)
    return environment.snapped(text.height + padding.top + padding.bottom)
  }

  private var statusHeight: Double {
    environment.snapped(environment.text.metrics(of: "x", style: Theme.Fonts.caption).height)
  }

  /// Where the status line stands.
  var statusFrame: Rect {
    Rect(
      x: frame.minX, y: frame.maxY + environment.snapped(Theme.TokenField.statusGap),
      width: frame.width, height: statusHeight)
  }

  /// The caret's bar, two pixels wide around the edge it marks and as high as its line.
  var caretFrame: Rect? {
    guard let (x, line) = layout.caret(inGap: selection.head) else { return nil }
    let width = environment.line(Theme.Caret.width)
    let middle = min(x, content.maxX)
    return Rect(
      x: environment.snapped(middle - width / 2), y: line.top, width: width, height: line.height)
  }
}
