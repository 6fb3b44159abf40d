import Controls
import Motion
import Secrets

// Text that can be read does not stay so for long.
extension PasswordField {
  /// Shows or hides the text; caret, selection and focus stay.
  mutating func toggleReveal(at now: Instant) {
    if isRevealed { hide(at: now) } else { reveal(at: now) }
  }

  /// Shows the text.
  mutating func reveal(at now: Instant) {
    guard !isRevealed else { return stayRevealed(at: now) }
    isRevealed = true
    stayRevealed(at: now)
    caretMoved(at: now)
  }

  /// Puts another text in the place of this one, to be read.
  ///
  /// - Parameter caretAtEnd: Whether its end is in sight and not its beginning, where it is too long.
  mutating func replaceText(
    with other: borrowing SecureText, caretAtEnd: Bool, at now: Instant
  ) {
    text.replaceAll(with: other)
    selection = TextSelection(caret: caretAtEnd ? unitCount : 0)
    scroll = 0
    textChanged(at: now)
    reveal(at: now)
    caretMoved(at: now)
  }

  /// Hides the text.
  mutating func hide(at now: Instant) {
    (isRevealed, hidingTime) = (false, nil)
    caretMoved(at: now)
  }

  /// Takes time from now on, if the text can be read.
  mutating func stayRevealed(at now: Instant) {
    hidingTime = isRevealed ? revealTime.map { now + $0 } : nil
  }

  /// Hides the text where its time is over.
  mutating func hideInTime(at now: Instant) {
    if let hidingTime, hidingTime <= now { hide(at: now) }
  }
}
