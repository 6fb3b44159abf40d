import Motion
import Scene

/// The focus and the caret of a token field, apart from its insertion index.
struct CaretState {
  /// Whether the field has the keyboard focus.
  private(set) var isFocused = false
  /// The preedit text of an input method, which is displayed at the caret.
  private(set) var preedit = Preedit.empty
  /// Whether the caret is at the end of a line, instead of at the start of the next line.
  private(set) var isAtLineEnd = false
  /// The x-coordinate of the caret at the start of a vertical movement.
  private(set) var goalX: Double?
  private var blink = CaretBlink()

  mutating func focus(_ isFocused: Bool, at now: Instant, in environment: Environment) {
    self.isFocused = isFocused
    restartBlinking(at: now, in: environment)
  }

  /// Shows the caret and starts to blink, if the field is focused.
  mutating func restartBlinking(at now: Instant, in environment: Environment) {
    if isFocused { blink.restart(at: now, in: environment) }
  }

  /// Returns the opacity of the caret, 0…1.
  func opacity(at now: Instant) -> Double { blink.opacity(at: now) }

  func nextBlink(after now: Instant) -> Instant? { blink.nextChange(after: now) }

  /// Returns the caret position at an insertion index.
  func position(at index: Int) -> CaretPosition {
    CaretPosition(insertionIndex: index, isAtLineEnd: isAtLineEnd)
  }

  mutating func compose(_ preedit: Preedit) { self.preedit = preedit }

  /// Sets the side of a line break and the start of a vertical movement.
  mutating func place(isAtLineEnd: Bool = false, goalX: Double? = nil) {
    (self.isAtLineEnd, self.goalX) = (isAtLineEnd, goalX)
  }
}
