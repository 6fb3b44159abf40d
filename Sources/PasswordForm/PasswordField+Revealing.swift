import Controls
import Motion
import Secrets

// Revealing and hiding the text. Revealed text is hidden after `revealTimeout`.
extension PasswordField {
  /// Reveals or hides the text without a change of caret, selection and focus.
  mutating func toggleReveal(at now: Instant) { if isRevealed { hide(at: now) } else { reveal(at: now) } }

  /// Reveals the text.
  mutating func reveal(at now: Instant) {
    guard isSecret, !isRevealed else { return extendRevealTimeout(at: now) }
    isRevealed = true
    extendRevealTimeout(at: now)
    didMoveCaret(at: now)
  }

  /// Replaces the text and reveals the new one.
  ///
  /// - Parameter caretAtEnd: Whether a text longer than the field shows its end instead of its
  ///   start.
  mutating func replaceText(with newText: borrowing SecureText, caretAtEnd: Bool, at now: Instant) {
    text.replaceAll(with: newText)
    selection = TextSelection(caret: caretAtEnd ? elementCount : 0)
    scroll = 0
    didChangeText(at: now)
    reveal(at: now)
    didMoveCaret(at: now)
  }

  /// Hides the text if it is a secret.
  mutating func hide(at now: Instant) {
    guard isSecret else { return }
    (isRevealed, hidingTime) = (false, nil)
    didMoveCaret(at: now)
  }

  /// Restarts the reveal timeout if the text is revealed.
  mutating func extendRevealTimeout(at now: Instant) {
    hidingTime = isRevealed && isSecret ? revealTimeout.map { now + $0 } : nil
  }

  /// Hides the text if its reveal timeout has expired.
  mutating func hideIfExpired(at now: Instant) { if let hidingTime, hidingTime <= now { hide(at: now) } }
}
