import Scene

extension TokenField {
  /// The preview of the dragged elements, or `nil` if no drag is in progress.
  ///
  /// They are stacked vertically: the token or the text that the user dragged, some other tokens, and a count of
  /// the remaining ones.
  var dragPreview: DragPreview? {
    guard case .dragging(let drag) = pointerMode, drag.index < count else { return nil }
    var preview = DragPreview(hotSpot: .zero + (.zero - drag.previewFrame.origin))
    let dragged = editor.elements[drag.index].token
    if dragged == nil {
      let frame = addRow(draggedTextSize(at: drag.index), to: &preview)
      drawDraggedText(at: drag.index, in: frame, into: &preview.drawing)
    }
    let tokens = displayedTokens(with: dragged)
    for token in tokens { add(token, to: &preview) }
    let remaining = editor.selectedCounts.tokens - tokens.count
    if remaining > 0 { add("+ \(remaining) more", to: &preview) }
    preview.hotSpot.x = min(preview.hotSpot.x, preview.size.width)
    return preview
  }

  private func displayedTokens(with dragged: Token?) -> [Token] {
    let others = editor.selectedElements.items.lazy.compactMap(\.token).filter { $0.id != dragged?.id }
    return (dragged.map { [$0] } ?? []) + others.prefix(Theme.TokenField.maximumPreviewCount - 1)
  }

  /// Returns the size of the selected text at an element with the padding of a token.
  func draggedTextSize(at index: Int) -> Size {
    rowSize(of: environment.text.metrics(of: draggedText(at: index), style: Theme.Fonts.token))
  }

  /// Draws the selected text at an element.
  func drawDraggedText(at index: Int, in frame: Rect, into list: inout DisplayList) {
    let (text, style) = (draggedText(at: index), Theme.Fonts.token)
    let metrics = environment.text.metrics(of: text, style: style)
    let left = frame.minX + Theme.TokenField.tokenPadding.leading
    let origin = Point(x: left, y: metrics.baseline(aroundY: frame.midY))
    list.text(text, style, environment.theme.colors.text, at: origin, metrics: metrics)
  }

  /// Returns the selected part of the text run at an element, elided.
  private func draggedText(at index: Int) -> String {
    let run = textRun(around: index)
    let selected = editor.selectedRanges.first { $0.contains(index) }?.clamped(to: run) ?? run
    return DisplaySanitizer.elided(
      editor.elements.string(in: selected), toFit: Theme.TokenField.maximumPreviewWidth,
      style: Theme.Fonts.token, measuring: environment.text)
  }

  private func rowSize(of metrics: TextMetrics) -> Size {
    let padding = Theme.TokenField.tokenPadding
    return Size(
      width: environment.snapped(metrics.advance + padding.leading + padding.trailing),
      height: environment.snapped(metrics.height + padding.top + padding.bottom))
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
    let frame = addRow(rowSize(of: metrics), to: &preview)
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
