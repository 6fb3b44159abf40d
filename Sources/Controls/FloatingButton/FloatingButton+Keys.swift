import Motion
import Scene

// Keyboard input.
extension FloatingButton {
  /// Handles a key press. In the keyboard move mode, the keys that move the button have priority.
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    if press.key == .escape { return escape(press, at: now) }
    if moveMode == .pointAndClick {
      // Typed text must not reach other controls. Commands such as closing the window are still
      // forwarded.
      return Response(isHandled: press.modifiers.isDisjoint(with: .command))
    }
    guard isFocused, !isPressed else { return .ignored }
    if moveMode == .keyboard, let response = move(by: press, at: now) { return response }
    switch (press.key, press.modifiers) {
    case _ where press.activatesButton:
      return Response(isHandled: true, outcomes: press.isRepeat ? [] : tap(isByKey: true, at: now))
    case (Theme.FloatingButton.moveKey, []), (Theme.FloatingButton.moveKey, .shift):
      if !press.isRepeat { beginKeyboardMove(at: now) }
    case (.menu, []), (.function(10), .shift):
      endMoveMode(at: now)
      openMenu(at: nil, now)
    default: return .ignored
    }
    return .handled()
  }

  /// Cancels a drag or the move mode. A repeated key is handled without effect.
  private mutating func escape(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard dragTracker != nil || moveMode != nil else { return .ignored }
    guard !press.isRepeat else { return .handled() }
    cancelPress(at: now)
    cancelMoveMode(at: now)
    return .handled()
  }
}
