import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import System
import Windowing

// Data transfer with other programs.
extension MainWindowController {
  /// Queues a data transfer with other programs.
  func perform(_ effect: WindowEffect) {
    if case .offer(_, in: .clipboard) = effect { copiedSecret.cancel() }
    effects.append(effect)
  }

  /// Offers the password that was copied in the form to other programs.
  func offerSecret(at now: Instant) {
    guard let text = contents.form.control.takeCopiedText() else { return }
    copiedSecret.begin(at: now)
    effects.append(.offerSecret(SecureTextProvider(text)))
  }

  /// Requests text for the form as a secret.
  func requestSecret(from pasteboard: Pasteboard, number: Int) {
    ProcessHardening.preventInspection()
    let configuration = ReceiveConfiguration(limit: SecureText.maximumLineSize, in: LockedMemoryAllocator())
    effects.append(.requestSecret(from: pasteboard, number: number, options: configuration))
  }

  /// Stops offering the copied password, unless something else was copied since.
  func withdrawSecret() {
    if copiedSecret.cancel() { effects.append(.withdraw(.clipboard)) }
  }
}
