import Controls
import Motion
import Scene
public import Secrets

// What is pasted comes when it likes, into the field in which it was asked for.
extension PasswordForm {
  /// Asks for what is to be pasted into a field, wherever the focus is when it comes. What failed before
  /// is no longer told: it would seem to be of this.
  mutating func requestPaste(from pasteboard: Pasteboard, isConfirmation: Bool) -> Action {
    defer { pasteCount += 1 }
    if case .failed = message { show(nil) }
    awaitedPastes[pasteCount] = isConfirmation
    return .paste(pasteboard, request: pasteCount)
  }

  /// Takes in what was asked for, or word that it won't come; what was asked for before the fields
  /// were wiped is passed over, as is what was never asked for. While a password is saved nothing is
  /// taken, which is said.
  mutating func received(_ data: ReceivedData, at now: Instant) -> Response<Action> {
    guard case .secret(let number) = data.source,
      let isConfirmation = awaitedPastes.removeValue(forKey: number)
    else { return Response(isHandled: false, changesNothing: true) }
    var response = Response<Action>.handled()
    guard !isSaving else {
      response.actions += sayThatItSaves()
      return response
    }
    switch data.result {
    case .success(let content):
      for action in paste(content.bytes, isConfirmation: isConfirmation, at: now) {
        response.actions += follow(action, isConfirmation: isConfirmation, at: now)
      }
    case .failure(.tooLarge): show(.failed(SecureText.Refusal.tooLong.message))
    case .failure(let failure): show(.failed("\(failure.sentence)."))
    }
    return response
  }

  private mutating func paste(
    _ bytes: ReceivedBytes, isConfirmation: Bool, at now: Instant
  ) -> [PasswordField.Action] {
    bytes.withBytes { utf8 in
      guard utf8.count > utf8.lineEndLength else {
        show(.failed("\(ReceivedData.Failure.nothingThere.sentence)."))
        return []
      }
      return isConfirmation
        ? confirmationField.control.paste(utf8, at: now).actions
        : passwordField.control.paste(utf8, at: now).actions
    }
  }

  /// What was copied out of a field last, which is kept here until it is taken or the fields are
  /// wiped.
  public mutating func takeCopied() -> SecureText? {
    passwordField.control.takeCopied() ?? confirmationField.control.takeCopied()
  }
}
