import Motion
import Scene

extension TokenField {
  mutating func perform(_ command: EditingCommand, isRepeat: Bool, at now: Instant) -> Response<Action> {
    guard !isRepeat || command.isRepeatable else { return .handled() }
    var requests: [Outcome<Action>] = []
    let isDirect = command != .undo && command != .redo
    // The user does not continue to type text that undo or redo changes.
    if !isDirect { overlay.completion.close(at: now) }
    var options: ChangeOptions = isDirect ? [.offersSelection, .offersCompletions] : []
    if command.actsAtCaret { options.insert(.revealsCaret) }
    var response = change(at: now, options) { field in
      requests = field.perform(command, isRepeat: isRepeat, before: now)
    }
    response.outcomes += requests
    return response
  }

  private mutating func perform(_ command: EditingCommand, isRepeat: Bool, before now: Instant) -> [Outcome<
    Action
  >] {
    switch command {
    case .move(let movement, let extending): moveCaret(movement, extending: extending, at: now)
    case .selectAll:
      editor.select(selection)
      caret.place()
      if let text = editor.inPlaceRange {
        // First, only this text is selected. Otherwise the next letter would replace all tokens.
        selection = TextSelection(anchor: text.lowerBound, head: text.upperBound)
      } else {
        expandSelection()
      }
    case .selectNone: editor.select(TextSelection(caret: selection.head))
    case .delete(let deletion): delete(deletion, isRepeat: isRepeat, at: now)
    case .undo:
      guard configuration.isEditable else { break }
      if !cancelLastPaste() { editor.undo() }
    case .redo: if configuration.isEditable { editor.redo() }
    case .copy:
      guard editor.hasSelection else { return [] }
      let announcement = Effect.announce(environment.strings.text(.copied), isUrgent: false)
      return [.effect(announcement), .effect(.offer(editor.selectedData, in: .clipboard))]
    case .cut:
      guard editor.hasSelection, configuration.isEditable else { return [] }
      let offer = Outcome<Action>.effect(.offer(editor.selectedData, in: .clipboard))
      editor.removeSelected()
      return [offer]
    case .paste: return configuration.isEditable ? [request(from: .clipboard, at: now)] : []
    }
    return []
  }

  private mutating func moveCaret(_ movement: TextSelection.Movement, extending: Bool, at now: Instant) {
    editor.history.endStep()
    layOut(.around(selection.head), at: now)
    let isVertical = movement == .up || movement == .down
    let x = isVertical ? goalX : nil
    let target = caretPosition(after: movement)
    if !extending { editor.select(selection) }
    move(movement, extending: extending)
    caret.place(isAtLineEnd: target.insertionIndex == selection.head && target.isAtLineEnd, goalX: x)
  }

  private mutating func delete(_ deletion: EditingCommand.Deletion, isRepeat: Bool, at now: Instant) {
    caret.place()
    guard editor.selected.additional.isEmpty else {
      let isForTextAlone = deletion == .toStart || deletion == .toEnd
      if !isRepeat, !isForTextAlone { editor.removeSelected() }
      return
    }
    delete(deletion, isRepeat: isRepeat)
  }

  // Enter, Tab, F2, Escape.

  /// Turns text into a token, or edits the selected token. Otherwise ignores the key.
  mutating func enter(isRepeat: Bool, at now: Instant) -> Response<Action> {
    // A repeated key has only one effect. During composition, Enter confirms a candidate.
    guard !isRepeat, caret.preedit.isEmpty else { return .handled() }
    if let index = editor.selectedToken { return editor.canEdit(index) ? edit(index, at: now) : .ignored }
    let destination = pastes.latestNumber.flatMap { editor.trackedSelections[$0] }
    let isAtPaste = destination == editor.trackedSelection
    let canTokenize = configuration.delimiters.contains(.enter) && editor.canTokenize
    // Text elsewhere does not concern the paste.
    if !canTokenize || isAtPaste, waitsForPaste() { return .handled() }
    guard canTokenize else { return .ignored }
    return change(at: now) { $0.editor.tokenizeAtCaret() }
  }

  /// Turns text into a token. The key still moves the focus.
  mutating func tab(at now: Instant) -> Response<Action> {
    guard configuration.delimiters.contains(.tab), editor.canTokenize else { return .ignored }
    var response = change(at: now) { $0.editor.tokenizeAtCaret() }
    response.isHandled = false
    return response
  }

  /// The index of the token that a key has reached: the last one that was selected or, without a selection, the one after
  /// the caret. `nil` in text and at the end.
  var reachedToken: Int? {
    let (anchor, head) = (selection.anchor, selection.head)
    let index = head > anchor ? head - 1 : head
    guard index < count, editor.elements[index].token != nil,
      anchor != head || editor.elements.textRun(around: head).isEmpty
    else { return nil }
    return index
  }

  /// Edits a token. Ignores the key if there is none.
  mutating func edit(_ index: Int?, at now: Instant) -> Response<Action> {
    guard configuration.isEditable, let index else { return .ignored }
    return change(at: now, [.offersCompletions, .revealsCaret]) { $0.editor.edit(index) }
  }

  /// Cancels one thing: the current pointer operation or paste, the in-place edit or the selection.
  /// Ignores the key if there is none.
  mutating func escape(at now: Instant) -> Response<Action> {
    let isHolding = pointer.mode != .none
    if cancelPastes() || isHolding {
      pointer.cancel()
      updateStatus()
      return .handled()
    }
    if editor.inPlaceEdit != nil {
      return change(at: now, [.offersCompletions, .revealsCaret]) { $0.editor.cancelInPlaceEdit() }
    }
    guard editor.hasSelection else { return .ignored }
    return change(at: now) { $0.editor.select(TextSelection(caret: $0.selection.head)) }
  }
}

extension TokenEditor {
  /// Whether there is text at the caret.
  var hasTextAtCaret: Bool { !elements.textRun(around: selection.head).isEmpty }

  /// Whether Enter can create a token, or end an in-place edit whose text is empty.
  var canTokenize: Bool { hasTextAtCaret || inPlaceEdit != nil }
}

extension String {
  init(_ text: TypedText) { self = text.withUTF8 { String(decoding: $0) } }

  /// Creates a string from a few bytes of valid UTF-8.
  init(decoding utf8: Span<UInt8>) {
    self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}
