public import Scene

extension DataType {
  /// Tokens with their identities, and the text between them, from a token field to another: each
  /// unit as a netstring ([D. J. Bernstein, 1997][1]) of a letter and its bytes, `t` for a token as
  /// its kind encodes it, `s` for text.
  ///
  /// [1]: https://cr.yp.to/proto/netstrings.txt
  public static let tokens = DataType("application/x-tactile-tokens")
}

extension UnitSequence {
  /// Tokens and text, side by side.
  enum Piece {
    case token(Token)
    case text(String)
  }

  /// - Complexity: O(*n*).
  func forEachPiece(_ body: (Piece) -> Void) {
    var text = ""
    func endText() {
      if !text.isEmpty { body(.text(text)) }
      text = ""
    }
    for unit in self {
      switch unit {
      case .text(let character): text.append(character)
      case .token(let token):
        endText()
        body(.token(token))
      }
    }
    endText()
  }
}

// Out.
extension TokenEditor {
  /// What is selected, for other programs; it stays as it is now, and costs little until it is taken.
  var selectedData: DataOffer {
    let (units, ranges, kind) = (units, selectedRanges, kind)
    return DataOffer([
      DataOffer.Form(.tokens) { Self.encode(units.slices(ranges), of: kind) },
      DataOffer.Form(.text) { Array(Self.text(of: units.slices(ranges), kind).utf8) },
    ])
  }

  /// Tokens and text with a comma and a space between them.
  static func text(of units: Units, _ kind: Kind) -> String {
    var (text, isFirst) = ("", true)
    units.forEachPiece { piece in
      if !isFirst { text += ", " }
      isFirst = false
      switch piece {
      case .token(let token): text += kind.text(of: token)
      case .text(let string): text += string
      }
    }
    return text
  }

  private static func encode(_ units: Units, of kind: Kind) -> [UInt8] {
    var bytes: [UInt8] = []
    units.forEachPiece { piece in
      switch piece {
      case .token(let token): Netstring.append([UInt8(ascii: "t")] + kind.encode(token), to: &bytes)
      case .text(let string): Netstring.append([UInt8(ascii: "s")] + Array(string.utf8), to: &bytes)
      }
    }
    return bytes
  }
}

// In.
extension TokenEditor {
  /// Puts text that came from elsewhere, and was read to its end, in the place of what is selected.
  /// A list makes tokens of its parts, of which the first takes along the text before the caret;
  /// other text stays text, where there is room for it as such.
  mutating func paste(_ list: PastedList<Kind>) {
    guard configuration.isEditable else { return }
    var list = list
    if !list.isList {
      let text = list.text
      let room = TokenFieldConfiguration.textLimit - units.stretch(around: selection.head).count
      if text.utf8.count <= room { return pasteUnits(text.map { .text($0) }) }
      list.take(String(text.trimmed), for: &self)
    }
    let mark = history.mark()
    removeSelected()
    var (new, range) = (list.units, selection.range)
    let before = units.stretch(before: selection.head)
    if let first = list.first, !before.isEmpty, trial == nil,
      let token = kind.makeToken(
        of: String((units.string(in: before) + first.text).trimmed), replacing: first.token)
    {
      new[0] = .token(token)
      range = before
    }
    replace(range, with: Units(withoutDuplicates(new)))
    history.join(since: mark)
  }

  /// What may be put in beside what is there; a remark tells how many tokens may not, and those that
  /// are there already are pointed out.
  ///
  /// - Complexity: O(*n*) in the number of units, where there are such tokens.
  private mutating func withoutDuplicates(_ new: [Units.Unit]) -> [Units.Unit] {
    guard configuration.duplicates != .allow else { return new }
    var (own, refused): (Set<String>, [String]) = ([], [])
    let fresh = new.filter { unit in
      guard let key = unit.token.map(kind.key) else { return true }
      if !isThere(key), own.insert(key).inserted { return true }
      refused.append(key)
      return false
    }
    guard !refused.isEmpty else { return new }
    let twins = Set(refused)
    remark(
      refused.count == 1 ? "One was there already" : "\(refused.count) were there already",
      pointingOut: units.compactMap(\.token).filter { twins.contains(kind.key(of: $0)) }.map(\.id))
    return fresh
  }

  /// Puts units in the place of what is selected.
  private mutating func pasteUnits(_ new: [Units.Unit]) {
    let mark = history.mark()
    removeSelected()
    replace(selection.range, with: Units(withoutDuplicates(withOwnIdentities(new))))
    history.join(since: mark)
  }

  /// Puts what a token field has encoded in the place of what is selected. Tokens keep their
  /// identity unless it is here already.
  ///
  /// - Returns: Whether it could be read.
  /// - Complexity: O(*n*) in the length of both.
  mutating func paste(encoded bytes: Span<UInt8>) -> Bool {
    guard configuration.isEditable else { return true }
    var (decoded, text): ([Units.Unit], String) = ([], "")
    let isWhole = Netstring.forEach(in: bytes) { content in
      guard let letter = content.first else { return false }
      let rest = Array(content.dropFirst())
      switch letter {
      case UInt8(ascii: "t"):
        guard let token = kind.decode(rest) else { return false }
        decoded += unitsOfPasted(text) + [.token(token)]
        text = ""
      case UInt8(ascii: "s"): text += String(decoding: rest, as: UTF8.self)
      default: return false
      }
      return true
    }
    guard isWhole else { return false }
    pasteUnits(decoded + unitsOfPasted(text))
    return true
  }

  /// Text in one piece, which stays text where there is room for it as such, and else becomes a
  /// token.
  private mutating func unitsOfPasted(_ text: String) -> [Units.Unit] {
    let room = TokenFieldConfiguration.textLimit - units.stretch(around: selection.head).count
    guard text.utf8.count > room,
      let token = kind.makeToken(of: String(text.trimmed), replacing: nil)
    else { return text.map { .text($0) } }
    return [.token(token)]
  }

  private mutating func withOwnIdentities(_ new: [Units.Unit]) -> [Units.Unit] {
    var free = Set(new.compactMap { $0.token?.id })
    guard !free.isEmpty else { return new }
    for unit in units { if let id = unit.token?.id { free.remove(id) } }
    return new.compactMap { unit in
      guard let token = unit.token, free.remove(token.id) == nil else { return unit }
      return kind.copy(of: token).map { .token($0) }
    }
  }
}

/// Bytes of any kind one after another, each with its length before it.
enum Netstring {
  static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\(content.count):".utf8
    bytes += content
    bytes.append(UInt8(ascii: ","))
  }

  /// Hands over each content until `body` refuses one.
  ///
  /// - Returns: `false` where it did, or where the bytes are no netstrings.
  static func forEach(in bytes: Span<UInt8>, _ body: ([UInt8]) -> Bool) -> Bool {
    var index = 0
    while index < bytes.count {
      var length = 0
      let header = index
      while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
        guard let digit = bytes[index].digit, length <= bytes.count else { return false }
        length = length * 10 + digit
        index += 1
      }
      let start = index + 1
      let end = start + length
      guard index > header, end < bytes.count, bytes[end] == UInt8(ascii: ",") else { return false }
      let content = bytes.extracting(start..<end)
      guard
        body(
          [UInt8](unsafeUninitializedCapacity: content.count) { buffer, count in
            for offset in content.indices { buffer[offset] = content[offset] }
            count = content.count
          })
      else { return false }
      index = end + 1
    }
    return true
  }
}

extension UInt8 {
  /// Its value as a decimal digit; `nil` where it is none.
  fileprivate var digit: Int? {
    let zero = UInt8(ascii: "0")
    return self >= zero && self <= zero + 9 ? Int(self - zero) : nil
  }
}
