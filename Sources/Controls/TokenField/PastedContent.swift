import Scene

/// An incremental reader of pasted data, so that a long list does not delay a frame. A single part,
/// such as a very long token, is read in one step.
struct PastedContent<Adapter: TokenAdapter> {
  typealias Elements = ElementSequence<Adapter.Token>

  /// The format of the data.
  private enum Format {
    case text(ListReader)
    case uriList(URIListReader)
    case tokens(NetstringReader)
  }

  private let bytes: ReceivedBytes
  private var format: Format
  private var isRead = false
  /// The number of parts of the text, including empty ones. It is 1 if the text has no separators.
  private var partCount = 0
  /// Text that is not a token, after the last token.
  private var looseText = ""
  /// The elements that were read.
  private var builder = Elements.Builder()
  /// The approximate number of bytes that the history keeps for them.
  private(set) var cost = 0
  /// Whether a text run exceeded the text limit and could not become a token.
  private(set) var hasTooMuchText = false
  /// The first part, which may complete text that was typed before. `nil` if the part is not a
  /// token, or is a URI, which completes nothing.
  private(set) var first: String?

  /// - Parameter content: The data. Types other than tokens, URI lists and text are read as text.
  init(_ content: ReceivedData.Content) {
    bytes = content.bytes
    format =
      switch content.type {
      case .tokens: .tokens(NetstringReader())
      case .uriList: .uriList(URIListReader())
      default: .text(ListReader(separators: TokenSplitter.listSeparators))
      }
  }

  /// The complete text if it has no separators, with invalid UTF-8 repaired. Otherwise `nil`.
  var plainText: String? {
    guard case .text = format, partCount == 1 else { return nil }
    return bytes.withBytes { String(decoding: $0) }
  }

  /// Whether the data contains tokens with identities that may already exist.
  var hasIdentities: Bool { if case .tokens = format { true } else { false } }

  /// The elements that were read. Complete once reading has ended.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var elements: Elements { builder.build() }

  /// Continues to read the data and creates tokens.
  ///
  /// - Parameter count: The number of bytes after which to stop.
  mutating func read(atMost count: Int, for editor: inout TokenEditor<Adapter>) -> ParsingProgress {
    guard !isRead else { return .complete }
    let progress =
      switch format {
      case .text(let reader): readText(reader, count, for: &editor)
      case .uriList(let reader): readURIs(reader, count, for: &editor)
      case .tokens(let reader): readTokens(reader, count, for: &editor)
      }
    if progress == .complete {
      endText(for: &editor)
      isRead = true
    }
    return progress
  }

  /// Adds a part without surrounding spaces: as a token, or as text if it cannot be one. A comma
  /// separates it from other such text. An empty part is ignored.
  private mutating func add(_ part: String, for editor: inout TokenEditor<Adapter>) {
    let part = String(part.trimmed)
    guard !part.isEmpty else { return }
    guard let token = editor.adapter.makeToken(of: part, replacing: nil) else {
      looseText += looseText.isEmpty ? part : ", \(part)"
      return
    }
    if case .text = format, builder.isEmpty, looseText.isEmpty { first = part }
    add(token, for: &editor)
  }

  /// Adds text without separators as one part. Call it once reading has ended.
  mutating func addUnsplit(_ text: String, for editor: inout TokenEditor<Adapter>) {
    add(text, for: &editor)
    endText(for: &editor)
  }

  private mutating func add(_ token: Adapter.Token, for editor: inout TokenEditor<Adapter>) {
    endText(for: &editor)
    append(token, editor)
  }

  /// Ends a text run. Text above the limit becomes a token.
  private mutating func endText(for editor: inout TokenEditor<Adapter>) {
    guard !looseText.isEmpty else { return }
    if looseText.hasAtMost(TokenFieldConfiguration.textLimit) {
      builder.append(text: looseText)
      cost += editor.cost(of: .text(Elements.Text(looseText)))
    } else if let token = editor.adapter.makeToken(ofTrimmed: looseText) {
      append(token, editor)
    } else {
      hasTooMuchText = true
    }
    looseText = ""
  }

  private mutating func append(_ token: Adapter.Token, _ editor: TokenEditor<Adapter>) {
    builder.append(token)
    cost += editor.cost(of: .token(token))
  }
}

// Formats.
extension PastedContent {
  private mutating func readText(_ reader: ListReader, _ count: Int, for editor: inout TokenEditor<Adapter>)
    -> ParsingProgress
  {
    var (reader, texts, parts): (ListReader, [String], Int) = (reader, [], 0)
    let isRead = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { part in
        parts += 1
        if let text = part.trimmedText { texts.append(text) }
      }
    }
    format = .text(reader)
    partCount += parts
    // Text without separators may stay text.
    if partCount > 1 || !isRead { for text in texts { add(text, for: &editor) } }
    return isRead ? .complete : .incomplete
  }

  private mutating func readURIs(
    _ reader: URIListReader, _ count: Int, for editor: inout TokenEditor<Adapter>
  )
    -> ParsingProgress
  {
    var (reader, names): (URIListReader, [String]) = (reader, [])
    let progress = bytes.withBytes { reader.read($0, atMost: count) { names.append($0) } }
    format = .uriList(reader)
    for name in names { add(name, for: &editor) }
    return progress
  }

  private mutating func readTokens(
    _ reader: NetstringReader, _ count: Int, for editor: inout TokenEditor<Adapter>
  ) -> ParsingProgress {
    var reader = reader
    let progress = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { add(encoded: $0, for: &editor) }
    }
    format = .tokens(reader)
    return progress
  }

  /// Adds an element in the encoding of `DataType.tokens`.
  ///
  /// - Returns: Whether the encoding is valid.
  private mutating func add(encoded: Span<UInt8>, for editor: inout TokenEditor<Adapter>) -> Bool {
    guard !encoded.isEmpty else { return false }
    let payload = encoded.extracting(1...)
    switch encoded[0] {
    case UInt8(ascii: "t"):
      guard let token = editor.adapter.decode(Array(copying: payload)) else { return false }
      add(token, for: &editor)
    case UInt8(ascii: "s"): looseText += String(decoding: payload)
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
