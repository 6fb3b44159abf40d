import Motion
import Scene

// Dragging tokens within the field or out of the window.
extension TokenField {
  mutating func beginDrag(_ index: Int, by press: PointerPress, to point: Point, at now: Instant) -> Response<
    Action
  > {
    guard index < count, let frame = frame(ofElement: index, at: now) else { return .handled() }
    // If the token has moved away from under the pointer, the drag uses its center.
    let grabPoint = frame.contains(press.position) ? press.position : frame.center
    let previewFrame =
      editor.elements[index].isText
      ? Rect(center: .zero, size: draggedTextSize(at: index)) : frame.offset(by: .zero - grabPoint)
    pointerMode = .dragging(
      DraggedTokens(
        pointer: point, previewFrame: previewFrame, index: index, count: editor.selectedCounts.tokens,
        isTouch: press.isTouch))
    return moveDrag(to: point, at: now)
  }

  mutating func moveDrag(to point: Point, at now: Instant) -> Response<Action> {
    dropPosition = caretPosition(at: clampedToVisible(point), at: now)
    return .handled()
  }

  /// - Parameter isCopying: Whether the dragged elements are copied instead of moved.
  mutating func drop(_ drag: DraggedTokens, isCopying: Bool, at now: Instant) -> Response<Action> {
    guard let index = dropPosition?.insertionIndex else { return .handled() }
    dropPosition = nil
    if isCopying { return copySelected(to: index, at: drag.pointer, now) }
    if let target = frame(ofElement: drag.index, at: now), !environment.reducesMotion,
      let id = editor.elements[drag.index].token?.id
    {
      // The token is animated from the position where it was dropped.
      let seen = drag.previewFrame.origin + (drag.pointer - .zero)
      motions.move(id, by: seen - target.origin, at: now, environment)
    }
    return change(at: now) { $0.editor.moveSelected(to: index) }
  }

  /// Inserts a copy of the selected elements, as a paste of their data does.
  private mutating func copySelected(to index: Int, at point: Point, _ now: Instant) -> Response<Action> {
    let isWithin = editor.selectedRanges.contains { $0.lowerBound < index && index < $0.upperBound }
    guard !isWithin, let data = editor.selectedData.representations.first(where: { $0.type == .tokens })
    else { return .handled() }
    let content = ReceivedData.Content(type: .tokens, bytes: ReceivedBytes(copying: data.bytes().span))
    (selection, editor.additionalSelections) = (TextSelection(caret: index), [])
    return startPaste(.success(content), from: .drop(at: point), to: captureDestination(), at: now)
  }

  /// Whether the user is dragging tokens with the mouse within the window and can drag them out.
  package var isDragging: Bool {
    if case .dragging(let drag) = pointerMode { !drag.isTouch } else { false }
  }

  /// Starts a drag out of the window. `DataEvent` reports the result. The field does not receive the
  /// release of the pointer.
  mutating func beginExternalDrag(at now: Instant) -> Response<Action> {
    guard isDragging else { return .ignored }
    let preview = dragPreview
    (pointerMode, dropPosition) = (.draggingOut, nil)
    return Response(isHandled: true, outcomes: [.effect(.beginDrag(editor.selectedData, preview: preview))])
  }

  /// Moves tokens that were dragged out of the window and back to where they were dropped.
  mutating func dropInternalDrag(at now: Instant) -> Response<Action> {
    let index = dropPosition?.insertionIndex
    endPointerMode(at: now)
    guard let index else { return .handled() }
    return change(at: now) { $0.editor.moveSelected(to: index) }
  }
}
