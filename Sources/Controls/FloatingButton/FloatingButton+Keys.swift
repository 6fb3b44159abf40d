import Motion
import Scene

// What keys do with it.
extension FloatingButton {
  /// Takes in a key: keys that move it come first while they do.
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    if press.key == .escape { return escape(press, at: now) }
    if relocation == .toPlace {
      // The text that is being typed elsewhere is not meant; commands like closing are.
      return Response(isHandled: press.modifiers.isDisjoint(with: .command))
    }
    guard isFocused, !isPressed else { return .ignored }
    if relocation == .byKeys, let response = relocate(by: press, at: now) { return response }
    switch (press.key, press.modifiers) {
    case _ where press.pressesButton:
      return Response(
        isHandled: true, actions: press.isRepeat ? [] : tap(isByKey: true, at: now))
    case (Theme.FloatingButton.moveKey, []), (Theme.FloatingButton.moveKey, .shift):
      if !press.isRepeat { beginMoving(at: now) }
    case (.menu, []), (.function(10), .shift):
      endRelocation(at: now)
      openMenu(at: nil, now)
    default:
      return .ignored
    }
    return .handled()
  }

  /// Undoes what is under way; a key held since before undoes nothing more.
  private mutating func escape(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard grip != nil || relocation != nil else { return .ignored }
    guard !press.isRepeat else { return .handled() }
    cancelPress(at: now)
    cancelRelocation(at: now)
    return .handled()
  }
}
