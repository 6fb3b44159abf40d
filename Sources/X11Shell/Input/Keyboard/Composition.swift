import CX11
import Scene

/// The preedit text of an input method server, and the part of it that the client displays.
///
/// No text may appear twice. Text that the server commits is no longer displayed as preedit text,
/// even before the server reports that. If the client ended the composition and kept the text,
/// later commits of that text are ignored: all commits before a key is passed to the server, and
/// the same text until the server composes again. A returned key proves nothing, since IBus may
/// return it before it commits the result of earlier keys.
struct Composition: Equatable {
  private var buffer = PreeditBuffer()
  /// Whether the text was committed, and the server has not changed it since.
  private var isSpent = false
  /// The text that was kept when the client ended the last composition, until the server has
  /// processed that.
  private var keptText: String?
  /// Whether keys were passed to the server since then.
  private var hasNewKeys = false

  /// The text to display.
  var preedit: Preedit { isSpent ? .none : buffer.preedit }

  var isEmpty: Bool { isSpent || buffer.isEmpty }

  /// Applies a text change by the server.
  mutating func draw(_ change: XIMPreeditDrawCallbackStruct) {
    buffer.draw(change)
    changed()
  }

  /// Applies a caret movement by the server.
  mutating func moveCaret(_ movement: inout XIMPreeditCaretCallbackStruct) {
    buffer.moveCaret(&movement)
    changed()
  }

  /// Handles the end of the composition on the server (`PreeditDoneCallback`).
  mutating func finish() {
    buffer.removeAll()
    changed()
  }

  private mutating func changed() {
    isSpent = false
    if !buffer.isEmpty { keptText = nil }
  }

  /// Records that a key was passed to the server.
  mutating func noteKey() { hasNewKeys = true }

  /// Ends the composition, keeping its text as it is.
  ///
  /// - Returns: The text to keep.
  mutating func end() -> String {
    let text = preedit.text
    buffer.removeAll()
    isSpent = false
    if !text.isEmpty { (keptText, hasNewKeys) = (text, false) }
    return text
  }

  /// Handles a commit by the server.
  ///
  /// - Returns: Whether the text is new, and not the text that was already kept.
  mutating func commit(_ utf8: Span<UInt8>) -> Bool {
    isSpent = true
    defer { keptText = nil }
    guard let keptText else { return true }
    return hasNewKeys && keptText != utf8
  }
}

extension String {
  fileprivate static func != (text: String, utf8: Span<UInt8>) -> Bool {
    let own = text.utf8Span.span
    return own.count != utf8.count || own.indices.contains { own[$0] != utf8[$0] }
  }
}
