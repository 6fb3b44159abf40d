import Motion
import Scene

extension TokenField {
  mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard viewport.frame.contains(press.position) else { return .ignored }
    switch press.button {
    case .primary:
      pointer.begin(press, at: now, in: environment)
      guard press.isTouch else { return pressedPrimary(at: now) }
      pointer.mode = .touching(stopsScroll: viewport.scroller.stop(at: now))
      return .handled()
    case .middle: return pressedMiddle(press, at: now)
    case .secondary: return pressedSecondary(press, at: now)
    }
  }

  /// Pastes the primary selection at the pointer.
  private mutating func pressedMiddle(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard configuration.isEditable, pointer.mode == .none else { return .handled() }
    var response = change(at: now) { $0.placeCaret(at: press.position, extending: false, at: now) }
    response.outcomes.append(request(from: .primary, at: now))
    return response
  }

  /// Handles the latest press of the primary button.
  private mutating func pressedPrimary(at now: Instant) -> Response<Action> {
    let (press, count) = (pointer.press, pointer.clicks)
    pointer.mode = .none
    let isExtending = press.modifiers.contains(.shift)
    // The token of the first click may have moved if the click ended an in-place edit.
    if count == 2, press.modifiers.isEmpty, let index = editor.selectedToken, editor.canEdit(index) {
      return edit(index, at: now)
    }
    if count == 1, !isExtending, let index = grapheme(at: press.position, at: now), editor.isSelected(index) {
      // The user may drag the text. A click moves the caret when the button is released.
      pointer.mode = .pressing(index: index, wasSelected: true)
      return .handled()
    }
    guard let index = token(at: press.position, at: now), !isExtending else {
      return pressedText(press, clicks: count, at: now)
    }
    return pressedToken(index, press, at: now)
  }

  /// Selects the pressed token, which the user may then drag with the rest of the selection.
  private mutating func pressedToken(_ index: Int, _ press: PointerPress, at now: Instant) -> Response<Action>
  {
    guard !editor.isSelected(index) else {
      pointer.mode = .pressing(index: index, wasSelected: true)
      return .handled()
    }
    // The end of an in-place edit may move the token, or remove it, which leaves an empty range.
    let token = ElementSelection(main: TextSelection(anchor: index, head: index + 1))
    editor.trackedSelections[.max] = TrackedSelection(token, in: editor.elements)
    let response = change(at: now) { $0.click(token: index, with: press.modifiers) }
    let tracked = editor.trackedSelections.removeValue(forKey: .max)?.ranges(in: editor.elements)[0]
    if let tracked, !tracked.isEmpty {
      pointer.mode = .pressing(index: tracked.lowerBound, wasSelected: false)
    }
    return response
  }

  /// Selects only a token. With Control, adds it to the selection or removes it.
  private mutating func click(token index: Int, with modifiers: Modifiers) {
    guard modifiers.contains(.control) else { return select(token: index) }
    caret.place()
    editor.toggle(index)
  }

  mutating func select(token index: Int) {
    caret.place()
    editor.select(TextSelection(anchor: index, head: index + 1))
  }

  /// Handles a click on text or between elements: the first moves the caret there, the second
  /// selects the word, the third selects the complete text.
  private mutating func pressedText(_ press: PointerPress, clicks: Int, at now: Instant) -> Response<Action> {
    pointer.mode = .selecting
    return change(at: now) { field in
      field.placeCaret(at: press.position, extending: press.modifiers.contains(.shift), at: now)
      let text = field.textRun(around: field.selection.head)
      guard clicks > 1, !text.isEmpty, !press.modifiers.contains(.shift) else { return }
      let word = clicks == 2 ? field.word(around: field.selection.head) : text
      field.selection = TextSelection(anchor: word.lowerBound, head: word.upperBound)
      field.pointer.mode = .none
    }
  }

  /// Moves the caret to the insertion index nearest to a point in the window.
  mutating func placeCaret(at point: Point, extending: Bool, at now: Instant) {
    guard var position = caretPosition(at: point, at: now) else { return }
    if extending, let index = token(at: point, at: now) {
      position = CaretPosition(insertionIndex: selection.anchor <= index ? index + 1 : index)
    }
    editor.moveCaret(to: position.insertionIndex, extending: extending)
    caret.place(isAtLineEnd: position.isAtLineEnd)
  }

  mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    guard pointer.mode != .draggingOut else { return .ignored }
    guard pointer.mode != .none else { return Response(isHandled: viewport.frame.contains(point)) }
    let last = pointer.position
    guard pointer.move(to: point, at: now) else { return .handled() }
    switch pointer.mode {
    case .none, .draggingOut: return .handled()
    // The field may have scrolled to the end of the selection.
    case .selecting where point == last && !needsAutoscroll(at: now): return .handled()
    case .selecting:
      let isEditing = editor.inPlaceEdit != nil
      let response = change(at: now, .selection) { $0.extendSelection(to: point, at: now) }
      // The end of an edit moves what is under the pointer.
      guard isEditing, editor.inPlaceEdit == nil else { return response }
      return response.merging(change(at: now, .selection) { $0.extendSelection(to: point, at: now) })
    case .pressing(let index, _): return configuration.isEditable ? beginDrag(index, at: now) : .handled()
    case .dragging:
      return isDragging && !overlayBounds.contains(point) ? beginExternalDrag(at: now) : moveDrag(at: now)
    case .touching where !viewport.scroller.isScrollable:
      // Acts like a moving mouse press.
      var response = pressedPrimary(at: now)
      response.outcomes += moved(to: point, at: now).outcomes
      return response
    case .touching, .scrolling:
      pointer.mode = .scrolling
      viewport.scroller.follow(by: last.y - point.y, at: now)
      layOutVisible(at: now)
      return .handled()
    }
  }

  mutating func extendSelection(to point: Point, at now: Instant) {
    guard let position = caretPosition(at: clampedToVisible(point), at: now) else { return }
    editor.moveCaret(to: position.insertionIndex, extending: true)
    caret.place(isAtLineEnd: position.isAtLineEnd)
  }

  mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary else { return .ignored }
    let (mode, isStationaryLongPress) = pointer.release(press, at: now)
    if isStationaryLongPress {
      pointer.leaveDrop()
      return pressedSecondary(pointer.press, at: now)
    }
    switch mode {
    case .none, .draggingOut: return .ignored
    case .selecting: return Response(isHandled: true, outcomes: editor.hasSelection ? [primaryOffer] : [])
    case .pressing(let index, let wasSelected):
      guard wasSelected else { return .handled() }
      return change(at: now) { field in
        let press = field.pointer.press
        if field.editor.elements[index].isText {
          field.placeCaret(at: press.position, extending: false, at: now)
        } else {
          field.click(token: index, with: press.modifiers)
        }
      }
    case .dragging(let drag): return drop(drag, isCopying: press.modifiers.contains(.control), at: now)
    case .touching(stopsScroll: false):
      var response = pressedPrimary(at: now)
      response.outcomes += released(pointer.press, at: now).outcomes
      return response
    case .touching, .scrolling:
      // The next tap is a single click.
      pointer.cancel()
      viewport.scroller.endTouch(at: now)
      return .handled()
    }
  }

  // Touch. A tap acts like a click, and a moving finger scrolls content that is higher than the field.
  // A long press acts like a mouse press: it starts to drag tokens or to select text. If the finger
  // is lifted after a long press without movement, the menu opens.

  /// Starts a drag or a selection if the touch has become a long press.
  mutating func recognizeLongPress(at now: Instant) -> [Outcome<Action>] {
    guard let deadline = pointer.recognizeLongPress(at: now) else { return [] }
    var response = pressedPrimary(at: deadline)
    if case .pressing(let index, _) = pointer.mode, configuration.isEditable {
      response.outcomes += beginDrag(index, at: deadline).outcomes
    }
    return response.outcomes
  }
}
