import Motion
import Scene

extension TokenField {
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard isFocused else { return .ignored }
    // What is carried is the pointer's alone, until Escape takes it from there.
    guard !grip.isCarrying || press.key == .escape else { return .handled() }
    if let command = EditingCommand(press) {
      return perform(command, isRepeat: press.isRepeat, at: now)
    }
    switch (press.key, press.modifiers) {
    case (.enter, []): return enter(isRepeat: press.isRepeat, at: now)
    case (.tab, []), (.tab, .shift): return tab(at: now)
    case (.function(2), []): return editSelected(at: now)
    case (.escape, []): return escape(at: now)
    case (.menu, []), (.function(10), .shift): return openMenuByKey(at: now)
    case (.pageUp, []), (.pageUp, .shift), (.pageDown, []), (.pageDown, .shift):
      return turnPage(
        down: press.key == .pageDown, extending: press.modifiers.contains(.shift), at: now)
    default: break
    }
    guard press.modifiers.isDisjoint(with: .command), !press.text.isEmpty, press.key != .tab,
      press.key != .escape
    else { return .ignored }
    return change(at: now) { $0.type(press.text) }
  }

  mutating func type(_ text: TypedText) {
    isAtLineEnd = false
    goalX = nil
    text.withUTF8 { editor.type(String(decoding: $0)) }
  }

  // Commands.

  mutating func perform(
    _ command: EditingCommand, isRepeat: Bool, at now: Instant
  ) -> Response<Action> {
    var requests: [Action] = []
    let isByHand = command != .undo && command != .redo
    var response = change(
      at: now, offersSelection: isByHand, revealsCaret: command.isAboutCaret
    ) { field in
      requests = field.perform(command, isRepeat: isRepeat, before: now)
    }
    response.actions += requests
    return response
  }

  private mutating func perform(
    _ command: EditingCommand, isRepeat: Bool, before now: Instant
  ) -> [Action] {
    if case .move(.up, _) = command {
    } else if case .move(.down, _) = command {
    } else {
      goalX = nil
    }
    switch command {
    case .move(let movement, let extending): walk(movement, extending: extending, at: now)
    case .selectAll:
      editor.history.endStep()
      (editor.scattered, isAtLineEnd) = ([], false)
      if let text = editor.trial?.range {
        // All of it is selected at first: one step further, and a letter would replace all tokens.
        editor.selection = TextSelection(anchor: text.lowerBound, head: text.upperBound)
      } else {
        selectMore()
      }
    case .selectNone:
      editor.history.endStep()
      editor.scattered = []
      editor.selection.collapse()
    case .delete(let deletion): delete(deletion, isRepeat: isRepeat, at: now)
    case .undo:
      guard configuration.isEditable else { break }
      if !giveUpLastPaste() { editor.undo() }
    case .redo: if configuration.isEditable { editor.redo() }
    case .copy: return editor.hasSelection ? [.offer(editor.selectedData, .clipboard)] : []
    case .cut:
      guard editor.hasSelection, configuration.isEditable else { return [] }
      let offer = Action.offer(editor.selectedData, .clipboard)
      editor.removeSelected()
      return [offer]
    case .paste: return configuration.isEditable ? [request(from: .clipboard)] : []
    }
    return []
  }

  private mutating func walk(
    _ movement: TextSelection.Movement, extending: Bool, at now: Instant
  ) {
    editor.history.endStep()
    layOut(around: selection.head, at: now)
    let isVertical = movement == .up || movement == .down
    if isVertical, goalX == nil {
      goalX = flow.caret(at: caretPlace, in: editor.units)?.minX
    }
    let (x, place) = (goalX, place(after: movement))
    if !extending { editor.scattered = [] }
    move(movement, extending: extending)
    isAtLineEnd = place.gap == selection.head && place.isAtLineEnd
    goalX = isVertical ? x : nil
  }

  private mutating func delete(
    _ deletion: EditingCommand.Deletion, isRepeat: Bool, at now: Instant
  ) {
    isAtLineEnd = false
    guard editor.scattered.isEmpty else {
      let isForTextAlone = deletion == .toStart || deletion == .toEnd
      if !isRepeat, !isForTextAlone { editor.removeSelected() }
      return
    }
    delete(deletion, isRepeat: isRepeat)
  }

  // Enter, Tab, F2, Escape.

  /// Makes a token of text, or edits the token that is selected; else the key is for others.
  private mutating func enter(isRepeat: Bool, at now: Instant) -> Response<Action> {
    // One who holds the key has meant one thing by it; one who composes confirms a candidate.
    guard !isRepeat, preedit.isEmpty else { return .handled() }
    if let index = editor.selectedToken {
      return editor.canEdit(index) ? editSelected(at: now) : .ignored
    }
    guard configuration.delimiters.contains(.enter), editor.isWriting else { return .ignored }
    return change(at: now) { $0.editor.tokenizeHere() }
  }

  /// Makes a token of text; the key goes on to the next control all the same.
  private mutating func tab(at now: Instant) -> Response<Action> {
    guard configuration.delimiters.contains(.tab), editor.isWriting else { return .ignored }
    var response = change(at: now) { $0.editor.tokenizeHere() }
    response.isHandled = false
    return response
  }

  mutating func editSelected(at now: Instant) -> Response<Action> {
    guard configuration.isEditable, let index = editor.selectedToken else { return .ignored }
    return change(at: now, offersSelection: false) { $0.editor.edit(index) }
  }

  /// Takes one thing back: what the pointer does, what is being edited, what is selected; a field in
  /// which there is nothing of that leaves the key to others.
  private mutating func escape(at now: Instant) -> Response<Action> {
    let isHolding = grip != .none
    if giveUpPasting() || isHolding {
      endGrip(at: now)
      sentence = describe()
      return .handled()
    }
    if editor.trial != nil {
      return change(at: now, offersSelection: false) { $0.editor.revert() }
    }
    guard editor.hasSelection else { return .ignored }
    return change(at: now) {
      $0.editor.scattered = []
      $0.editor.selection.collapse()
    }
  }
}

extension TokenEditor {
  /// Whether there is text where the caret is.
  var hasTextHere: Bool { !units.stretch(around: selection.head).isEmpty }

  /// Whether Enter has something to make a token of, or a token to let go of that was emptied.
  var isWriting: Bool { hasTextHere || trial != nil }
}

extension String {
  /// Text of a few valid bytes.
  init(decoding utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
