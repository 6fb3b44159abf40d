import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import X11Shell

// Between the window and other programs.
extension TactileWindow {
  /// Does something between this program and others.
  mutating func perform(_ effect: WindowEffect) {
    if case .offer(_, in: .clipboard) = effect { copiedSecret.forget() }
    effects.append(effect)
  }

  /// Offers other programs what was copied in the form.
  mutating func offerSecret(at now: Instant) {
    guard let text = contents.form.control.takeCopied() else { return }
    copiedSecret.begin(at: now)
    effects.append(.offerSecret(OfferedText(text)))
  }

  /// Has the form get what is to be pasted into it.
  mutating func requestSecret(from pasteboard: Pasteboard, number: Int) {
    ProcessSecrecy.begin()
    let room = DataRoom(limit: SecureText.longestLine, in: LockedMemory())
    effects.append(.requestSecret(from: pasteboard, number: number, room: room))
  }

  /// Offers the password no more that was copied, unless something else was copied since.
  mutating func withdrawSecret() {
    if copiedSecret.forget() { effects.append(.withdraw(.clipboard)) }
  }
}
