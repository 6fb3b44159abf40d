import Gestures
import Motion
import Scene

extension TokenField {
  mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard frame.contains(press.position) else { return .ignored }
    switch press.button {
    case .primary:
      return press.isTouch ? touched(press, at: now) : pressedPrimary(press, at: now)
    case .middle: return pressedMiddle(press, at: now)
    case .secondary: return pressedSecondary(press, at: now)
    }
  }

  /// The primary selection is pasted where the pointer is.
  private mutating func pressedMiddle(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard configuration.isEditable else { return .handled() }
    var response = change(at: now) { $0.placeCaret(at: press.position, extending: false, at: now) }
    response.actions.append(request(from: .primary))
    return response
  }

  mutating func pressedPrimary(
    _ press: PointerPress, at now: Instant
  ) -> Response<Action> {
    let count = clicks.press(press, at: now, within: environment.preferences.doubleClickTime)
    let isExtending = press.modifiers.contains(.shift)
    // The token that the first click was on may have moved, where that has ended an edit.
    if count == 2, press.modifiers.isEmpty, let index = editor.selectedToken,
      editor.canEdit(index)
    {
      return editSelected(at: now)
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

  /// A token that is pressed is selected, and may be carried from there. What was being edited has
  /// become a token by that, so this one may have another index, or another place.
  private mutating func pressedToken(
    _ index: Int, _ press: PointerPress, at now: Instant
  ) -> Response<Action> {
    let (id, wasSelected) = (editor.units[index].token?.id, editor.isSelected(index))
    let response = wasSelected ? .handled() : change(at: now) { $0.select(token: index) }
    let place = wasSelected ? index : editor.selectedToken
    if let place, editor.units[place].token?.id == id {
      grip = .pressing(press, index: place, wasSelected: wasSelected)
    }
    return response
  }

  mutating func select(token index: Int) {
    (editor.scattered, isAtLineEnd, goalX) = ([], false, nil)
    editor.history.endStep()
    selection = TextSelection(anchor: index, head: index + 1)
  }

  /// A click into text or a gap puts the caret there, a second one selects the word, a third all of
  /// the text.
  private mutating func pressedText(
    _ press: PointerPress, clicks: Int, at now: Instant
  ) -> Response<Action> {
    grip = .selecting(press.position)
    return change(at: now) { field in
      field.placeCaret(
        at: press.position, extending: press.modifiers.contains(.shift), at: now)
      let text = field.stretch(around: field.selection.head)
      guard clicks > 1, !text.isEmpty, !press.modifiers.contains(.shift) else { return }
      let word = clicks == 2 ? field.word(around: field.selection.head) : text
      field.selection = TextSelection(anchor: word.lowerBound, head: word.upperBound)
      field.grip = .none
    }
  }

  /// Puts the caret into the gap nearest to a place in the window.
  mutating func placeCaret(at point: Point, extending: Bool, at now: Instant) {
    guard var place = place(at: point, at: now) else { return }
    if extending, let index = token(at: point, at: now), selection.anchor <= index {
      place = CaretPlace(gap: index + 1)
    } else if extending, let index = token(at: point, at: now) {
      place = CaretPlace(gap: index)
    }
    editor.history.endStep()
    if !extending { editor.scattered = [] }
    selection.place(at: place.gap, extending: extending, count: count)
    (isAtLineEnd, goalX) = (place.isAtLineEnd, nil)
  }

  mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    guard !isStillHeld(at: point) else { return .handled() }
    switch grip {
    case .none:
      return Response(isHandled: frame.contains(point), changesNothing: true)
    case .selecting:
      grip = .selecting(point)
      return change(at: now) { $0.extendSelection(to: point, at: now) }
    case .pressing(let press, let index, _):
      let slop = max(Theme.TokenField.dragSlop, environment.preferences.dragThreshold)
      guard point.distance(to: press.position) > slop, configuration.isEditable else {
        return .handled()
      }
      return pickUp(index, by: press, to: point, at: now)
    case .carrying(var carried):
      carried.pointer = point
      grip = .carrying(carried)
      return carry(to: point, at: now)
    case .carryingOut: return Response(isHandled: false, changesNothing: true)
    case .touching(let touch): return moved(touch, to: point, at: now)
    case .scrolling(let last):
      grip = .scrolling(point)
      return scroll(by: last.y - point.y, at: now)
    }
  }

  mutating func extendSelection(to point: Point, at now: Instant) {
    guard let place = place(at: clampedToSight(point), at: now) else { return }
    selection.place(at: place.gap, extending: true, count: count)
    isAtLineEnd = place.isAtLineEnd
  }

  mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary else { return .ignored }
    if let held { return released(held: held, at: now) }
    let grip = grip
    self.grip = .none
    switch grip {
    case .none, .carryingOut: return .ignored
    case .selecting:
      return Response(isHandled: true, actions: editor.hasSelection ? [primaryOffer] : [])
    case .pressing(_, let index, let wasSelected):
      return wasSelected ? change(at: now) { $0.select(token: index) } : .handled()
    case .carrying(let carried): return drop(carried, at: now)
    case .touching(let touch): return tapped(touch, at: now)
    case .scrolling:
      scroller.letGo(at: now)
      return .handled()
    }
  }

  /// Undoes what the pointer is about.
  mutating func endGrip(at now: Instant) {
    (grip, dropGap, hover, held) = (.none, nil, nil, nil)
  }
}
