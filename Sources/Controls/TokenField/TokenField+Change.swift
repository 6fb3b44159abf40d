public import Motion
import Scene

/// The updates that follow a change of a token field, in addition to its new layout.
struct ChangeOptions: OptionSet {
  let rawValue: UInt8

  /// Offer a new selection for pasting elsewhere, because the user made it.
  static let offersSelection = ChangeOptions(rawValue: 1 << 0)
  /// Open the list of completions if text has changed.
  static let offersCompletions = ChangeOptions(rawValue: 1 << 1)
  /// Keep the list of completions as it is if the text at the caret is the same after the change.
  static let keepsCompletions = ChangeOptions(rawValue: 1 << 2)
  /// Scroll to the caret.
  static let revealsCaret = ChangeOptions(rawValue: 1 << 3)

  /// The updates after most commands.
  static let command: ChangeOptions = [.offersSelection, .offersCompletions, .revealsCaret]
  /// The updates after data has arrived.
  static let paste: ChangeOptions = [.offersCompletions, .keepsCompletions, .revealsCaret]
}

// The user and the program change the field by these functions only.
extension TokenField {
  /// Changes the editor, and applies its pending updates to the layout, the animations and the overlay.
  mutating func change(
    at now: Instant, _ options: ChangeOptions = .command, _ body: (inout TokenField) -> Void
  ) -> Response<Action> {
    let before = selection
    let frames = environment.reducesMotion ? [:] : visibleTokenFrames(at: now)
    let text = options.contains(.keepsCompletions) ? textAtCaret : nil
    statusLine.problem = nil
    body(&self)
    editor.commitInPlaceEditIfCaretLeft()
    let isTextKept = moveCompletions(of: text)
    let updates = editor.takePendingUpdates()
    layOut(updates, from: frames, movedFrom: before.head, at: now)
    caret.restartBlinking(at: now, in: environment)
    if options.contains(.revealsCaret) { revealCaret(at: now) } else { viewport.scroller.endReveal() }
    updateCompletions(
      isEdited: options.contains(.offersCompletions) && !isTextKept && !updates.changes.isEmpty, at: now)
    flash(updates.flashes, at: now)
    var actions: [Outcome<Action>] = updates.tokenChange.map { [.action(.changed($0))] } ?? []
    if let message = updates.message {
      statusLine.problem = message
      actions.append(.effect(.bell))
    }
    updateStatus()
    let isOffered = options.contains(.offersSelection) && pointer.mode != .selecting
    if isOffered, selection != before, editor.hasSelection { actions.append(primaryOffer) }
    return Response(isHandled: true, outcomes: actions)
  }

  /// Lays out changed content, and animates it from its previous frames.
  private mutating func layOut(
    _ updates: TokenEditor<Adapter>.PendingUpdates, from frames: [Token.ID: Rect], movedFrom head: Int,
    at now: Instant
  ) {
    let offset = viewport.scroller.offset(at: now)
    if !updates.changes.isEmpty {
      caret.place()
      // The element under the pointer may have moved or may be gone.
      if [.none, .selecting].contains(pointer.mode) { pointer.leaveDrop() } else { pointer.cancel() }
      overlay.tooltip.leave(at: now)
      for change in updates.changes { flow.apply(change) }
    }
    if !caret.preedit.isEmpty, head != selection.head { movePreedit(from: head) }
    layOutVisible(at: now)
    if !updates.changes.isEmpty { animate(updates, from: frames, scrolledFrom: offset, at: now) }
  }

  /// The action that offers the selection for pasting with the middle button.
  var primaryOffer: Outcome<Action> { .effect(.offer(editor.selectedData, in: .primary)) }

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

// Changes by the program.
extension TokenField {
  /// Replaces all elements by tokens. The caret moves after them.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func setTokens(
    _ tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(0..<count, with: tokens, isUndoable: isUndoable, at: now)
  }

  /// Inserts tokens at an insertion index.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func insert(
    _ tokens: some Sequence<Token>, at index: Int, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(index..<index, with: tokens, isUndoable: isUndoable, at: now)
  }

  /// Removes a range of elements.
  ///
  /// See `replace(_:with:isUndoable:at:)`.
  @discardableResult public mutating func remove(
    _ range: Range<Int>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    replace(range, with: [], isUndoable: isUndoable, at: now)
  }

  /// Replaces a range of elements by tokens, also if the user may not edit the field.
  ///
  /// The selection stays between the same elements, and the content does not scroll. An in-place edit ends; its text
  /// stays text. `DuplicatePolicy` does not apply.
  ///
  /// - Parameters:
  ///   - range: The range in insertion indices. It is limited to the content.
  ///   - tokens: The tokens. Their identities differ from each other and from those of all remaining tokens.
  ///   - isUndoable: Whether the change is a step that the user can undo. Otherwise, neither it nor any change before it
  ///     can be undone.
  /// - Returns: One `changed` action if tokens were inserted or removed, otherwise no action.
  @discardableResult public mutating func replace(
    _ range: Range<Int>, with tokens: some Sequence<Token>, isUndoable: Bool = true, at now: Instant
  ) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    let new = TokenEditor<Adapter>.Elements(tokens.lazy.map { .token($0) })
    return change(at: now, .keepsCompletions) { field in
      field.editor.inPlaceEdit = nil
      field.editor.history.endStep()
      field.editor.keepingSelection { $0.replace(range, with: new) }
      if !isUndoable { field.editor.history.removeAllSteps() }
    }
  }

  /// Selects a range of elements, or moves the caret if the range is empty, and scrolls to its end.
  ///
  /// An in-place edit ends if the selection is not in its text, as if the user had moved the caret.
  ///
  /// - Parameter range: The range in insertion indices. It is limited to the content.
  /// - Returns: One `changed` action if the in-place edit has changed a token, otherwise no action.
  @discardableResult public mutating func select(_ range: Range<Int>, at now: Instant) -> Response<Action> {
    let range = range.clamped(to: 0..<count)
    return change(at: now, .revealsCaret) { field in
      field.editor.history.endStep()
      field.caret.place()
      field.editor.additionalSelections = []
      field.selection = TextSelection(anchor: range.lowerBound, head: range.upperBound)
    }
  }
}

extension TokenEditor.PendingUpdates {
  /// The notification of the owner, or `nil` if no token was inserted or removed.
  var tokenChange: TokenChange<Adapter.Token>? {
    guard removed.hasToken || inserted.hasToken else { return nil }
    return TokenChange(
      removed: TokenList(elements: removed), inserted: TokenList(elements: inserted), isUndo: isUndo)
  }
}
