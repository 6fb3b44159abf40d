/// How a token field behaves, as far as its owner may choose.
public struct TokenFieldConfiguration: Hashable, Sendable {
  /// What turns text into a token.
  public var delimiters: TokenDelimiters = .standard
  public var duplicates = DuplicatePolicy.allow
  public var controlArrow = ControlArrow.ends
  /// Whether a person may change what is in it.
  public var isEditable = true
  /// How many lines high the field grows before it scrolls; at least 1.
  public var maximumLines = 6
  /// What stands in an empty field; none where it is empty itself.
  public var placeholder = ""

  /// How many graphemes of text, that are no token yet, may be typed or pasted in one piece, with the
  /// text that they come to stand beside; more are refused, or become a token at once where they are
  /// pasted. Texts that meet since what was between them goes are kept, however long they are then.
  public static let textLimit = 10_000

  public init() {}
}

/// What turns text into a token, besides a list that is pasted.
public struct TokenDelimiters: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let comma = TokenDelimiters(rawValue: 1 << 0)
  public static let semicolon = TokenDelimiters(rawValue: 1 << 1)
  public static let space = TokenDelimiters(rawValue: 1 << 2)
  public static let enter = TokenDelimiters(rawValue: 1 << 3)
  /// Tab, which goes on to the next control all the same.
  public static let tab = TokenDelimiters(rawValue: 1 << 4)
  /// Leaving the field, for another control or another window.
  public static let leaving = TokenDelimiters(rawValue: 1 << 5)

  public static let standard: TokenDelimiters = [.comma, .semicolon, .enter, .tab, .leaving]

  /// Those that are typed as characters; a line end or a tab that an input method types is one too.
  var characters: [Character] {
    let all: [(TokenDelimiters, Character)] = [
      (.comma, ","), (.semicolon, ";"), (.space, " "),
    ]
    return ["\n", "\r", "\r\n", "\t"] + all.filter { contains($0.0) }.map(\.1)
  }
}

/// What becomes of text that would make a token that is there already.
public enum DuplicatePolicy: String, CaseIterable, Hashable, Sendable {
  case allow
  /// The text stays text, and the token that is there is pointed out.
  case refuse
  /// The token that is there comes to where the text was.
  case move
}

/// What an arrow key with Control does where no text is.
public enum ControlArrow: CaseIterable, Hashable, Sendable {
  /// It leads to an end of the field, as Command does on a Mac.
  case ends
  /// It leads past one token, as if that were a word.
  case token
}
