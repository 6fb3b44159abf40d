import Controls

/// What is in a token field, as scripts write it: `[a]` a token, other characters text, `|` the
/// caret, `^` the anchor where that is elsewhere, `{…}` around what is selected besides.
struct FieldNotation: Equatable {
  enum Unit: Equatable {
    case token(String)
    case text(Character)
  }

  private(set) var units: [Unit] = []
  /// `nil` where nothing is said of caret and selection.
  private(set) var selection: TextSelection?
  private(set) var scattered: [Range<Int>] = []

  init() {}

  init(_ field: TokenField<TextTokens>) {
    units = field.units.map { unit in
      switch unit {
      case .token(let token): .token(token.text)
      case .text(let character): .text(character)
      }
    }
    selection = field.selection
    scattered = field.scatteredRanges
  }

  /// The same, with nothing said of caret and selection.
  var withoutSelection: FieldNotation {
    var notation = FieldNotation()
    notation.units = units
    return notation
  }
}

// Reading.
extension FieldNotation {
  /// - Parameter word: With its backslashes.
  init(_ word: String) throws(ScriptFault) {
    var (rest, text) = (word[...], "")
    var (anchor, head, start): (Int?, Int?, Int?)
    while let character = rest.popFirst() {
      let gap = units.count + text.count
      switch character {
      case "[":
        units += text.map { .text($0) }
        text = ""
        units.append(.token(try Self.token(from: &rest)))
      case "|": head = gap
      case "^": anchor = gap
      case "{": start = gap
      case "}":
        guard let start, start < gap else { throw ScriptFault("nothing between { and }") }
        scattered.append(start..<gap)
      case "\\": text += try Self.escaped(from: &rest)
      default: text.append(character)
      }
    }
    units += text.map { .text($0) }
    selection = head.map { TextSelection(anchor: anchor ?? $0, head: $0) }
  }

  private static func token(from rest: inout Substring) throws(ScriptFault) -> String {
    var raw = ""
    while let character = rest.popFirst(), character != "]" {
      raw.append(character)
      if character == "\\", let next = rest.popFirst() { raw.append(next) }
    }
    return try ScriptWords.unescaped(raw)
  }

  private static func escaped(from rest: inout Substring) throws(ScriptFault) -> String {
    var raw = "\\"
    if let next = rest.popFirst() { raw.append(next) }
    if raw == "\\u", let end = rest.firstIndex(of: "}") {
      raw += rest[...end]
      rest = rest[rest.index(after: end)...]
    }
    return try ScriptWords.unescaped(raw)
  }
}

// Writing.
extension FieldNotation: CustomStringConvertible {
  var description: String {
    var text = marks(inGap: 0)
    for (index, unit) in units.enumerated() {
      switch unit {
      case .token(let token): text += "[\(token)]"
      case .text(let character): text += Self.written(character)
      }
      text += marks(inGap: index + 1)
    }
    return text
  }

  private func marks(inGap gap: Int) -> String {
    var marks = scattered.contains { $0.upperBound == gap } ? "}" : ""
    if let selection, !selection.isCaret, selection.anchor == gap { marks += "^" }
    if selection?.head == gap { marks += "|" }
    return scattered.contains { $0.lowerBound == gap } ? marks + "{" : marks
  }

  private static func written(_ character: Character) -> String {
    "[]|^{}\\ ".contains(character) ? "\\\(character)" : String(character)
  }
}
