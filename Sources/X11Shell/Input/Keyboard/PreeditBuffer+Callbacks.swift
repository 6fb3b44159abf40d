import CX11
import Scene

extension PreeditBuffer {
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
    moveCaret(.to(Int(change.caret)))
  }

  /// Applies a caret movement by the server (`PreeditCaretCallback`: Xlib, 13.10.4).
  ///
  /// The text is one line, and its word boundaries are unknown here.
  ///
  /// - Parameter movement: Receives the caret position, which the server requests.
  mutating func moveCaret(_ movement: inout XIMPreeditCaretCallbackStruct) {
    switch movement.direction {
    case XIMForwardChar: moveCaret(.by(1))
    case XIMBackwardChar: moveCaret(.by(-1))
    case XIMLineStart, XIMBackwardWord: moveCaret(.to(0))
    case XIMLineEnd, XIMForwardWord: moveCaret(.toEnd)
    case XIMAbsolutePosition: moveCaret(.to(Int(movement.position)))
    default: break
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
