import Controls
import Motion
import Scene
import Secrets
import Synchronization

// Copy and paste. Pasted text arrives at any time and goes to the field that requested it.
extension PasswordForm {
  /// Requests text to paste into a field, even if the focus moves before the text arrives. Removes
  /// an earlier error message, which would appear to belong to this request.
  mutating func requestPaste(from pasteboard: Pasteboard, isConfirmation: Bool, at now: Instant) -> Outcome<
    Action
  > {
    let number = Self.pasteCount.wrappingAdd(1, ordering: .relaxed).newValue
    if case .failed = message { show(nil, at: now) }
    pendingPastes[number] = isConfirmation
    let configuration = ReceiveConfiguration(limit: SecureText.maximumLineSize, in: LockedMemoryAllocator())
    return .effect(.requestSecret(from: pasteboard, number: number, options: configuration))
  }

  /// Handles the reply to a paste request. Ignores replies without a pending request, including
  /// requests from before the fields were wiped. During a save, it rejects the text and shows a
  /// message.
  mutating func received(_ data: ReceivedData, at now: Instant) -> Response<Action> {
    guard case .secret(let request) = data.source,
      let isConfirmation = pendingPastes.removeValue(forKey: request)
    else { return .ignored }
    var response = Response<Action>.handled()
    guard !isSaving else {
      response.outcomes += showSavingMessage(at: now)
      return response
    }
    switch data.result {
    case .success(let content):
      for action in paste(content.bytes, isConfirmation: isConfirmation, at: now) {
        response.outcomes += perform(action, isConfirmation: isConfirmation, at: now)
      }
    case .failure(.tooLarge): show(.failed(SecureText.Rejection.tooLong.message), at: now)
    case .failure(let failure): show(.failed("\(failure.message)."), at: now)
    }
    return response
  }

  private mutating func paste(_ bytes: ReceivedBytes, isConfirmation: Bool, at now: Instant) -> [PasswordField
    .Action]
  {
    bytes.withBytes { utf8 in
      guard utf8.count > utf8.lineEndLength else {
        show(.failed("\(ReceivedData.Failure.noData.message)."), at: now)
        return []
      }
      return isConfirmation
        ? confirmationField.control.paste(utf8, at: now).actions
        : passwordField.control.paste(utf8, at: now).actions
    }
  }
}
