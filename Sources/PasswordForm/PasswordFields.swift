import Controls
import Motion
import Scene
import Secrets

/// A password field and, for a new password, another one in which the user repeats it.
struct PasswordFields {
  let password: Child<PasswordField>
  let confirmation: Child<PasswordField>?
  private let all: [Child<PasswordField>]
  private(set) var match = PasswordForm.Match.empty
  /// Whether the user has submitted during a paste. The owner submits when the text has arrived.
  private var submitsAfterPaste = false
  /// Whether the last paste was refused or cancelled. An empty password is then a mistake.
  private(set) var isPasteRefused = false

  init(_ password: Child<PasswordField>, _ confirmation: Child<PasswordField>?) {
    (self.password, self.confirmation) = (password, confirmation)
    all = [password] + (confirmation.map { [$0] } ?? [])
  }

  /// Whether a field waits for text to paste.
  private var isPasting: Bool { all.contains { !$0.control.pendingPastes.isEmpty } }

  /// Whether a submission has to wait for a paste. It is then repeated when the text has arrived.
  mutating func waitsForPaste() -> Bool {
    submitsAfterPaste = isPasting
    return submitsAfterPaste
  }

  /// Handles a change of a text.
  ///
  /// - Returns: Whether to submit, because the user has done so during the paste that has ended.
  mutating func edited() -> Bool {
    isPasteRefused = false
    if let confirmation {
      match = PasswordForm.Match(of: confirmation.control.text, to: password.control.text)
    }
    return submitsAfterPaste && !isPasting
  }

  /// Handles text that was not inserted: it does not become the password by an Enter that was meant for it.
  mutating func refusePaste() { (submitsAfterPaste, isPasteRefused) = (false, true) }

  /// Handles an event before the fields do: restarts their reveal timeouts, and cancels pastes by Escape.
  ///
  /// - Returns: Whether the event was handled.
  mutating func intercept(_ event: InputEvent, at now: Instant) -> Bool {
    guard event.isUserAction else { return false }
    for field in all where field.control.isRevealed { field.control.extendRevealTimeout(at: now) }
    guard isPasting else { return false }
    // Keys after a submission are not part of the password.
    guard event.isEscape else { return submitsAfterPaste }
    refusePaste()
    for field in all { field.control.cancelPastes(at: now) }
    return true
  }

  func setEditable(_ isEditable: Bool) { for field in all { field.control.isEditable = isEditable } }

  /// Puts a generated password into the fields, and reveals it. It may be longer than a field, so the first field shows
  /// its start and the second its end.
  mutating func replaceText(with generated: borrowing SecureText, at now: Instant) {
    password.control.replaceText(with: generated, caretAtEnd: false, at: now)
    confirmation?.control.replaceText(with: generated, caretAtEnd: true, at: now)
    submitsAfterPaste = false
  }

  mutating func wipe(at now: Instant) {
    for field in all { field.control.wipe(at: now) }
    submitsAfterPaste = false
  }

  /// Hides the texts. Returns whether one was revealed.
  func hideAll(at now: Instant) -> Bool {
    let revealed = all.filter { $0.control.isRevealed }
    for field in revealed { field.control.hide(at: now) }
    return !revealed.isEmpty
  }
}
