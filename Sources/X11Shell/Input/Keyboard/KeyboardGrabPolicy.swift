import Motion

/// The policy by which a window grabs the keyboard: it needs the focus, and the user must not have
/// moved to another window.
///
/// | focus | the user has pressed | keyboard |
/// |---|---|---|
/// | in the window | anywhere | grabbed |
/// | elsewhere | not elsewhere, or long before the focus moved there | held, if it is grabbed |
/// | elsewhere | elsewhere, just before the focus moved there or after that | released |
///
/// So a window that takes the focus by itself gets no key, while a window that the user selects
/// gets all keys. Keys do not show where the user is, since they go to the client with the grab.
/// Neither do presses that do not move the focus, as on the title bar or a panel.
struct KeyboardGrabPolicy {
  enum Decision: Hashable { case grab, hold, release }

  private(set) var decision = Decision.release
  /// Whether presses outside the window are observed. If they are not, every focus change counts as
  /// one that the user wants.
  var observesOutsidePresses = false
  var isPointerInside = false
  /// The time of the last press, if it was outside the window.
  private var pressedElsewhere: Instant?

  /// The maximum time between a press and the focus change that it causes. A window manager needs
  /// some milliseconds; a later focus change has another cause.
  static let pressAttributionInterval = Duration.seconds(1)

  /// Updates the decision after a focus change.
  mutating func update(hasFocus: Bool, at now: Instant) {
    guard hasFocus != (decision == .grab) else { return }
    if hasFocus {
      (decision, pressedElsewhere) = (.grab, nil)
    } else {
      let isUserElsewhere =
        pressedElsewhere.map { $0.duration(to: now) < Self.pressAttributionInterval } ?? false
      decision = observesOutsidePresses && !isUserElsewhere ? .hold : .release
    }
  }

  /// Updates the decision after a press, in the window or elsewhere.
  ///
  /// - Parameter isTouch: Whether it is a touch, which does not press at the pointer position. A
  ///   touch in the window is also reported by `notePressInside()`.
  mutating func notePressAnywhere(isTouch: Bool, at now: Instant) {
    guard isTouch || !isPointerInside else { return notePressInside() }
    pressedElsewhere = now
    if decision == .hold { decision = .release }
  }

  /// Updates the decision after a press in the window.
  mutating func notePressInside() {
    pressedElsewhere = nil
    if observesOutsidePresses, decision == .release { decision = .hold }
  }
}
