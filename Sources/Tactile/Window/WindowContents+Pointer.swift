import Motion
import Scene

extension WindowContents {
  /// A press goes to the button where that is, else to the column, and may take the focus along. What
  /// it gives the focus is brought into sight by the first key alone: whoever presses twice, or drags,
  /// means what he has pressed.
  mutating func pressed(
    _ press: PointerPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    if let hold { return deliver(event, to: hold.part, at: now) }
    if deliver(event, to: .button, at: now) {
      // The button may have come under a pointer that did not move.
      forgetHover(at: now)
      hold = Hold(part: .button, button: press.button)
      return true
    }
    if let stop = stopInColumn(under: press.position, at: now) { setFocus(to: stop, at: now) }
    for part in Part.inColumn where deliver(event, to: part, at: now) {
      hold = Hold(part: part, button: press.button)
      break
    }
    return hold != nil
  }

  /// Tells the column that nothing in it is under the pointer any more, until that moves.
  mutating func forgetHover(at now: Instant) {
    for part in Part.inColumn { _ = deliver(.pointerLeft, to: part, at: now) }
  }

  /// What has the pointer is let go by the button that pressed it and by no other.
  mutating func released(
    _ press: PointerPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    guard let hold else { return false }
    if press.button == hold.button { self.hold = nil }
    return deliver(event, to: hold.part, at: now)
  }

  /// While a button is down, the part that was pressed has the pointer; else whoever is topmost.
  mutating func moved(_ event: InputEvent, at now: Instant) -> Bool {
    if let hold {
      carryOutTokens(event, at: now)
      return deliver(event, to: hold.part, at: now)
    }
    let isOnButton = deliver(event, to: .button, at: now)
    var isHandled = isOnButton
    for part in Part.inColumn {
      let isOnPart = deliver(isOnButton ? .pointerLeft : event, to: part, at: now)
      isHandled = isHandled || isOnPart
    }
    return isHandled
  }
}
