public import Motion
public import Scene

/// A row of tokens that is walked, selected and edited like text: a caret stands in any gap between
/// them.
///
/// Generic over what a token is and over how one is drawn. Tokens that do not fit on a line go on
/// to the next.
public struct TokenField<Appearance: TokenAppearance>: Control {
  public typealias Token = Appearance.Token

  /// What the field asks its owner to do.
  public enum Action {
    /// These tokens were deleted; the field no longer has them.
    case deleted([Token])
  }

  /// The tokens in their order.
  public private(set) var tokens: [Token]
  /// The caret and what is selected, by gaps: 0 is before the first token, `tokens.count` after the
  /// last.
  public internal(set) var selection = TextSelection(caret: 0) {
    didSet { if selection != oldValue { status = describe() } }
  }
  /// Caret and selection in words.
  public private(set) var status = ""
  public let appearance: Appearance
  public var environment: Environment { didSet { layOut() } }

  /// The field without its status line.
  var frame = Rect.zero
  /// Where the tokens are; parallel to `tokens`.
  var layout = TokenLayout()
  var blink = CaretBlink()
  var isFocused = false
  /// Whether the pointer, pressed in the field, drags a selection.
  var isSelecting = false

  /// Creates a field with the caret before the first token.
  public init(_ tokens: [Token], appearance: Appearance, in environment: Environment) {
    self.tokens = tokens
    self.appearance = appearance
    self.environment = environment
    status = describe()
  }

  /// The tokens that are selected.
  public var selectedTokens: ArraySlice<Token> { tokens[selection.range] }

  /// Takes tokens out and leaves the caret where they were.
  mutating func remove(_ range: Range<Int>) -> [Action] {
    guard !range.isEmpty else { return [] }
    let removed = Array(tokens[range])
    tokens.removeSubrange(range)
    selection = TextSelection(caret: range.lowerBound)
    status = describe()
    layOut()
    return [.deleted(removed)]
  }

  public mutating func advance(to now: Instant) -> [Action] { [] }

  public func nextChange(after now: Instant) -> Instant? {
    showsCaret ? blink.nextChange(after: now) : nil
  }

  /// A caret stands only where typing would go.
  var showsCaret: Bool { showsFocus && selection.isCaret }

  /// Whether it has the keyboard focus, in a window that has it.
  var showsFocus: Bool { isFocused && environment.isWindowFocused }
}

// Focus.
extension TokenField {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    isFocused = stop != nil
    if isFocused { blink.restart(at: now, in: environment) } else { isSelecting = false }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    frame.contains(point) ? 0 : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame.union(statusFrame) }
}
