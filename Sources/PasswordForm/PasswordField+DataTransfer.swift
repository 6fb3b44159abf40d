import Controls
import Motion
import Scene
import Secrets
import Synchronization

// Copy and paste. Pasted text arrives at any time, also after the field has lost the focus.
extension PasswordField {
  /// Requests text to paste. A repeated key sends no further request.
  mutating func requestPaste(from pasteboard: Pasteboard, isRepeat: Bool = false) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    if isRepeat { return .handled() }
    let number = Self.pasteCount.wrappingAdd(1, ordering: .relaxed).newValue
    pendingPastes.insert(number)
    let options = ReceiveConfiguration(limit: SecureText.maximumLineSize, in: LockedMemoryAllocator())
    let request = Effect.requestSecret(from: pasteboard, number: number, options: options)
    return Response(isHandled: true, outcomes: [.action(.pasteRequested), .effect(request)])
  }

  /// Handles the reply to a paste request. Ignores replies without a pending request, including requests from
  /// before the field was wiped.
  mutating func received(_ data: ReceivedData, at now: Instant) -> Response<Action> {
    guard case .secret(let request) = data.source, pendingPastes.remove(request) != nil else {
      return .ignored
    }
    guard isEditable else { return .handled(.notEditable) }
    switch data.result {
    case .success(let content): return content.bytes.withBytes { paste($0, at: now) }
    case .failure(.tooLarge): return .handled(.rejected(.tooLong))
    case .failure(let failure): return .handled(.pasteFailed(environment.strings.text(failure.message).text))
    }
  }

  /// Replaces the selection with text without its trailing line break. Rejected text changes nothing.
  private mutating func paste(_ utf8: Span<UInt8>, at now: Instant) -> Response<Action> {
    let end = utf8.lineEndLength
    guard utf8.count > end else {
      return .handled(.pasteFailed(environment.strings.text(.nothingToPaste).text))
    }
    return insert(utf8.extracting(droppingLast: end), at: now)
  }

  /// Copies or cuts the selection if the text is revealed. Copying masked text would hide from the
  /// user what is copied.
  mutating func copy(isCutting: Bool, at now: Instant) -> Response<Action> {
    guard isEditable || !isCutting else { return .handled(.notEditable) }
    guard isRevealed, !selection.isCaret else { return .handled() }
    let copy = SecureTextProvider(text.copy(graphemes: selection.range))
    var response = Response<Action>(isHandled: true, outcomes: [.effect(.offerSecret(copy))])
    guard isCutting else { return response }
    remove(selection.range)
    didEdit(caret: selection.head, at: now)
    response.outcomes.append(.action(.edited))
    return response
  }
}

extension Span<UInt8> {
  /// The byte count of a trailing line break, as in copied lines, or 0 if there is none.
  fileprivate var lineEndLength: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return 0 }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
