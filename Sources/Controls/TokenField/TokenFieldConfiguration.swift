import Scene

/// The options of a token field.
public struct TokenFieldConfiguration: Hashable, Sendable {
  /// The delimiters that turn text into a token.
  public var delimiters: TokenDelimiters = .standard
  /// The treatment of duplicate tokens.
  public var duplicates = DuplicatePolicy.allow
  /// The effect of Ctrl+Left and Ctrl+Right outside text.
  public var controlArrow = ControlArrowBehavior.ends
  /// Whether the user may change the content.
  public var isEditable = true
  /// The maximum height in lines, at least 1. Higher content scrolls.
  public var maximumLines = 6
  /// The content of the status line, if there is no message about a command.
  public var status = TokenFieldStatus.caret
  /// The text in an empty field. If empty, there is no placeholder.
  public var placeholder = ""

  /// The maximum number of graphemes in a text run that the user types or pastes, including
  /// adjacent text.
  ///
  /// More typed text is refused. More pasted text is refused or becomes a token immediately. Text
  /// runs that join because the content between them is removed are kept, regardless of their
  /// length.
  public static let textLimit = 10_000

  /// Creates the default options.
  public init() {}
}

/// The constants of the behavior of token fields. Lengths are in logical pixels.
enum TokenFieldConstants {
  /// Returns a text that names a token in a message, shortened to 40 characters.
  static func name(_ text: String) -> String { DisplaySanitizer.elided(text, to: 40) }

  /// The distance from the side of a token within which a press moves the caret there.
  static let caretMargin = 3.0
  /// The movement up to which a press is a click, as in the floating button.
  static let dragSlop = FloatingButton.dragSlop
  /// The duration of a touch that starts a drag, as in the floating button.
  static let longPress = FloatingButton.Tuning().longPress
  /// The distance from an edge, inside the field, within which a drag starts to autoscroll.
  static let autoscrollMargin = 14.0
  /// The minimum autoscroll speed, in logical pixels per second.
  static let minimumAutoscrollSpeed = 60.0
  /// The increase of the autoscroll speed for each logical pixel of distance.
  static let autoscrollRate = 10.0
  /// The maximum autoscroll speed, in logical pixels per second.
  static let maximumAutoscrollSpeed = 2400.0
  /// The maximum number of tokens in the preview of a drag out of the window.
  static let maximumPreviewCount = 3
}

/// The events that turn text into a token, in addition to pasting a list.
public struct TokenDelimiters: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A typed comma.
  public static let comma = TokenDelimiters(rawValue: 1 << 0)
  /// A typed semicolon.
  public static let semicolon = TokenDelimiters(rawValue: 1 << 1)
  /// A typed space.
  public static let space = TokenDelimiters(rawValue: 1 << 2)
  /// The Enter key.
  public static let enter = TokenDelimiters(rawValue: 1 << 3)
  /// The Tab key, which also moves the focus.
  public static let tab = TokenDelimiters(rawValue: 1 << 4)
  /// The loss of the focus to another control or another window.
  public static let focusLoss = TokenDelimiters(rawValue: 1 << 5)

  /// All delimiters except the space.
  public static let standard: TokenDelimiters = [.comma, .semicolon, .enter, .tab, .focusLoss]

  /// The delimiters that are characters. Line ends and tabs that an input method types are also
  /// delimiters.
  var characters: [Character] {
    let all: [(TokenDelimiters, Character)] = [(.comma, ","), (.semicolon, ";"), (.space, " ")]
    return ["\n", "\r", "\r\n", "\t"] + all.filter { contains($0.0) }.map(\.1)
  }
}

/// The content of the status line of a token field.
public enum TokenFieldStatus: CaseIterable, Hashable, Sendable {
  /// The caret and the selection.
  case caret
  /// The number of tokens and of their problems, with the name "token" or "recipient".
  case tokenCount, recipientCount
}

/// The treatment of text that would duplicate an existing token.
public enum DuplicatePolicy: String, CaseIterable, Hashable, Sendable {
  /// Create the duplicate.
  case allow
  /// Refuse the text, which stays text, and highlight the existing token.
  case refuse
  /// Move the existing token to the position of the text.
  case move
}

/// The effect of Ctrl+Left and Ctrl+Right outside text.
public enum ControlArrowBehavior: String, CaseIterable, Hashable, Sendable {
  /// Move to an end of the field, like Command on macOS.
  case ends
  /// Move past one token, as if it were a word.
  case token
}
