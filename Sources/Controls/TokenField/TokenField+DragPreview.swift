import Scene

extension TokenField {
  /// The preview of the dragged tokens, or `nil` if no drag is in progress.
  ///
  /// The tokens are stacked vertically: the one that the user dragged, some others, and a count of
  /// the remaining ones.
  var dragPreview: DragPreview? {
    guard case .dragging(let drag) = pointerMode, drag.index < count,
      let dragged = editor.elements[drag.index].token
    else { return nil }
    var preview = DragPreview(hotSpot: .zero + (.zero - drag.previewFrame.origin))
    for token in displayedTokens(with: dragged) { add(token, to: &preview) }
    let remaining = editor.selectedCounts.tokens - Theme.TokenField.maximumPreviewCount
    if remaining > 0 { add("+ \(remaining) more", to: &preview) }
    preview.hotSpot.x = min(preview.hotSpot.x, preview.size.width)
    return preview
  }

  private func displayedTokens(with dragged: Token) -> [Token] {
    let others = editor.selectedElements.lazy.compactMap(\.token).filter { $0.id != dragged.id }
    return [dragged] + others.prefix(Theme.TokenField.maximumPreviewCount - 1)
  }

  private func add(_ token: Token, to preview: inout DragPreview) {
    let size = editor.adapter.size(of: token, within: Theme.TokenField.maximumPreviewWidth, in: environment)
    let frame = addRow(size, to: &preview)
    editor.adapter.draw(
      token, in: frame, state: TokenState(isSelected: true), environment: environment, into: &preview.drawing)
  }

  private func add(_ text: String, to preview: inout DragPreview) {
    let (style, padding) = (Theme.Fonts.caption, Theme.TokenField.tokenPadding)
    let metrics = environment.text.metrics(of: text, style: style)
    let size = Size(
      width: environment.snapped(metrics.advance + padding.leading + padding.trailing),
      height: environment.snapped(metrics.height + padding.top + padding.bottom))
    let frame = addRow(size, to: &preview)
    preview.drawing.text(
      text, style, environment.theme.colors.secondaryText,
      at: Point(x: frame.minX + padding.leading, y: frame.minY + padding.top + metrics.ascent),
      metrics: metrics)
  }

  /// Adds a row below the existing ones and fills it with the field's background.
  private func addRow(_ size: Size, to preview: inout DragPreview) -> Rect {
    let above = preview.size.height
    let top = above == 0 ? 0 : above + environment.snapped(Theme.TokenField.spacing / 2)
    let frame = Rect(origin: Point(x: 0, y: top), size: size)
    let shape = RoundedRect(frame, cornerRadius: Theme.TokenField.tokenCornerRadius)
    preview.drawing.fill(.roundedRect(shape), environment.theme.colors.field)
    preview.size = Size(width: max(preview.size.width, size.width), height: frame.maxY)
    return frame
  }
}
