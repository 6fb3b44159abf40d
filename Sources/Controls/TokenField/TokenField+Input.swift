public import Motion
public import Scene

extension TokenField {
  /// Handles an event that the overlay does not handle.
  mutating func handleInField(_ event: InputEvent, at now: Instant) -> Response<Action> {
    var response = Response(outcomes: recognizeLongPress(at: now))
    response.merge(respond(to: event, at: now))
    autoscroll(at: now)
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerGrabLost, .windowHidden:
      if pointer.mode != .draggingOut { pointer.cancel() }
      return .ignored
    case .windowFocusChanged(let isFocused):
      caret.restartBlinking(at: now, in: environment)
      return isFocused || !caret.isFocused ? .ignored : focusLost(at: now)
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      guard caret.isFocused else { return .ignored }
      guard !pointer.mode.isDragging else { return .handled() }
      return change(at: now) { $0.type(text) }
    case .preeditChanged(let preedit): return compose(preedit, at: now)
    case .data(let event): return handle(event, at: now)
    case .scrolled(let step): return scrolled(step, at: now)
    case .pointerLeft, .keyboardChanged, .windowObscured: return .ignored
    }
  }

  /// Changes the editor and applies the pending updates.
  ///
  /// - Parameters:
  ///   - offersSelection: Whether the user made the selection, so that it is offered for pasting
  ///     elsewhere.
  ///   - offersCompletions: Whether changed text opens the list of completions.
  ///   - keepsCompletions: Whether the list of completions stays as it is if the text at the caret is the same after
  ///     the change.
  ///   - revealsCaret: Whether to scroll to the caret.
  mutating func change(
    at now: Instant, offersSelection: Bool = true, offersCompletions: Bool = true,
    keepsCompletions: Bool = false,
    revealsCaret: Bool = true, _ body: (inout TokenField) -> Void
  ) -> Response<Action> {
    let before = selection
    let frames = environment.reducesMotion ? [:] : visibleTokenFrames(at: now)
    let text = keepsCompletions ? textAtCaret : nil
    statusLine.problem = nil
    body(&self)
    editor.commitInPlaceEditIfCaretLeft()
    let isTextKept = moveCompletions(of: text)
    var actions = applyUpdates(
      from: frames, movedFrom: before.head, offersCompletions: offersCompletions && !isTextKept,
      revealsCaret: revealsCaret, at: now)
    if offersSelection, selection != before, editor.hasSelection, pointer.mode != .selecting {
      actions.append(primaryOffer)
    }
    return Response(isHandled: true, outcomes: actions)
  }

  /// Applies the pending updates to the layout, the animations and the overlay, and returns the
  /// actions.
  private mutating func applyUpdates(
    from frames: [Token.ID: Rect], movedFrom head: Int, offersCompletions: Bool, revealsCaret: Bool,
    at now: Instant
  ) -> [Outcome<Action>] {
    pastes.update(for: editor)
    let updates = editor.takePendingUpdates()
    pastes.free(updates.trimmedContent)
    if !updates.changes.isEmpty {
      caret.place()
      // The element under the pointer may have moved or may be gone.
      if [.none, .selecting].contains(pointer.mode) { pointer.leaveDrop() } else { pointer.cancel() }
      overlay.tooltip.leave(at: now)
      rearrange(after: updates, from: frames, at: now)
    }
    caret.restartBlinking(at: now, in: environment)
    if !caret.preedit.isEmpty, head != selection.head { movePreedit(from: head) }
    layOutVisible(at: now)
    if revealsCaret { revealCaret(at: now) } else { viewport.scroller.endReveal() }
    updateCompletions(isEdited: offersCompletions && !updates.changes.isEmpty, at: now)
    flash(updates.flashes, at: now)
    var actions = actions(for: updates)
    if let message = updates.message {
      statusLine.problem = message
      actions.append(.effect(.bell))
    }
    updateStatus()
    return actions
  }

  /// The action that offers the selection for pasting with the middle button.
  var primaryOffer: Outcome<Action> { .effect(.offer(editor.selectedData, in: .primary)) }

  private func actions(for updates: TokenEditor<Adapter>.PendingUpdates) -> [Outcome<Action>] {
    var actions: [Outcome<Action>] = []
    if updates.removed.hasToken {
      actions.append(.action(.removed(TokenList(elements: updates.removed), isUndo: updates.isUndo)))
    }
    if updates.inserted.hasToken { actions.append(.action(.inserted(TokenList(elements: updates.inserted)))) }
    return actions
  }

  /// Handles the loss of the focus: turns text into tokens. During a drag out of the window,
  /// nothing changes until the drag ends, because a change of the active window may be part of the
  /// drag.
  mutating func focusLost(at now: Instant) -> Response<Action> {
    closeOverlay(at: now)
    guard pointer.mode != .draggingOut else { return .ignored }
    pointer.cancel()
    var response = change(at: now) { field in
      field.commitPreedit()
      if field.configuration.delimiters.contains(.focusLoss) { field.editor.tokenizeAll() }
    }
    response.isHandled = false
    return response
  }

  mutating func resignFocus(at now: Instant) { pendingActions += focusLost(at: now).outcomes }
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

  /// Moves the preedit text with the caret, which some keys move during composition.
  mutating func movePreedit(from oldIndex: Int) {
    for index in [oldIndex, selection.head] { flow.discardLayout(around: index) }
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
