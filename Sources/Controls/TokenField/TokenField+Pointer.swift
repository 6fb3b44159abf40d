import Gestures
import Motion
import Scene

extension TokenField {
  /// The purpose of the pointer while a button is down.
  enum PointerMode: Hashable {
    case none
    /// Selecting, from where the pointer was pressed to this position.
    case selecting(Point)
    /// Pressed on a token or on selected text that the user may drag. A click selects only this token, or moves the
    /// caret into the text.
    case pressing(PointerPress, index: Int, wasSelected: Bool)
    /// Dragging the selected elements.
    case dragging(DraggedTokens)
    /// Dragging them outside the window, where other programs handle the drag.
    case draggingOut
    /// A touch that may become a tap, a long press or a scroll.
    case touching(Touch)
    /// Scrolling by touch, with the last position of the touch.
    case scrolling(Point)

    var isSelecting: Bool { if case .selecting = self { true } else { false } }

    var isDragging: Bool {
      switch self {
      case .dragging, .draggingOut: true
      case .none, .selecting, .pressing, .touching, .scrolling: false
      }
    }
  }

  /// The selected tokens and text that the user drags.
  struct DraggedTokens: Hashable {
    var pointer: Point
    /// The frame of the dragged token or text, relative to the pointer.
    var previewFrame: Rect
    /// The index of the pressed token or grapheme.
    let index: Int
    /// The number of dragged tokens.
    let count: Int
    /// Whether the drag uses a touch. Other windows do not receive such a drag.
    let isTouch: Bool
  }

  /// A touch that is not yet recognized as a tap, a long press or a scroll.
  struct Touch: Hashable {
    let press: PointerPress
    /// The time at which the touch becomes a long press.
    let deadline: Instant
    /// Whether the touch has stopped a running scroll. It then has no other effect unless it moves
    /// or becomes a long press.
    let stopsScroll: Bool
    var point: Point
  }
}

extension TokenField {
  mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard fieldFrame.contains(press.position) else { return .ignored }
    switch press.button {
    case .primary: return press.isTouch ? touched(press, at: now) : pressedPrimary(press, at: now)
    case .middle: return pressedMiddle(press, at: now)
    case .secondary: return pressedSecondary(press, at: now)
    }
  }

  /// Pastes the primary selection at the pointer.
  private mutating func pressedMiddle(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard configuration.isEditable else { return .handled() }
    var response = change(at: now) { $0.placeCaret(at: press.position, extending: false, at: now) }
    response.outcomes.append(request(from: .primary))
    return response
  }

  mutating func pressedPrimary(_ press: PointerPress, at now: Instant) -> Response<Action> {
    let count = clicks.press(press, at: now, in: environment)
    let isExtending = press.modifiers.contains(.shift)
    // The token of the first click may have moved if the click ended an in-place edit.
    if count == 2, press.modifiers.isEmpty, let index = editor.selectedToken, editor.canEdit(index) {
      return editSelected(at: now)
    }
    if count == 1, press.modifiers.isDisjoint(with: [.shift, .control]),
      let index = grapheme(at: press.position, at: now), editor.isSelected(index)
    {
      // The user may drag the text. A click moves the caret when the button is released.
      pointerMode = .pressing(press, index: index, wasSelected: true)
      return .handled()
    }
    guard let index = token(at: press.position, at: now), !isExtending else {
      return pressedText(press, clicks: count, at: now)
    }
    if press.modifiers.contains(.control) {
      (isAtLineEnd, goalX) = (false, nil)
      return change(at: now) { $0.editor.toggle(index) }
    }
    return pressedToken(index, press, at: now)
  }

  /// Selects the pressed token, which the user may then drag. The press may end an in-place edit
  /// and thereby change the index and the position of the token.
  private mutating func pressedToken(_ index: Int, _ press: PointerPress, at now: Instant) -> Response<Action>
  {
    let (id, wasSelected) = (editor.elements[index].token?.id, editor.isSelected(index))
    let response = wasSelected ? .handled() : change(at: now) { $0.select(token: index) }
    let newIndex = wasSelected ? index : editor.selectedToken
    if let newIndex, editor.elements[newIndex].token?.id == id {
      pointerMode = .pressing(press, index: newIndex, wasSelected: wasSelected)
    }
    return response
  }

  mutating func select(token index: Int) {
    (editor.additionalSelections, isAtLineEnd, goalX) = ([], false, nil)
    editor.history.endStep()
    selection = TextSelection(anchor: index, head: index + 1)
  }

  /// Handles a click on text or between elements: the first moves the caret there, the second
  /// selects the word, the third selects the complete text.
  private mutating func pressedText(_ press: PointerPress, clicks: Int, at now: Instant) -> Response<Action> {
    pointerMode = .selecting(press.position)
    return change(at: now) { field in
      field.placeCaret(at: press.position, extending: press.modifiers.contains(.shift), at: now)
      let text = field.textRun(around: field.selection.head)
      guard clicks > 1, !text.isEmpty, !press.modifiers.contains(.shift) else { return }
      let word = clicks == 2 ? field.word(around: field.selection.head) : text
      field.selection = TextSelection(anchor: word.lowerBound, head: word.upperBound)
      field.pointerMode = .none
    }
  }

  /// Moves the caret to the insertion index nearest to a point in the window.
  mutating func placeCaret(at point: Point, extending: Bool, at now: Instant) {
    guard var position = caretPosition(at: point, at: now) else { return }
    if extending, let index = token(at: point, at: now), selection.anchor <= index {
      position = CaretPosition(insertionIndex: index + 1)
    } else if extending, let index = token(at: point, at: now) {
      position = CaretPosition(insertionIndex: index)
    }
    editor.history.endStep()
    if !extending { editor.additionalSelections = [] }
    selection.moveCaret(to: position.insertionIndex, extending: extending, count: count)
    (isAtLineEnd, goalX) = (position.isAtLineEnd, nil)
  }

  mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    guard !isStationaryLongPress(at: point) else { return .handled() }
    switch pointerMode {
    case .none: return Response(isHandled: fieldFrame.contains(point))
    case .selecting:
      pointerMode = .selecting(point)
      return change(at: now) { $0.extendSelection(to: point, at: now) }
    case .pressing(let press, let index, _):
      let slop = max(TokenFieldConstants.dragSlop, environment.preferences.dragThreshold)
      guard point.distance(to: press.position) > slop, configuration.isEditable else { return .handled() }
      return beginDrag(index, by: press, to: point, at: now)
    case .dragging(var drag):
      if isDragging, !overlayBounds.contains(point) { return beginExternalDrag(at: now) }
      drag.pointer = point
      pointerMode = .dragging(drag)
      return moveDrag(to: point, at: now)
    case .draggingOut: return .ignored
    case .touching(let touch): return moved(touch, to: point, at: now)
    case .scrolling(let last):
      pointerMode = .scrolling(point)
      return scroll(by: last.y - point.y, at: now)
    }
  }

  mutating func extendSelection(to point: Point, at now: Instant) {
    guard let position = caretPosition(at: clampedToVisible(point), at: now) else { return }
    selection.moveCaret(to: position.insertionIndex, extending: true, count: count)
    isAtLineEnd = position.isAtLineEnd
  }

  mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary else { return .ignored }
    if let stationaryLongPress { return releasedLongPress(stationaryLongPress, at: now) }
    let pointerMode = pointerMode
    self.pointerMode = .none
    switch pointerMode {
    case .none, .draggingOut: return .ignored
    case .selecting: return Response(isHandled: true, outcomes: editor.hasSelection ? [primaryOffer] : [])
    case .pressing(let press, let index, let wasSelected):
      guard wasSelected else { return .handled() }
      return change(at: now) { field in
        if field.editor.elements[index].isText {
          field.placeCaret(at: press.position, extending: false, at: now)
        } else {
          field.select(token: index)
        }
      }
    case .dragging(let drag): return drop(drag, isCopying: press.modifiers.contains(.control), at: now)
    case .touching(let touch): return tapped(touch, at: now)
    case .scrolling:
      scroller.endTouch(at: now)
      return .handled()
    }
  }

  /// Cancels the current pointer operation.
  mutating func endPointerMode(at now: Instant) {
    (pointerMode, dropPosition, externalDragPosition, stationaryLongPress) = (.none, nil, nil, nil)
  }
}

// Touch. A tap acts like a click, and a moving finger scrolls content that is higher than the field.
// A long press acts like a mouse press: it starts to drag tokens or to select text. If the finger
// is lifted after a long press without movement, the menu opens.
extension TokenField {
  /// Begins a touch, and stops a running scroll.
  mutating func touched(_ press: PointerPress, at now: Instant) -> Response<Action> {
    let stopsScroll = scroller.stop(at: now)
    pointerMode = .touching(
      Touch(
        press: press, deadline: now + TokenFieldConstants.longPress, stopsScroll: stopsScroll,
        point: press.position)
    )
    return .handled()
  }

  /// Moves a touch that is not yet recognized. Beyond the slop, it starts to scroll, or acts like a
  /// moving mouse press if all content fits in the field.
  mutating func moved(_ touch: Touch, to point: Point, at now: Instant) -> Response<Action> {
    guard isBeyondSlop(point, from: touch.press) else {
      var touch = touch
      touch.point = point
      pointerMode = .touching(touch)
      return .handled()
    }
    guard !scroller.isScrollable else {
      pointerMode = .scrolling(point)
      return scroll(by: touch.point.y - point.y, at: now)
    }
    var response = pressedByTouch(touch, at: now)
    response.outcomes += moved(to: point, at: now).outcomes
    return response
  }

  /// Scrolls the content with the finger.
  ///
  /// - Parameter distance: The change of the scroll offset, in logical pixels.
  mutating func scroll(by distance: Double, at now: Instant) -> Response<Action> {
    scroller.follow(by: distance, at: now)
    layOutVisible(at: now)
    return .handled()
  }

  /// Handles the end of a touch that is a tap: acts like a click, unless the touch has stopped a
  /// running scroll.
  mutating func tapped(_ touch: Touch, at now: Instant) -> Response<Action> {
    guard !touch.stopsScroll else { return .handled() }
    var response = pressedByTouch(touch, at: now)
    response.outcomes += released(touch.press, at: now).outcomes
    return response
  }

  /// The time at which the current touch becomes a long press.
  var longPressDeadline: Instant? {
    if case .touching(let touch) = pointerMode { touch.deadline } else { nil }
  }

  /// Starts a drag or a selection if the touch has become a long press.
  mutating func recognizeLongPress(at now: Instant) -> [Outcome<Action>] {
    guard case .touching(let touch) = pointerMode, now >= touch.deadline else { return [] }
    var response = pressedByTouch(touch, at: touch.deadline)
    if case .pressing(let press, let index, _) = pointerMode, configuration.isEditable {
      response.outcomes += beginDrag(index, by: press, to: touch.point, at: touch.deadline).outcomes
    }
    stationaryLongPress = touch.press
    return response.outcomes
  }

  /// Returns whether the finger is still within the slop of its first point after a long press.
  ///
  /// A finger that has moved beyond the slop once does not count as held again.
  mutating func isStationaryLongPress(at point: Point) -> Bool {
    if let stationaryLongPress, isBeyondSlop(point, from: stationaryLongPress) {
      self.stationaryLongPress = nil
    }
    return stationaryLongPress != nil
  }

  /// Opens the menu when the finger is lifted after a long press without movement.
  mutating func releasedLongPress(_ press: PointerPress, at now: Instant) -> Response<Action> {
    endPointerMode(at: now)
    return pressedSecondary(press, at: now)
  }

  /// Handles a touch like a mouse press.
  private mutating func pressedByTouch(_ touch: Touch, at now: Instant) -> Response<Action> {
    pointerMode = .none
    return pressedPrimary(touch.press, at: now)
  }

  /// Returns whether a point is too far from a press to count as the same point.
  private func isBeyondSlop(_ point: Point, from press: PointerPress) -> Bool {
    let slop = max(TokenFieldConstants.touchSlop, environment.preferences.dragThreshold)
    return point.distance(to: press.position) > slop
  }
}
