public import Motion
public import Scene

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

  mutating func compose(_ preedit: Preedit) { self.preedit = preedit }

  /// Sets the side of a line break and the start of a vertical movement.
  mutating func place(isAtLineEnd: Bool = false, goalX: Double? = nil) {
    (self.isAtLineEnd, self.goalX) = (isAtLineEnd, goalX)
  }
}

// Preedit text of an input method. It is displayed at the caret and is not part of the content.
extension TokenField {
  mutating func compose(_ preedit: Preedit, at now: Instant) -> Response<Action> {
    let isAccepted = configuration.isEditable || preedit.isEmpty
    guard caret.isFocused, isAccepted, !isModal else { return .ignored }
    guard preedit != caret.preedit else { return .handled() }
    let begins = caret.preedit.isEmpty && !preedit.isEmpty
    return change(at: now) { field in
      if begins { field.editor.removeSelection() }
      field.caret.compose(preedit)
      field.flow.discardLayout(around: field.selection.head)
    }
  }

  /// Inserts the preedit text as typed text, because the input method will not commit it.
  mutating func commitPreedit() {
    guard !caret.preedit.isEmpty else { return }
    let text = caret.preedit.text
    caret.compose(.empty)
    flow.discardLayout(around: selection.head)
    editor.type(text)
  }

  /// The frame of the caret in the preedit text, in content coordinates. `nil` if there is no
  /// preedit text.
  var composedCaret: Rect? {
    guard let (run, frame) = composedRun, let composed = run.composed else { return nil }
    let index = composed.lowerBound + caret.preedit.caretGrapheme
    return Rect(x: frame.minX + run.line.caretX(at: index), y: frame.minY, width: 0, height: frame.height)
  }

  /// The text run that contains the preedit text, and its frame in content coordinates.
  private var composedRun: (TextRun, Rect)? {
    guard !caret.preedit.isEmpty else { return nil }
    if editor.elements.isEmpty { return preeditOnlyRun }
    return flow.composedBox(near: selection.head).flatMap { box in box.text.map { ($0, box.frame) } }
  }

  /// The preedit text in an otherwise empty field, and its frame in content coordinates.
  var preeditOnlyRun: (TextRun, Rect)? {
    guard editor.elements.isEmpty, !caret.preedit.isEmpty else { return nil }
    let run = TextRun(
      [], composing: (caret.preedit.text, 0), style: theme.fonts.token, measuring: environment.text)
    return (run, Rect(x: 0, y: 0, width: flow.width, height: emptyLineHeight))
  }

  /// Returns the text input context for the input method. Returns `nil` if the field does not
  /// accept text, for example while a menu is open.
  public func textInputContext(at now: Instant) -> TextInputContext? {
    guard caret.isFocused, configuration.isEditable, !isModal, let frame = caretFrame(at: now) else {
      return nil
    }
    return TextInputContext(caret: frame)
  }
}

extension Preedit {
  /// The caret position in graphemes.
  var caretGrapheme: Int { String(text.unicodeScalars.prefix(max(0, caret))).count }
}
