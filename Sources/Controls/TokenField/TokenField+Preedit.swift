public import Motion
public import Scene

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

  /// Moves the preedit text with the caret, which some keys move during composition.
  mutating func movePreedit(from oldIndex: Int) {
    flow.discardLayout(around: oldIndex)
    flow.discardLayout(around: selection.head)
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
    guard !editor.elements.isEmpty else {
      return preeditOnlyRun.map { ($0, Rect(x: 0, y: 0, width: 0, height: emptyLineHeight)) }
    }
    return flow.composedBox(near: selection.head).flatMap { box in box.text.map { ($0, box.frame) } }
  }

  /// The preedit text in an otherwise empty field.
  var preeditOnlyRun: TextRun? {
    guard editor.elements.isEmpty, !caret.preedit.isEmpty else { return nil }
    return TextRun(
      [], composing: (caret.preedit.text, 0), style: theme.fonts.token, measuring: environment.text)
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
