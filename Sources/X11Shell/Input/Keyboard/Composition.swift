import CX11
import Scene

/// What an input method's server composes for a client, and what of it the client is to show.
///
/// A text is never to be seen twice. What the server commits is no longer shown as unfinished, even
/// before the server says so. And where it was the client's side that ended the composition, with the
/// text kept as it stood, what the server still commits of that is passed over: all that it commits
/// before a key is passed to it, and the same text until it composes anew. That it hands a key back
/// tells nothing, since IBus may do that before it commits what comes of earlier ones.
struct Composition: Equatable {
  private var buffer = PreeditBuffer()
  /// Whether the text was committed, and the server has not changed it since.
  private var isSpent = false
  /// What was kept when the client's side ended the last composition, until the server has done
  /// with that.
  private var kept: String?
  /// Whether keys have come since then.
  private var hasNewKeys = false

  /// What the client is to show.
  var preedit: Preedit { isSpent ? .none : buffer.preedit }

  var isEmpty: Bool { isSpent || buffer.isEmpty }

  /// Takes in what the server has changed.
  mutating func draw(_ change: XIMPreeditDrawCallbackStruct) {
    buffer.draw(change)
    changed()
  }

  /// Takes in where the server has moved the caret.
  mutating func moveCaret(_ movement: inout XIMPreeditCaretCallbackStruct) {
    buffer.moveCaret(&movement)
    changed()
  }

  /// Takes in that the server composes nothing any more (`PreeditDoneCallback`).
  mutating func finish() {
    buffer.removeAll()
    changed()
  }

  private mutating func changed() {
    isSpent = false
    if !buffer.isEmpty { kept = nil }
  }

  /// Takes in that a key was passed to the server.
  mutating func noteKey() { hasNewKeys = true }

  /// Ends the composition as it stands.
  ///
  /// - Returns: The text to keep.
  mutating func end() -> String {
    let text = preedit.text
    buffer.removeAll()
    isSpent = false
    if !text.isEmpty { (kept, hasNewKeys) = (text, false) }
    return text
  }

  /// Takes in that the server commits a text.
  ///
  /// - Returns: Whether it is news, and not what was kept already.
  mutating func commit(_ utf8: Span<UInt8>) -> Bool {
    isSpent = true
    defer { kept = nil }
    guard let kept else { return true }
    return hasNewKeys && kept != utf8
  }
}

extension String {
  fileprivate static func != (text: String, utf8: Span<UInt8>) -> Bool {
    let own = text.utf8Span.span
    return own.count != utf8.count || own.indices.contains { own[$0] != utf8[$0] }
  }
}
