public import Motion
public import Scene

// Preedit text of an input method. It is displayed at the caret and is not part of the content.
extension TokenField {
  mutating func compose(_ preedit: Preedit, at now: Instant) -> Response<Action> {
    guard isFocused, configuration.isEditable, !isModal else { return .ignored }
    guard preedit != self.preedit else { return .handled() }
    let begins = self.preedit.isEmpty && !preedit.isEmpty
    return change(at: now) { field in
      if begins { field.editor.removeSelection() }
      field.preedit = preedit
      field.discardLayout(around: field.selection.head)
    }
  }

  /// Inserts the preedit text as typed text, because the input method will not commit it.
  mutating func commitPreedit() {
    guard !preedit.isEmpty else { return }
    let text = preedit.text
    preedit = .empty
    discardLayout(around: selection.head)
    editor.type(text)
  }

  /// Moves the preedit text with the caret, which some keys move during composition.
  mutating func movePreedit(from oldIndex: Int) {
    for index in [oldIndex, selection.head] { discardLayout(around: index) }
  }

  /// Discards the layout of blocks that contain or contained the preedit text.
  private mutating func discardLayout(around index: Int) {
    guard !editor.elements.isEmpty else { return }
    let block = editor.elements.location(of: min(index, editor.elements.count)).block
    for block in max(0, block - 1)...block { flow.discardLayout(ofBlock: block) }
  }

  /// The frame of the caret in the preedit text, in content coordinates. `nil` if there is no
  /// preedit text.
  var composedCaret: Rect? {
    guard let (run, frame) = composedRun, let composed = run.composed else { return nil }
    let index = composed.lowerBound + preedit.caretGrapheme
    return Rect(x: frame.minX + run.line.caretX(at: index), y: frame.minY, width: 0, height: frame.height)
  }

  /// The text run that contains the preedit text, and its frame in content coordinates.
  private var composedRun: (TextRun, Rect)? {
    guard !preedit.isEmpty else { return nil }
    guard !editor.elements.isEmpty else {
      return preeditOnlyRun.map { ($0, Rect(x: 0, y: 0, width: 0, height: emptyLineHeight)) }
    }
    for index in [selection.head, selection.head - 1] where index >= 0 {
      guard let position = flow.position(of: index, in: editor.elements) else { continue }
      if let box = position.layout.boxes.first(where: { $0.text?.composed != nil }), let run = box.text {
        return (run, box.frame.offset(by: Vector(dx: 0, dy: position.top)))
      }
    }
    return nil
  }

  /// The preedit text in an otherwise empty field.
  var preeditOnlyRun: TextRun? {
    guard editor.elements.isEmpty, !preedit.isEmpty else { return nil }
    return TextRun([], composing: (preedit.text, 0), style: Theme.Fonts.token, measuring: environment.text)
  }

  /// Returns the text input context for the input method. Returns `nil` if the field does not
  /// accept text, for example while a menu is open.
  public func textInputContext(at now: Instant) -> TextInputContext? {
    guard isFocused, configuration.isEditable, !isModal, let caret = caretFrame(at: now) else { return nil }
    return TextInputContext(caret: caret)
  }
}

extension Preedit {
  /// The caret position in graphemes.
  var caretGrapheme: Int {
    let scalars = text.unicodeScalars
    let before = scalars.prefix(max(0, caret))
    return String(Substring(before)).count
  }
}
