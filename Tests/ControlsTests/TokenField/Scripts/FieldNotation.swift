import Controls

/// The content of a token field in script notation: `[a]` is a token, other characters are text,
/// `|` is the caret, `^` a separate anchor, and `{…}` encloses an additional selection.
struct FieldNotation: Equatable {
  /// A token is represented by its text.
  typealias Element = TokenFieldElement<String>

  private(set) var elements: [Element] = []
  /// The caret and selection. `nil` if the notation specifies none.
  private(set) var selection: TextSelection?
  private(set) var additional: [Range<Int>] = []

  init() {}

  init(_ field: TokenField<TextTokenAdapter>) {
    elements = field.elements.map(\.notation)
    selection = field.selection
    additional = field.additionalRanges
  }

  /// A copy without caret and selection.
  var withoutSelection: FieldNotation {
    var notation = FieldNotation()
    notation.elements = elements
    return notation
  }
}

extension TokenFieldElement<TextToken> {
  /// The element with the text of its token.
  var notation: TokenFieldElement<String> {
    switch self {
    case .token(let token): .token(token.text)
    case .text(let character): .text(character)
    }
  }
}

// Parsing.
extension FieldNotation {
  /// - Parameter word: The notation, including its backslashes.
  init(_ word: String) throws(ScriptError) {
    var (input, text) = (word[...], "")
    var (anchor, head, start): (Int?, Int?, Int?)
    while let character = input.popFirst() {
      let index = elements.count + text.count
      switch character {
      case "[":
        elements += text.map { .text($0) }
        text = ""
        elements.append(.token(try Self.token(from: &input)))
      case "|": head = index
      case "^": anchor = index
      case "{": start = index
      case "}":
        guard let start, start < index else { throw ScriptError("empty selection between { and }") }
        additional.append(start..<index)
      case "\\": text += try Self.escaped(from: &input)
      default: text.append(character)
      }
    }
    elements += text.map { .text($0) }
    selection = head.map { TextSelection(anchor: anchor ?? $0, head: $0) }
  }

  private static func token(from input: inout Substring) throws(ScriptError) -> String {
    var raw = ""
    while let character = input.popFirst(), character != "]" {
      raw.append(character)
      if character == "\\", let next = input.popFirst() { raw.append(next) }
    }
    return try ScriptWords.unescaped(raw)
  }

  private static func escaped(from input: inout Substring) throws(ScriptError) -> String {
    var raw = "\\"
    if let next = input.popFirst() { raw.append(next) }
    if raw == "\\u", let end = input.firstIndex(of: "}") {
      raw += input[...end]
      input = input[input.index(after: end)...]
    }
    return try ScriptWords.unescaped(raw)
  }
}

// Formatting.
extension FieldNotation: CustomStringConvertible {
  var description: String {
    var text = symbols(at: 0)
    for (index, element) in elements.enumerated() {
      switch element {
      case .token(let token): text += "[\(token)]"
      case .text(let character): text += Self.escaped(character)
      }
      text += symbols(at: index + 1)
    }
    return text
  }

  private func symbols(at index: Int) -> String {
    var symbols = additional.contains { $0.upperBound == index } ? "}" : ""
    if let selection, !selection.isCaret, selection.anchor == index { symbols += "^" }
    if selection?.head == index { symbols += "|" }
    return additional.contains { $0.lowerBound == index } ? symbols + "{" : symbols
  }

  private static func escaped(_ character: Character) -> String {
    "[]|^{}\\ ".contains(character) ? "\\\(character)" : String(character)
  }
}
