import Controls
import Motion
import Scene
public import Secrets

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
    copiedText = text.copy(graphemes: selection.range)
    guard isCutting else { return .handled(.copied) }
    remove(selection.range)
    didEdit(caret: selection.head, at: now)
    return .handled(.copied, .edited)
  }

  /// Returns and removes the copied text. It is stored until this call or until the field is wiped.
  public mutating func takeCopiedText() -> SecureText? { copiedText.take() }
}

extension Span<UInt8> {
  /// The byte count of a trailing line break, as in copied lines, or 0 if there is none.
  var lineEndLength: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return 0 }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
