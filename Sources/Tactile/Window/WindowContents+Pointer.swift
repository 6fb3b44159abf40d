import Motion
import Scene

extension WindowContents {
  /// Delivers a press to the button or else to the column, and may move the focus.
  ///
  /// Does not scroll to the focused stop, which the next key does: the user may press again or drag
  /// at the same point.
  mutating func pressed(
    _ press: PointerPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    if let pointerCapture { return deliver(event, to: pointerCapture.section, at: now) }
    if deliver(event, to: .button, at: now) {
      // The button may have moved under a resting pointer.
      clearHover(at: now)
      pointerCapture = PointerCapture(section: .button, button: press.button)
      return true
    }
    if let stop = stopInColumn(under: press.position, at: now) { setFocus(to: stop, at: now) }
    for section in Section.inColumn where deliver(event, to: section, at: now) {
      pointerCapture = PointerCapture(section: section, button: press.button)
      break
    }
    return pointerCapture != nil
  }

  /// Ends the hover in the column until the pointer moves.
  mutating func clearHover(at now: Instant) {
    for section in Section.inColumn { _ = deliver(.pointerLeft, to: section, at: now) }
  }

  /// Ends the pointer capture if the button is the one that started it.
  mutating func released(
    _ press: PointerPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    guard let pointerCapture else { return false }
    if press.button == pointerCapture.button { self.pointerCapture = nil }
    return deliver(event, to: pointerCapture.section, at: now)
  }

  /// Delivers a movement to the section with the pointer capture, or else to the topmost section.
  mutating func moved(_ event: InputEvent, at now: Instant) -> Bool {
    if let pointerCapture {
      beginTokenDragIfOutside(event, at: now)
      return deliver(event, to: pointerCapture.section, at: now)
    }
    let isOnButton = deliver(event, to: .button, at: now)
    var isHandled = isOnButton
    for section in Section.inColumn {
      let isOnSection = deliver(isOnButton ? .pointerLeft : event, to: section, at: now)
      isHandled = isHandled || isOnSection
    }
    return isHandled
  }
}
