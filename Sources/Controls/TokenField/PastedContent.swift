import Scene

/// Data that was pasted, as elements.
struct PastedContent<Adapter: TokenAdapter> {
  typealias Elements = ElementSequence<Adapter.Token>

  private let type: DataType
  private(set) var elements = Elements()
  /// Text that is not a token, after the last token.
  private var looseText = ""
  /// Whether a text run exceeded the text limit and could not become a token.
  private(set) var hasTooMuchText = false
  /// The first part, which may complete text that was typed before. `nil` if the part is not a
  /// token, or is a URI, which completes nothing.
  private(set) var first: String?
  /// The complete text if it has no separators. It is not among the elements until it is added.
  private var plainText: String?

  /// Reads data. Types other than tokens, URI lists and text are read as text. Returns `nil` if the data is malformed.
  init?(_ content: ReceivedData.Content, for editor: inout TokenEditor<Adapter>) {
    type = content.type
    guard content.bytes.withBytes({ read($0, for: &editor) }) else { return nil }
    endText(for: &editor)
  }

  /// Creates content from existing elements.
  init(copying elements: Elements) { (type, self.elements) = (.tokens, elements) }

  /// Whether the data contains tokens with identities that may already exist.
  var hasIdentities: Bool { type == .tokens }

  /// Returns whether the data is valid.
  private mutating func read(_ bytes: Span<UInt8>, for editor: inout TokenEditor<Adapter>) -> Bool {
    var isValid = true
    switch type {
    case .tokens:
      let isComplete = Netstring.forEachContent(in: bytes) { part in
        isValid = isValid && add(encoded: part, for: &editor)
      }
      return isComplete && isValid
    case .uriList:
      URIList.forEachLine(in: bytes) { add(URIList.name(in: String(decoding: $0)), for: &editor) }
    default:
      ListReader.forEachPart(of: bytes) { part in
        let text = String(decoding: part)
        if part.count == bytes.count { plainText = text } else { add(text, for: &editor) }
      }
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
    if type != .uriList, elements.isEmpty, looseText.isEmpty { first = part }
    add(token, for: &editor)
  }

  private mutating func add(_ token: Adapter.Token, for editor: inout TokenEditor<Adapter>) {
    endText(for: &editor)
    elements.append(token)
  }

  /// Ends a text run. Text above the limit becomes a token.
  private mutating func endText(for editor: inout TokenEditor<Adapter>) {
    guard !looseText.isEmpty else { return }
    let text = looseText
    looseText = ""
    if text.hasAtMost(TokenFieldConfiguration.textLimit) {
      elements.append(text: text)
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
