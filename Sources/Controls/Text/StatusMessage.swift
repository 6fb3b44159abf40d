import Scene

/// A status message that may contain text from users or other programs.
///
/// `DisplaySanitizer` sanitizes the whole message. User text that contains right-to-left characters
/// is isolated from the literal text around it ([UAX #9, 2.4][1]). The literal text therefore keeps
/// its order, as long as all of it fits.
///
/// [1]: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
public struct StatusMessage: Hashable, Sendable {
  private var parts: [Part] = []

  fileprivate struct Part: Hashable, Sendable {
    var text: String
    var isUserText = false
  }

  /// Creates a message of the program.
  public init(_ literal: String = "") { parts = [Part(text: literal)] }

  /// The displayed text of the whole message.
  public var text: String {
    let text = parts.map(\.displayedText).joined()
    // Renderers without support for isolates take the direction from the first letter, which may
    // be in user text.
    return parts.contains(where: \.isIsolated) ? Self.leftToRightMark + text : text
  }

  private static let leftToRightMark = "\u{200E}"

  /// Returns the displayed text for one line of limited width. If the message does not fit, user
  /// texts are elided. Literal text is elided only if it leaves less than a sixth of the width.
  ///
  /// - Parameter width: The maximum width in logical pixels. The result is never wider.
  /// - Complexity: O(*n*) in the length of the message.
  func elided(toFit width: Double, style: TextStyle, measuring: any TextMeasuring) -> String {
    let measurer = TextMeasurer(style: style, measuring: measuring)
    if measurer.advance(of: text) <= width { return text }
    var short = self
    short.elideUserTexts(toFit: width, by: measurer)
    if measurer.advance(of: short.text) > width { short.elideLiterals(toFit: width, by: measurer) }
    if measurer.advance(of: short.text) <= width { return short.text }
    return measurer.elided(parts.map(\.text).joined(), toFit: width)
  }
}

// Eliding.
extension StatusMessage {
  private struct TextMeasurer {
    let style: TextStyle
    let measuring: any TextMeasuring

    func advance(of text: String) -> Double { measuring.metrics(of: text, style: style).advance }

    func elided(_ text: String, toFit width: Double) -> String {
      DisplaySanitizer.elided(text, toFit: width, style: style, measuring: measuring)
    }
  }

  private mutating func elideUserTexts(toFit width: Double, by measurer: TextMeasurer) {
    let texts = parts.indices.filter { parts[$0].isUserText }
    let literalWidth = texts.reduce(measurer.advance(of: text)) {
      $0 - measurer.advance(of: DisplaySanitizer.sanitized(parts[$1].text))
    }
    let each = max(width - literalWidth, width / 6) / Double(max(1, texts.count))
    for index in texts { parts[index].text = measurer.elided(parts[index].text, toFit: each) }
  }

  /// Elides the longest literal part as much as necessary.
  private mutating func elideLiterals(toFit width: Double, by measurer: TextMeasurer) {
    let longest = parts.indices.filter { !parts[$0].isUserText }.max {
      parts[$0].text.count < parts[$1].text.count
    }
    guard let longest else { return }
    let otherWidth = measurer.advance(of: text) - measurer.advance(of: parts[longest].displayedText)
    parts[longest].text = measurer.elided(parts[longest].text, toFit: width - otherWidth)
  }
}

extension StatusMessage.Part {
  /// Whether the part is user text that contains right-to-left characters.
  var isIsolated: Bool { isUserText && text.unicodeScalars.contains(where: \.isRightToLeft) }

  var displayedText: String {
    let text = DisplaySanitizer.sanitized(text)
    // U+2068 (first strong isolate) and U+2069 (pop directional isolate)
    return isIsolated ? "\u{2068}\(text)\u{2069}" : text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is in a right-to-left block: it has the bidirectional class R, AL or AN, or
  /// an unassigned code point has it by default (`DerivedBidiClass.txt`).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

// For example, `"Caret before “\(userText: name)”"`.
extension StatusMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }

  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The literal and user texts of an interpolation.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text. Adjacent literals form one part.
    public mutating func appendLiteral(_ literal: String) {
      guard let last = parts.last, !last.isUserText else { return parts.append(Part(text: literal)) }
      parts[parts.count - 1].text += literal
    }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendLiteral(value.description)
    }

    /// Appends another message, whose user texts stay user texts.
    public mutating func appendInterpolation(_ message: StatusMessage) {
      for part in message.parts {
        if part.isUserText { parts.append(part) } else { appendLiteral(part.text) }
      }
    }

    /// Appends user text.
    public mutating func appendInterpolation(userText: String) {
      parts.append(Part(text: userText, isUserText: true))
    }
  }
}
