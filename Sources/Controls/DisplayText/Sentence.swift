import Scene

/// A sentence with names in it that anybody may have chosen.
///
/// All of it is shown as `DisplayText` has it. A name that is read from right to left, or in part, is
/// isolated from the words around it ([UAX #9, 2.4][1]): these stay in their order, whatever it is, as
/// long as there is room for all words.
///
/// [1]: https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
struct Sentence: Hashable {
  private var parts: [Part] = []

  fileprivate enum Part: Hashable {
    case words(String)
    case name(String)
  }

  init(_ words: String = "") { parts = [.words(words)] }

  /// All of it as it is shown.
  var text: String {
    let text = parts.map(\.shown).joined()
    // Who knows no isolates takes the direction from the first letter, even if that is a name's.
    return parts.contains(where: \.isIsolated) ? Self.leftToRightMark + text : text
  }

  private static let leftToRightMark = "\u{200E}"

  /// It as it is shown on one line of limited width: where there is no room for all of it, names are
  /// elided, and words only where they leave less than a sixth of the width for those.
  ///
  /// - Parameter width: In logical pixels. The result is never wider.
  /// - Complexity: O(*n*) in its length.
  func elided(toFit width: Double, style: TextStyle, measuring: any TextMeasuring) -> String {
    let ruler = Ruler(style: style, measuring: measuring)
    if ruler.advance(of: text) <= width { return text }
    var short = self
    short.elideNames(toFit: width, by: ruler)
    if ruler.advance(of: short.text) > width { short.elideWords(toFit: width, by: ruler) }
    if ruler.advance(of: short.text) <= width { return short.text }
    return ruler.elided(parts.map(\.text).joined(), toFit: width)
  }
}

// Eliding.
extension Sentence {
  private struct Ruler {
    let style: TextStyle
    let measuring: any TextMeasuring

    func advance(of text: String) -> Double {
      measuring.metrics(of: text, style: style).advance
    }

    func elided(_ text: String, toFit width: Double) -> String {
      DisplayText.elided(text, toFit: width, style: style, measuring: measuring)
    }
  }

  private mutating func elideNames(toFit width: Double, by ruler: Ruler) {
    let names = parts.indices.filter { parts[$0].isName }
    let words = names.reduce(ruler.advance(of: text)) {
      $0 - ruler.advance(of: DisplayText.displayed(parts[$1].text))
    }
    let room = max(width - words, width / 6) / Double(max(1, names.count))
    for index in names { parts[index] = .name(ruler.elided(parts[index].text, toFit: room)) }
  }

  /// Leaves out of the most words as many as it must.
  private mutating func elideWords(toFit width: Double, by ruler: Ruler) {
    let longest = parts.indices.filter { !parts[$0].isName }
      .max { parts[$0].text.count < parts[$1].text.count }
    guard let longest else { return }
    let rest = ruler.advance(of: text) - ruler.advance(of: parts[longest].shown)
    parts[longest] = .words(ruler.elided(parts[longest].text, toFit: width - rest))
  }
}

extension Sentence.Part {
  var text: String {
    switch self {
    case .words(let text), .name(let text): text
    }
  }

  var isName: Bool { if case .name = self { true } else { false } }

  /// Whether it is read from right to left, or in part.
  var isIsolated: Bool { isName && text.unicodeScalars.contains(where: \.isRightToLeft) }

  var shown: String {
    let text = DisplayText.displayed(text)
    guard isIsolated else { return text }
    // The marks of quotation are the sentence's.
    guard text.count > 2, text.first == "“", text.last == "”" else { return Self.isolated(text) }
    return "“\(Self.isolated(text.dropFirst().dropLast()))”"
  }

  /// Between U+2068, first strong isolate, and U+2069, pop directional isolate.
  private static func isolated(_ text: some StringProtocol) -> String {
    "\u{2068}\(text)\u{2069}"
  }
}

extension Unicode.Scalar {
  /// Whether it is in a block of letters that are read from right to left, or of numbers among such:
  /// what has one of the classes R, AL and AN, or would have it if it were assigned
  /// (`DerivedBidiClass.txt`).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}

// As `"Caret before \(name: name)"`.
extension Sentence: ExpressibleByStringInterpolation {
  init(stringLiteral words: String) { self.init(words) }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    /// Words that follow each other are one part.
    mutating func appendLiteral(_ words: String) {
      guard case .words(let before)? = parts.last else { return parts.append(.words(words)) }
      parts[parts.count - 1] = .words(before + words)
    }

    mutating func appendInterpolation(_ words: some CustomStringConvertible) {
      appendLiteral(words.description)
    }

    mutating func appendInterpolation(_ sentence: Sentence) {
      for part in sentence.parts {
        if part.isName { parts.append(part) } else { appendLiteral(part.text) }
      }
    }

    mutating func appendInterpolation(name: String) { parts.append(.name(name)) }
  }
}
