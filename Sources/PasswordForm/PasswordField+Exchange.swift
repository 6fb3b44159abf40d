import Controls
import Motion
import Scene
public import Secrets

// Between this text and other programs.
extension PasswordField {
  /// Asks for what is to be pasted; a key that is held asks once.
  func requestPaste(from pasteboard: Pasteboard, isRepeat: Bool = false) -> Response<Action> {
    guard isEditable else { return .handled(.notEditable) }
    return isRepeat ? .handled() : .handled(.paste(pasteboard))
  }

  /// Puts text in the place of what is selected, without the line end behind it, or takes nothing of
  /// it.
  ///
  /// - Parameter utf8: Not empty but for its line end.
  mutating func paste(_ utf8: Span<UInt8>, at now: Instant) -> Response<Action> {
    insert(utf8.extracting(droppingLast: utf8.lineEndLength), at: now)
  }

  /// Copies what is selected, or cuts it out, where it can be read: from bullets nobody knows what is
  /// taken.
  mutating func copy(isCutting: Bool, at now: Instant) -> Response<Action> {
    guard isEditable || !isCutting else { return .handled(.notEditable) }
    guard isRevealed, !selection.isCaret else { return .handled() }
    copied = text.copy(graphemes: selection.range)
    guard isCutting else { return .handled(.copied) }
    remove(selection.range)
    edited(caret: selection.head, at: now)
    return .handled(.copied, .edited)
  }

  /// What was copied, which is kept here until it is taken or the field is wiped.
  public mutating func takeCopied() -> SecureText? { copied.take() }
}

extension Span<UInt8> {
  /// How many bytes a line end takes up at the end of text, as copied lines have it; 0 for none.
  var lineEndLength: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return 0 }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? 2 : 1
  }
}
