import Scene

@testable import Controls

extension TokenEditor<TextTokenAdapter> {
  /// Creates an editor with some elements, the caret before the first.
  init(of elements: [Elements.Element] = [], duplicates: DuplicatePolicy) {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    self.init([], adapter: TextTokenAdapter(firstID: 1_000_000), configuration: configuration)
    replace(0..<0, with: Elements(elements))
    history = EditHistory()
    selection = .caret(0)
    _ = takePendingUpdates()
  }

  /// The tokens, in brackets, and the text.
  var notation: String {
    elements.items.reduce(into: "") { notation, item in
      switch item {
      case .token(let token): notation += "[\(token.text)]"
      case .text(let text): notation += text.string
      }
    }
  }

  /// Returns the same for some elements.
  static func notation(_ elements: some Sequence<Elements.Element>) -> String {
    elements.map { item in item.token.map { "[\($0.text)]" } ?? item.character.map { "\($0)" } ?? "" }
      .joined()
  }

  /// Pastes a list at the caret.
  ///
  /// - Returns: Whether it was inserted.
  mutating func paste(_ list: String) -> Bool { paste(Array(list.utf8), as: .text) }

  mutating func paste(_ bytes: [UInt8], as type: DataType) -> Bool {
    let content = PastedContent(.init(type: type, bytes: ReceivedBytes(copying: bytes.span)), for: &self)
    guard let content else { return false }
    return insert(merge(content, at: [selection.range] + selected.additional))
  }
}

extension [TokenFieldElement<TextToken>] {
  /// Returns tokens named by numbers.
  static func tokens(_ numbers: some Sequence<Int>) -> Self {
    numbers.map { .token(TextToken(id: $0, text: "k\($0)")) }
  }

  /// The elements with adjacent text segmented into graphemes again.
  var resegmented: Self {
    var (result, text): (Self, String) = ([], "")
    for element in self {
      if let character = element.character {
        text.append(character)
      } else {
        result += text.map { .text($0) } + [element]
        text = ""
      }
    }
    return result + text.map { .text($0) }
  }
}
