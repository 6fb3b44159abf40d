import Scene

@testable import Controls

extension TokenEditor<TextTokens> {
  /// An editor of some units, the caret before the first of them.
  init(of units: [Units.Unit] = [], duplicates: DuplicatePolicy) {
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = duplicates
    self.init([], kind: TextTokens(firstID: 1_000_000), configuration: configuration)
    replace(0..<0, with: Units(units))
    history = EditHistory()
    selection = .caret(0)
    _ = takeNews()
  }

  /// Its tokens and its text.
  var words: String { Self.words(units) }

  /// The same, unit by unit.
  var names: [String] { units.map { Self.words([$0]) } }

  static func words(_ units: some Sequence<Units.Unit>) -> String {
    units.map { unit in unit.token.map { "[\($0.text)]" } ?? unit.character.map { "\($0)" } ?? "" }
      .joined()
  }

  /// What of a list would be put in where the caret is.
  mutating func insertion(of list: String) -> PasteInsertion<TextTokens>? {
    guard var insertion = beginInsertion(of: list) else { return nil }
    return insertion.goOn(in: &self, atMost: .max) ? insertion : nil
  }

  /// The same of which nothing is known yet; `nil` where there is no room for it.
  mutating func beginInsertion(of list: String) -> PasteInsertion<TextTokens>? {
    beginInsertion(of: Array(list.utf8), as: .text)
  }

  private mutating func beginInsertion(
    of bytes: [UInt8], as type: DataType
  ) -> PasteInsertion<TextTokens>? {
    var content = PastedContent<TextTokens>(
      .init(type: type, bytes: ReceivedBytes(copying: bytes.span)))
    while content.read(atMost: 1 << 15, for: &self) == .unfinished {}
    return insertion(of: content, at: PastePlace(in: self, order: 0))
  }

  /// Pastes a list where the caret is.
  ///
  /// - Returns: Whether it was put in.
  mutating func paste(_ list: String) -> Bool { paste(Array(list.utf8), as: .text) }

  mutating func paste(_ bytes: [UInt8], as type: DataType) -> Bool {
    guard var insertion = beginInsertion(of: bytes, as: type) else { return false }
    return insertion.goOn(in: &self, atMost: .max) && put(insertion, inSight: 0..<0)
  }
}

extension [TokenUnit<TextToken>] {
  /// Tokens of numbers, by which they are named.
  static func tokens(_ numbers: some Sequence<Int>) -> Self {
    numbers.map { .token(TextToken(id: $0, text: "k\($0)")) }
  }

  /// The same where text that stands beside text has grown together.
  var regrouped: Self {
    var (result, text): (Self, String) = ([], "")
    for unit in self {
      if let character = unit.character {
        text.append(character)
      } else {
        result += text.map { .text($0) } + [unit]
        text = ""
      }
    }
    return result + text.map { .text($0) }
  }
}
