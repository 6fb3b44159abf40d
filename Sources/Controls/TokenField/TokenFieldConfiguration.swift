/// The options of a token field.
public struct TokenFieldConfiguration: Hashable, Sendable {
  /// The delimiters that turn text into a token.
  public var delimiters: TokenDelimiters = .standard
  public var duplicates = DuplicatePolicy.allow
  public var controlArrow = ControlArrowBehavior.ends
  /// Whether the user may change the content.
  public var isEditable = true
  /// The maximum height in lines, at least 1. Higher content scrolls.
  public var maximumLines = 6
  /// The text in an empty field. If empty, there is no placeholder.
  public var placeholder = ""

  /// The maximum number of graphemes in a text run that the user types or pastes, including
  /// adjacent text.
  ///
  /// More typed text is refused. More pasted text is refused or becomes a token immediately. Text
  /// runs that join because the content between them is removed are kept, regardless of their
  /// length.
  public static let textLimit = 10_000

  public init() {}
}

/// The events that turn text into a token, in addition to pasting a list.
public struct TokenDelimiters: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let comma = TokenDelimiters(rawValue: 1 << 0)
  public static let semicolon = TokenDelimiters(rawValue: 1 << 1)
  public static let space = TokenDelimiters(rawValue: 1 << 2)
  public static let enter = TokenDelimiters(rawValue: 1 << 3)
  /// The Tab key, which also moves the focus.
  public static let tab = TokenDelimiters(rawValue: 1 << 4)
  /// The loss of the focus to another control or another window.
  public static let focusLoss = TokenDelimiters(rawValue: 1 << 5)

  public static let standard: TokenDelimiters = [.comma, .semicolon, .enter, .tab, .focusLoss]

  /// The delimiters that are characters. Line ends and tabs that an input method types are also
  /// delimiters.
  var characters: [Character] {
    let all: [(TokenDelimiters, Character)] = [(.comma, ","), (.semicolon, ";"), (.space, " ")]
    return ["\n", "\r", "\r\n", "\t"] + all.filter { contains($0.0) }.map(\.1)
  }
}

/// The treatment of text that would duplicate an existing token.
public enum DuplicatePolicy: String, CaseIterable, Hashable, Sendable {
  case allow
  /// Refuse the text, which stays text, and highlight the existing token.
  case refuse
  /// Move the existing token to the position of the text.
  case move
}

/// The effect of Ctrl+Left and Ctrl+Right outside text.
public enum ControlArrowBehavior: CaseIterable, Hashable, Sendable {
  /// Move to an end of the field, like Command on macOS.
  case ends
  /// Move past one token, as if it were a word.
  case token
}
