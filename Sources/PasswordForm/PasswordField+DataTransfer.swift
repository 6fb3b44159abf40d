import Controls
import Motion
import Scene
import Secrets

// Copy and paste.
extension PasswordField {
  /// Requests text to paste. A repeated key sends no further request.
  func requestPaste(from pasteboard: Pasteboard, isRepeat: Bool = false) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    return isRepeat ? .handled() : .handled(.paste(pasteboard))
  }

  /// Replaces the selection with text without its trailing line break. Rejected text changes
  /// nothing.
  ///
  /// - Parameter utf8: The text, with at least one byte before its line break.
  mutating func paste(_ utf8: Span<UInt8>, at now: Instant) -> Response<Action> {
    insert(utf8.extracting(droppingLast: utf8.lineEndLength), at: now)
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
  var lineEndLength: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return 0 }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
