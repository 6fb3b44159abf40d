import Scene

/// An incremental reader of pasted data, so that a long list does not delay a frame. A single part,
/// such as a very long token, is read in one step.
struct PastedContent<Adapter: TokenAdapter> {
  typealias Elements = ElementSequence<Adapter.Token>

  private let type: DataType
  private let bytes: ReceivedBytes
  /// The reader of the data, or `nil` once all data is read.
  private var reader: (any PartReader)?
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
  /// The complete text if it has no separators. It is not among the elements until it is added.
  private(set) var plainText: String?

  /// - Parameter content: The data. Types other than tokens, URI lists and text are read as text.
  init(_ content: ReceivedData.Content) {
    (type, bytes) = (content.type, content.bytes)
    reader =
      switch type {
      case .tokens: NetstringReader()
      case .uriList: URIListReader()
      default: ListReader()
      }
  }

  /// Creates content that shares the blocks of existing elements. Nothing is left to read.
  init(copying elements: Elements) {
    (type, bytes, reader) = (.tokens, ReceivedBytes(copying: Span()), nil)
    builder = Elements.Builder(elements)
    // The names of the copies are not counted, because that takes too long for a single step.
    let tokenCount = elements.count - elements.textCount
    cost = tokenCount * TokenEditor<Adapter>.costOfItem + elements.length
  }

  /// Whether the data contains tokens with identities that may already exist.
  var hasIdentities: Bool { type == .tokens }

  /// The elements that were read. Complete once reading has ended.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var elements: Elements { builder.build() }

  /// Continues to read the data and creates tokens.
  ///
  /// - Parameter count: The number of bytes after which to stop.
  mutating func read(atMost count: Int, for editor: inout TokenEditor<Adapter>) -> ParsingProgress {
    guard var reader else { return .complete }
    var isValid = true
    let progress = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { part in
        isValid = isValid && add(part, isAll: part.count == bytes.count, for: &editor)
      }
    }
    self.reader = progress == .complete ? nil : reader
    if progress == .complete { endText(for: &editor) }
    return isValid ? progress : .malformed
  }

  /// Adds a part of the data.
  ///
  /// - Returns: Whether the part is valid.
  private mutating func add(_ part: Span<UInt8>, isAll: Bool, for editor: inout TokenEditor<Adapter>) -> Bool
  {
    switch type {
    case .tokens: return add(encoded: part, for: &editor)
    case .uriList: add(URIList.name(in: String(decoding: part)), for: &editor)
    case _ where isAll: plainText = String(decoding: part)
    default: add(String(decoding: part), for: &editor)
    }
    return true
  }

  /// Adds an element in the encoding of `DataType.tokens`.
  ///
  /// - Returns: Whether the encoding is valid.
  private mutating func add(encoded: Span<UInt8>, for editor: inout TokenEditor<Adapter>) -> Bool {
    guard !encoded.isEmpty else { return false }
    let payload = encoded.extracting(1...)
    switch encoded[0] {
    case UInt8(ascii: "t"):
      guard let token = editor.adapter.decode(payload.indices.map { payload[$0] }) else { return false }
      add(token, for: &editor)
    case UInt8(ascii: "s"): looseText += String(decoding: payload)
    default: return false
    }
    return true
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
    if type != .uriList, builder.isEmpty, looseText.isEmpty { first = part }
    add(token, for: &editor)
  }

  private mutating func add(_ token: Adapter.Token, for editor: inout TokenEditor<Adapter>) {
    endText(for: &editor)
    builder.append(token)
    cost += editor.cost(of: .token(token))
  }

  /// Ends a text run. Text above the limit becomes a token.
  private mutating func endText(for editor: inout TokenEditor<Adapter>) {
    guard !looseText.isEmpty else { return }
    let text = looseText
    looseText = ""
    if text.hasAtMost(TokenFieldConfiguration.textLimit) {
      builder.append(text: text)
      cost += editor.cost(of: .text(Elements.Text(text)))
    } else if let token = editor.adapter.makeToken(ofTrimmed: text) {
      add(token, for: &editor)
    } else {
      hasTooMuchText = true
    }
  }

  /// Adds the plain text, if there is any: as text if it fits into a text run, otherwise as a part of a list.
  ///
  /// - Parameter capacity: The number of graphemes that fit.
  mutating func addPlainText(capacity: Int, for editor: inout TokenEditor<Adapter>) {
    guard let plainText else { return }
    if plainText.hasAtMost(capacity) { looseText = plainText } else { add(plainText, for: &editor) }
    endText(for: &editor)
  }
}
