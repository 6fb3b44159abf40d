import CX11
import Scene

/// The preedit text of an input method server, updated by the server's changes, and the part of it that the client
/// displays.
///
/// No text may appear twice. Text that the server commits is no longer displayed as preedit text,
/// even before the server reports that. If the client ended the composition and kept the text,
/// later commits of that text are ignored: all commits before a key is passed to the server, and
/// the same text until the server composes again. A returned key proves nothing, since IBus may
/// return it before it commits the result of earlier keys.
///
/// Positions count Unicode scalars, as the X Input Method protocol's characters are. Positions
/// outside the text are clamped to it, and text beyond `capacity` is omitted.
struct Composition: Equatable {
  /// A scalar and its style.
  struct Element: Equatable {
    var scalar: Unicode.Scalar
    var style: Preedit.Style
  }

  /// The maximum number of scalars: more than a user composes before any of it is committed.
  static let capacity = 1024

  private var elements: [Element] = []
  private(set) var caret = 0
  /// Whether the text was committed, and the server has not changed it since.
  private var isSpent = false
  /// The text that was kept when the client ended the last composition, until the server has
  /// processed that.
  private var keptText: String?
  /// Whether keys were passed to the server since then.
  private var hasNewKeys = false

  var isEmpty: Bool { isSpent || elements.isEmpty }

  /// The text to display. Neighboring scalars with the same style form one segment.
  var preedit: Preedit {
    guard !isSpent else { return .empty }
    var segments: [Preedit.Segment] = []
    for element in elements {
      if segments.last?.style != element.style { segments.append(Preedit.Segment("", element.style)) }
      segments[segments.count - 1].text.unicodeScalars.append(element.scalar)
    }
    return Preedit(segments, caret: caret)
  }

  /// Records that a key was passed to the server.
  mutating func recordKey() { hasNewKeys = true }

  /// Ends the composition, keeping its text as it is.
  ///
  /// - Returns: The text to keep.
  mutating func end() -> String {
    let text = preedit.text
    (elements, caret, isSpent) = ([], 0, false)
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

// Changes by the server.
extension Composition {
  /// Replaces a range of the text. An empty replacement removes the range.
  mutating func replace(from first: Int, count: Int, with text: [Element]) {
    elements.replaceSubrange(range(from: first, count: count), with: text.prefix(Self.capacity))
    elements.removeLast(max(elements.count - Self.capacity, 0))
    moveCaret(to: caret)
  }

  /// Changes the style of existing text.
  ///
  /// - Parameter styles: The styles of consecutive scalars. Scalars without a new style keep
  ///   theirs.
  mutating func setStyles(from first: Int, count: Int, _ styles: [Preedit.Style]) {
    for (index, style) in zip(range(from: first, count: count), styles) { elements[index].style = style }
  }

  /// Moves the caret, at most to either end.
  mutating func moveCaret(to position: Int) {
    caret = min(max(position, 0), elements.count)
    isSpent = false
    if !elements.isEmpty { keptText = nil }
  }

  private func range(from first: Int, count: Int) -> Range<Int> {
    let start = min(max(first, 0), elements.count)
    return start..<start + min(max(count, 0), elements.count - start)
  }

  /// Handles the end of the composition on the server (`PreeditDoneCallback`).
  mutating func finish() { (elements, caret, isSpent) = ([], 0, false) }

  /// Applies a text change by the server (`PreeditDrawCallback`: Xlib, 13.10.3).
  ///
  /// The text is in the locale's encoding, which is UTF-8 wherever there is a server.
  mutating func draw(_ change: XIMPreeditDrawCallbackStruct) {
    let (first, count) = (Int(change.chg_first), Int(change.chg_length))
    switch change.text?.pointee {
    case .none: replace(from: first, count: count, with: [])
    case .some(let text) where text.string.multi_byte == nil && text.feedback != nil:
      setStyles(from: first, count: count, (0..<text.count).map(text.style(at:)))
    case .some(let text):
      let elements = text.scalars.enumerated().map { Element(scalar: $1, style: text.style(at: $0)) }
      replace(from: first, count: count, with: elements)
    }
    moveCaret(to: Int(change.caret))
  }

  /// Applies a caret movement by the server (`PreeditCaretCallback`: Xlib, 13.10.4).
  ///
  /// The text is one line, and its word boundaries are unknown here.
  ///
  /// - Parameter movement: Receives the caret position, which the server requests.
  mutating func moveCaret(_ movement: inout XIMPreeditCaretCallbackStruct) {
    switch movement.direction {
    case XIMForwardChar: moveCaret(to: caret + 1)
    case XIMBackwardChar: moveCaret(to: caret - 1)
    case XIMLineStart, XIMBackwardWord: moveCaret(to: 0)
    case XIMLineEnd, XIMForwardWord: moveCaret(to: elements.count)
    case XIMAbsolutePosition: moveCaret(to: Int(movement.position))
    default: moveCaret(to: caret)
    }
    movement.position = Int32(caret)
  }
}

extension XIMText {
  /// The number of scalars.
  fileprivate var count: Int { Int(length) }

  /// The scalars of the text, at most `count`.
  fileprivate var scalars: [Unicode.Scalar] {
    if encoding_is_wchar != 0 {
      guard let start = string.wide_char else { return [] }
      return UnsafeBufferPointer(start: start, count: count).map {
        Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}"
      }
    }
    guard let start = string.multi_byte else { return [] }
    return Array(String(cString: start).unicodeScalars.prefix(count))
  }

  /// Returns the style of a scalar. Reversed and emphasized text is the part that keys act on.
  ///
  /// Xlib counts the feedback like the text.
  fileprivate func style(at index: Int) -> Preedit.Style {
    guard let feedback, index < count else { return .underlined }
    let emphasis = UInt(XIMReverse | XIMHighlight | XIMPrimary)
    return feedback[index] & emphasis != 0 ? .highlighted : .underlined
  }
}

/// The way in which an input method server displays preedit text, best first.
enum PreeditStyle: CaseIterable {
  /// In the text itself: the server reports the preedit text and the client draws it.
  case onTheSpot
  /// In a window of the server over the text, for which the server needs the position.
  case overTheSpot
  /// In a window of the server at any position.
  case rootWindow

  /// The XIM style. The status of the input method is never displayed in the window.
  var inputStyle: XIMStyle {
    let preedit =
      switch self {
      case .onTheSpot: XIMPreeditCallbacks
      case .overTheSpot: XIMPreeditPosition
      case .rootWindow: XIMPreeditNothing
      }
    return XIMStyle(preedit | XIMStatusNothing)
  }

  /// Returns the styles that a server supports.
  ///
  /// - Complexity: One round trip to the server.
  static func supported(by method: OpaquePointer) -> [PreeditStyle] {
    guard let styles = CX11QueryInputStyles(method) else { return [] }
    defer { XFree(styles) }
    let all = UnsafeBufferPointer(
      start: styles.pointee.supported_styles, count: Int(styles.pointee.count_styles))
    return allCases.filter { all.contains($0.inputStyle) }
  }
}

extension String {
  fileprivate static func != (text: String, utf8: Span<UInt8>) -> Bool {
    let own = text.utf8Span.span
    return own.count != utf8.count || own.indices.contains { own[$0] != utf8[$0] }
  }
}
