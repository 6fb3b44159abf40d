import Motion
import Scene

// Dragging tokens within the field or out of the window.
extension TokenField {
  /// Begins to drag the selected elements, if the pressed element is still one of them.
  mutating func beginDrag(_ index: Int, at now: Instant) -> Response<Action> {
    guard index < count, editor.isSelected(index), let frame = frame(ofElement: index, at: now) else {
      return .handled()
    }
    // If the token has moved away from under the pointer, the drag uses its center.
    let previewFrame =
      editor.elements[index].isText || !frame.contains(pointer.press.position)
      ? centeredPreviewFrame(at: index, now) : frame.offset(by: .zero - pointer.press.position)
    pointer.mode = .dragging(
      PointerSession.DraggedTokens(
        previewFrame: previewFrame, index: index, count: editor.selectedCounts.tokens))
    return moveDrag(at: now)
  }

  /// Adapts the preview of a drag to a change of its size, for example by another font.
  mutating func updateDragPreview(at now: Instant) {
    guard case .dragging(var drag) = pointer.mode, drag.index < count else { return }
    layOut(.around(drag.index), at: now)
    let frame = centeredPreviewFrame(at: drag.index, now)
    guard frame.size != drag.previewFrame.size else { return }
    drag.previewFrame = frame
    pointer.mode = .dragging(drag)
  }

  /// Returns the frame of the preview of an element, relative to the pointer at its center.
  private func centeredPreviewFrame(at index: Int, _ now: Instant) -> Rect {
    let isText = editor.elements[index].isText
    let size = isText ? draggedTextSize(at: index) : frame(ofElement: index, at: now)?.size
    return Rect(center: .zero, size: size ?? .zero)
  }

  mutating func moveDrag(at now: Instant) -> Response<Action> {
    pointer.dropPosition = caretPosition(at: clampedToVisible(pointer.position), at: now)
    return .handled()
  }

  /// - Parameter isCopying: Whether the dragged elements are copied instead of moved.
  mutating func drop(_ drag: PointerSession.DraggedTokens, isCopying: Bool, at now: Instant) -> Response<
    Action
  > {
    guard let index = pointer.leaveDrop() else { return .handled() }
    if isCopying { return copySelected(to: index, now) }
    if let target = frame(ofElement: drag.index, at: now), !environment.reducesMotion,
      let id = editor.elements[drag.index].token?.id
    {
      // The token is animated from the position where it was dropped.
      let seen = drag.previewFrame.origin + (pointer.position - .zero)
      motions.move(id, by: seen - target.origin, at: now, environment)
    }
    return change(at: now) { $0.editor.moveSelected(to: index) }
  }

  /// Inserts a copy of the selected elements, as a paste.
  private mutating func copySelected(to index: Int, _ now: Instant) -> Response<Action> {
    let isWithin = editor.selectedRanges.contains { $0.lowerBound < index && index < $0.upperBound }
    guard !isWithin else { return .handled() }
    let content = PastedContent<Adapter>(copying: editor.selectedElements)
    let number = captureDestination(
      TrackedSelection(ElementSelection(main: TextSelection(caret: index)), in: editor.elements))
    return change(at: now, .paste) { field in
      field.editor.commitInPlaceEditIfCaretLeft()
      field.insert(content, number: number, isCopy: true)
    }
  }

  /// Whether the user is dragging tokens with the mouse within the window and can drag them out.
  package var isDragging: Bool {
    if case .dragging = pointer.mode { !pointer.press.isTouch } else { false }
  }

  /// Starts a drag out of the window. `DataEvent` reports the result. The field does not receive the
  /// release of the pointer.
  mutating func beginExternalDrag(at now: Instant) -> Response<Action> {
    guard isDragging else { return .ignored }
    let preview = dragPreview
    pointer.cancel()
    pointer.mode = .draggingOut
    return Response(isHandled: true, outcomes: [.effect(.beginDrag(editor.selectedData, preview: preview))])
  }

  /// Moves tokens that were dragged out of the window and back to the drop position, regardless of the
  /// modifiers: the window does not report them during such a drag.
  mutating func dropInternalDrag(at now: Instant) -> Response<Action> {
    let index = pointer.dropPosition?.insertionIndex
    pointer.cancel()
    guard let index else { return .handled() }
    return change(at: now) { $0.editor.moveSelected(to: index) }
  }

  /// Draws the dragged token or text with the number of tokens, translucent, at the pointer. The drop
  /// indicator is drawn above it.
  func drawDrag(into list: inout DisplayList, at now: Instant) {
    guard pointer.mode.isDragging else { return }
    list.group(DisplayList.Group(opacity: theme.tokenField.draggedOpacity)) { drawDraggedElement(into: &$0) }
    // The overlay is not clipped, so a scrolled-out drop indicator would cover other controls.
    guard let bar = dropBar(at: now), bar.intersects(viewport.frame) else { return }
    let halo = bar.inset(by: -environment.lineWidth(theme.tokenField.dropHalo))
    list.fill(.rect(halo.intersection(viewport.frame)), environment.theme.colors.field)
    list.fill(.rect(bar.intersection(viewport.frame)), environment.theme.colors.blue)
  }

  private func drawDraggedElement(into list: inout DisplayList) {
    guard case .dragging(let drag) = pointer.mode, drag.index < count else { return }
    let frame = drag.previewFrame.offset(by: pointer.position - .zero)
    let shape = RoundedRect(frame, cornerRadius: theme.tokenField.tokenCornerRadius)
    list.shadow(of: shape, theme.shadow(theme.tokenField.dragShadow))
    list.fill(.roundedRect(shape), environment.theme.colors.field)
    if case .token(let token) = editor.elements[drag.index] {
      let state = TokenState(isSelected: true)
      editor.adapter.draw(token, in: frame, state: state, environment: environment, into: &list)
    } else {
      drawDraggedText(at: drag.index, in: frame, into: &list)
    }
    if drag.count > 1 { drawBadge(drag.count, at: Point(x: frame.maxX, y: frame.minY), into: &list) }
  }

  /// Draws a number in a capsule around a point.
  private func drawBadge(_ number: Int, at center: Point, into list: inout DisplayList) {
    let (text, style, colors) = ("\(number)", theme.fonts.caption, theme.colors)
    let metrics = environment.text.metrics(of: text, style: style)
    let (padding, height) = (theme.tokenField.badgePadding, theme.tokenField.badgeHeight)
    let size = Size(width: max(metrics.advance + 2 * padding, height), height: height)
    let frame = environment.snapped(Rect(center: center, size: size))
    list.fill(.roundedRect(.capsule(frame)), colors.text)
    list.line(text, style, colors.field, in: frame, alignment: .center, environment)
  }

  /// The preview of the dragged elements, or `nil` if no drag is in progress.
  ///
  /// They are stacked vertically: the token or the text that the user dragged, some other tokens, and a count of
  /// the remaining ones.
  var dragPreview: DragPreview? {
    guard case .dragging(let drag) = pointer.mode, drag.index < count else { return nil }
    var preview = DragPreview(hotSpot: .zero + (.zero - drag.previewFrame.origin))
    let dragged = editor.elements[drag.index].token
    if dragged == nil {
      let frame = addRow(draggedTextSize(at: drag.index), to: &preview)
      drawDraggedText(at: drag.index, in: frame, into: &preview.drawing)
    }
    let tokens = displayedTokens(with: dragged)
    for token in tokens { add(token, to: &preview) }
    let remaining = editor.selectedCounts.tokens - tokens.count
    if remaining > 0 { add(environment.strings.text(.moreTokens(remaining)).text, to: &preview) }
    preview.hotSpot.x = min(preview.hotSpot.x, preview.size.width)
    return preview
  }

  private func displayedTokens(with dragged: Token?) -> [Token] {
    let others = editor.selectedElements.tokens.lazy.filter { $0.id != dragged?.id }
    return (dragged.map { [$0] } ?? []) + others.prefix(TokenFieldConstants.maximumPreviewCount - 1)
  }

  /// Returns the size of the selected text at an element with the padding of a token.
  func draggedTextSize(at index: Int) -> Size {
    environment.snappedSize(
      of: environment.text.metrics(of: draggedText(at: index), style: theme.fonts.token),
      theme.tokenField.tokenPadding)
  }

  /// Draws the selected text at an element.
  func drawDraggedText(at index: Int, in frame: Rect, into list: inout DisplayList) {
    let padding = Insets(leading: theme.tokenField.tokenPadding.leading)
    list.line(
      draggedText(at: index), theme.fonts.token, theme.colors.text, in: frame.inset(by: padding), environment)
  }

  /// Returns the selected part of the text run at an element, elided.
  private func draggedText(at index: Int) -> String {
    let run = textRun(around: index)
    let selected = editor.selectedRanges.first { $0.contains(index) }?.clamped(to: run) ?? run
    return DisplaySanitizer.elided(
      editor.elements.string(in: selected), toFit: theme.tokenField.maximumPreviewWidth,
      style: theme.fonts.token, measuring: environment.text)
  }

  private func add(_ token: Token, to preview: inout DragPreview) {
    let size = editor.adapter.size(of: token, within: theme.tokenField.maximumPreviewWidth, in: environment)
    let frame = addRow(size, to: &preview)
    editor.adapter.draw(
      token, in: frame, state: TokenState(isSelected: true), environment: environment, into: &preview.drawing)
  }

  private func add(_ text: String, to preview: inout DragPreview) {
    let (style, padding) = (theme.fonts.caption, theme.tokenField.tokenPadding)
    let metrics = environment.text.metrics(of: text, style: style)
    let frame = addRow(environment.snappedSize(of: metrics, padding), to: &preview)
    preview.drawing.text(
      text, style, environment.theme.colors.secondaryText,
      at: Point(x: frame.minX + padding.leading, y: frame.minY + padding.top + metrics.ascent),
      metrics: metrics)
  }

  /// Adds a row below the existing ones and fills it with the field's background.
  private func addRow(_ size: Size, to preview: inout DragPreview) -> Rect {
    let above = preview.size.height
    let top = above == 0 ? 0 : above + environment.snapped(theme.tokenField.spacing / 2)
    let frame = Rect(origin: Point(x: 0, y: top), size: size)
    let shape = RoundedRect(frame, cornerRadius: theme.tokenField.tokenCornerRadius)
    preview.drawing.fill(.roundedRect(shape), environment.theme.colors.field)
    preview.size = Size(width: max(preview.size.width, size.width), height: frame.maxY)
    return frame
  }
}
