public import Motion
public import Scene

// What an input method composes stands at the caret, and is not yet part of the text.
extension TokenField {
  mutating func compose(_ preedit: Preedit, at now: Instant) -> Response<Action> {
    guard isFocused, configuration.isEditable, !isModal else { return .ignored }
    guard preedit != self.preedit else { return Response(isHandled: true, changesNothing: true) }
    let begins = self.preedit.isEmpty && !preedit.isEmpty
    return change(at: now) { field in
      if begins { field.editor.removeSelection() }
      field.preedit = preedit
      field.forgetLayout(around: field.selection.head)
    }
  }

  /// Makes text of what is composed, since its input method will not be heard of again.
  mutating func keepComposed() {
    guard !preedit.isEmpty else { return }
    let text = preedit.text
    preedit = .none
    forgetLayout(around: selection.head)
    editor.type(text)
  }

  /// Lets what is composed go with the caret, which some keys move all the same.
  mutating func moveComposed(from gap: Int) {
    for gap in [gap, selection.head] { forgetLayout(around: gap) }
  }

  /// Forgets how the block is laid out in which something is, or was, composed.
  private mutating func forgetLayout(around gap: Int) {
    guard !editor.units.isEmpty else { return }
    let block = editor.units.place(of: min(gap, editor.units.count)).block
    for block in max(0, block - 1)...block { flow.forget(block: block) }
  }

  /// The caret while text is being composed, in content's space; `nil` while none is.
  var composedCaret: Rect? {
    guard let (run, frame) = composedRun, let composed = run.composed else { return nil }
    let gap = composed.lowerBound + preedit.caretGrapheme
    return Rect(
      x: frame.minX + run.line.caretX(inGap: gap), y: frame.minY, width: 0, height: frame.height)
  }

  /// The text in which something is composed, and its frame in content's space.
  private var composedRun: (TextRun, Rect)? {
    guard !preedit.isEmpty else { return nil }
    guard !editor.units.isEmpty else {
      return loneRun.map { ($0, Rect(x: 0, y: 0, width: 0, height: emptyLineHeight)) }
    }
    for gap in [selection.head, selection.head - 1] where gap >= 0 {
      guard let position = flow.position(of: gap, in: editor.units) else { continue }
      if let box = position.layout.boxes.first(where: { $0.text?.composed != nil }),
        let run = box.text
      {
        return (run, box.frame.offset(by: Vector(dx: 0, dy: position.top)))
      }
    }
    return nil
  }

  /// What is composed in a field in which there is nothing else.
  var loneRun: TextRun? {
    guard editor.units.isEmpty, !preedit.isEmpty else { return nil }
    return TextRun(
      [], composing: (preedit.text, 0), style: Theme.Fonts.token, measuring: environment.text)
  }

  /// What an input method needs to know; `nil` while no text goes here, as while a menu is open.
  public func textInput(at now: Instant) -> TextInput? {
    guard isFocused, configuration.isEditable, !isModal, let caret = caretFrame(at: now) else {
      return nil
    }
    return TextInput(caret: caret)
  }
}

extension Preedit {
  /// The caret's gap by graphemes.
  var caretGrapheme: Int {
    let scalars = text.unicodeScalars
    let before = scalars.prefix(max(0, caret))
    return String(Substring(before)).count
  }
}
