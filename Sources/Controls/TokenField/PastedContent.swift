import Scene

/// What is being pasted, read in steps so that a long list holds up no frame. A single part of it, a
/// very long token say, is read at once.
struct PastedContent<Kind: TokenKind> {
  typealias Units = UnitSequence<Kind.Token>

  /// What the bytes are.
  private enum Format {
    case text(ListReader)
    case places(URIListReader)
    case tokens(NetstringReader)
  }

  private let bytes: ReceivedBytes
  private var format: Format
  private var isRead = false
  /// How many parts of text there were, empty ones too: one where nothing takes it apart.
  private var partCount = 0
  /// Text that is no token, and behind which no token has come yet.
  private var looseText = ""
  /// What became of what was read.
  private var builder = Units.Builder()
  /// About how many bytes are kept with that.
  private(set) var cost = 0
  /// Whether there was more text in one piece than there may be, of which no token can be made.
  private(set) var hasTooMuchText = false
  /// The first part, which may be the end of what was typed; `nil` where it is no token, or the name
  /// of a place, which ends nothing.
  private(set) var first: String?

  /// - Parameter content: Of another type than text, names of places, or tokens it is read as text.
  init(_ content: ReceivedData.Content) {
    bytes = content.bytes
    format =
      switch content.type {
      case .tokens: .tokens(NetstringReader())
      case .uriList: .places(URIListReader())
      default: .text(ListReader(separators: TokenSplitter.listSeparators))
      }
  }

  /// All of the text where nothing takes it apart, what is no UTF-8 repaired; `nil` where something
  /// does.
  var plainText: String? {
    guard case .text = format, partCount == 1 else { return nil }
    return bytes.withBytes { String(decoding: $0) }
  }

  /// Whether there are tokens in it with identities that may be here already.
  var hasIdentities: Bool { if case .tokens = format { true } else { false } }

  /// What became of what was read, once that is all.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var units: Units { builder.end() }

  /// Reads on and makes tokens of what was read.
  ///
  /// - Parameter count: After how many bytes to stop.
  mutating func read(
    atMost count: Int, for editor: inout TokenEditor<Kind>
  ) -> ReadingProgress {
    guard !isRead else { return .whole }
    let progress =
      switch format {
      case .text(let reader): readText(reader, count, for: &editor)
      case .places(let reader): readPlaces(reader, count, for: &editor)
      case .tokens(let reader): readTokens(reader, count, for: &editor)
      }
    if progress == .whole {
      endText(for: &editor)
      isRead = true
    }
    return progress
  }

  /// Makes a token of a part, without the spaces around it; where it can't be one it is text, apart
  /// from other such parts. Nothing comes of nothing.
  private mutating func take(_ part: String, for editor: inout TokenEditor<Kind>) {
    let part = String(part.trimmed)
    guard !part.isEmpty else { return }
    guard let token = editor.kind.makeToken(of: part, replacing: nil) else {
      looseText += looseText.isEmpty ? part : ", \(part)"
      return
    }
    if case .text = format, builder.count == 0, looseText.isEmpty { first = part }
    take(token, for: &editor)
  }

  /// Takes what nothing takes apart as a part, all the same, once all is read.
  mutating func takeWhole(_ text: String, for editor: inout TokenEditor<Kind>) {
    take(text, for: &editor)
    endText(for: &editor)
  }

  private mutating func take(_ token: Kind.Token, for editor: inout TokenEditor<Kind>) {
    endText(for: &editor)
    append(.token(token), editor)
  }

  /// Ends a piece of text; where there is more of it than there may be it becomes a token.
  private mutating func endText(for editor: inout TokenEditor<Kind>) {
    guard !looseText.isEmpty else { return }
    if looseText.hasAtMost(TokenFieldConfiguration.textLimit) {
      for character in looseText { append(.text(character), editor) }
    } else if let token = editor.kind.makeToken(ofTrimmed: looseText) {
      append(.token(token), editor)
    } else {
      hasTooMuchText = true
    }
    looseText = ""
  }

  private mutating func append(_ unit: Units.Unit, _ editor: TokenEditor<Kind>) {
    builder.append(unit)
    cost += editor.cost(of: unit)
  }
}

// Formats.
extension PastedContent {
  private mutating func readText(
    _ reader: ListReader, _ count: Int, for editor: inout TokenEditor<Kind>
  ) -> ReadingProgress {
    var (reader, texts, parts): (ListReader, [String], Int) = (reader, [], 0)
    let isRead = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { part in
        parts += 1
        if let text = part.trimmedText { texts.append(text) }
      }
    }
    format = .text(reader)
    partCount += parts
    // What nothing takes apart may well stay text.
    if partCount > 1 || !isRead { for text in texts { take(text, for: &editor) } }
    return isRead ? .whole : .unfinished
  }

  private mutating func readPlaces(
    _ reader: URIListReader, _ count: Int, for editor: inout TokenEditor<Kind>
  ) -> ReadingProgress {
    var (reader, names): (URIListReader, [String]) = (reader, [])
    let progress = bytes.withBytes { reader.read($0, atMost: count) { names.append($0) } }
    format = .places(reader)
    for name in names { take(name, for: &editor) }
    return progress
  }

  private mutating func readTokens(
    _ reader: NetstringReader, _ count: Int, for editor: inout TokenEditor<Kind>
  ) -> ReadingProgress {
    var reader = reader
    let progress = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { take(unit: $0, for: &editor) }
    }
    format = .tokens(reader)
    return progress
  }

  /// Takes a unit as a token field encodes it (`DataType.tokens`).
  ///
  /// - Returns: Whether it is one.
  private mutating func take(
    unit: Span<UInt8>, for editor: inout TokenEditor<Kind>
  ) -> Bool {
    guard !unit.isEmpty else { return false }
    let rest = unit.extracting(1...)
    switch unit[0] {
    case UInt8(ascii: "t"):
      guard let token = editor.kind.decode(Array(copying: rest)) else { return false }
      take(token, for: &editor)
    case UInt8(ascii: "s"): looseText += String(decoding: rest)
    default: return false
    }
    return true
  }
}

extension [UInt8] {
  fileprivate init(copying bytes: Span<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { buffer, count in
      for index in bytes.indices { buffer[index] = bytes[index] }
      count = bytes.count
    }
  }
}
