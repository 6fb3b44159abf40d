import Scene

/// A list that is being pasted, read in steps so that a long one holds up no frame.
struct PastedList<Kind: TokenKind> {
  typealias Unit = TokenUnit<Kind.Token>

  private let bytes: ReceivedBytes
  private var reader = ListReader(separators: TokenSplitter.list.separators)
  /// How many parts there were, empty ones too: one where nothing takes the text apart.
  private var pieceCount = 0
  /// What became of the parts so far.
  private(set) var units: [Unit] = []
  /// The first part, which may be the end of what was typed, and its token; `nil` where it is none.
  private(set) var first: (text: String, token: Kind.Token)?

  init(_ bytes: ReceivedBytes) { self.bytes = bytes }

  /// Whether anything takes the text apart.
  var isList: Bool { pieceCount > 1 }

  /// All of the text, what is no UTF-8 repaired.
  var text: String { bytes.withBytes { String(decoding: $0) } }

  /// Reads on and makes tokens of what was read.
  ///
  /// - Parameter count: How many bytes to read at most.
  /// - Returns: Whether all is read.
  mutating func read(atMost count: Int, for editor: inout TokenEditor<Kind>) -> Bool {
    var (texts, pieces): ([String], Int) = ([], 0)
    let isRead = bytes.withBytes { bytes in
      reader.read(bytes, atMost: count) { part in
        pieces += 1
        if let text = part.trimmedText { texts.append(text) }
      }
    }
    pieceCount += pieces
    // What nothing takes apart may well stay text.
    if isList || !isRead { for text in texts { take(text, for: &editor) } }
    return isRead
  }

  /// Makes a token of a part.
  mutating func take(_ text: String, for editor: inout TokenEditor<Kind>) {
    guard let token = editor.kind.makeToken(of: text, replacing: nil) else {
      units += text.map { .text($0) }
      return
    }
    if units.isEmpty { first = (text, token) }
    units.append(.token(token))
  }
}

extension PastedList {
  /// A list whose parts are known.
  init(_ texts: [String], for editor: inout TokenEditor<Kind>) {
    self.init(ReceivedBytes(copying: Span()))
    pieceCount = texts.count + 1
    for text in texts where !text.isEmpty { take(text, for: &editor) }
  }
}
