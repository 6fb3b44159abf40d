import Motion

/// What entitles a window to the keyboard that is to have it for itself: the focus, and a person who has
/// not gone elsewhere.
///
/// | the focus is | the person has pressed | the keyboard is |
/// |---|---|---|
/// | in the window | anywhere | taken |
/// | elsewhere | not elsewhere, or long before the focus went there | kept, if it is held |
/// | elsewhere | elsewhere, just before the focus went there or since then | given back |
///
/// So a window that takes the focus gets no key, while one to which a person goes gets them all. Keys say
/// nothing about where a person is: they come to whoever holds the keyboard. Neither do presses that leave
/// the window the focus, as on its title bar or a panel.
struct KeyboardClaim {
  enum Standing: Hashable {
    case take, keep, giveBack
  }

  private(set) var standing = Standing.giveBack
  /// Whether presses elsewhere are told of. Where they are not, the focus goes nowhere but where a person
  /// wants it, as far as can be known.
  var hearsPresses = false
  var isPointerInside = false
  /// When the last press was, if it was elsewhere.
  private var pressedElsewhere: Instant?

  /// How long a press may be ago by which a window manager gives the focus to another window. It does so
  /// within some milliseconds; whoever takes the focus later was not pressed.
  static let reach = Duration.seconds(1)

  /// Takes in whether the window has the focus.
  mutating func note(hasFocus: Bool, at now: Instant) {
    guard hasFocus != (standing == .take) else { return }
    if hasFocus {
      (standing, pressedElsewhere) = (.take, nil)
    } else {
      let isPersonElsewhere = pressedElsewhere.map { $0.duration(to: now) < Self.reach } ?? false
      standing = hearsPresses && !isPersonElsewhere ? .keep : .giveBack
    }
  }

  /// Takes in that a person has pressed, in the window or elsewhere.
  ///
  /// - Parameter isTouch: A finger does not press where the pointer is. One in the window is told of once
  ///   more, by `notePressInside`.
  mutating func notePressAnywhere(isTouch: Bool, at now: Instant) {
    guard isTouch || !isPointerInside else { return notePressInside() }
    pressedElsewhere = now
    if standing == .keep { standing = .giveBack }
  }

  /// Takes in that a person has pressed in the window.
  mutating func notePressInside() {
    pressedElsewhere = nil
    if hearsPresses, standing == .giveBack { standing = .keep }
  }
}
