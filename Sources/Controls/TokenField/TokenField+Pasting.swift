public import Motion
public import Scene

extension TokenField {
  mutating func handle(_ event: DataEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .received(let data):
      switch data.source {
      case .pasteboard(let pasteboard): return received(data.result, from: pasteboard, at: now)
      case .drop(let point): return dropped(data.result, at: point, at: now)
      case .secret: return .ignored
      }
    case .dragUpdated(let info):
      guard acceptedType(of: info, at: now) != nil else { return dropLeft() }
      pointer.externalDrag = info.position
      pointer.dropPosition = caretPosition(at: info.position, at: now)
      return .handled()
    case .dragExited: return dropLeft()
    case .dragEnded:
      pointer.cancel()
      return showsFocus ? .ignored : focusLost(at: now)
    }
  }

  private mutating func dropLeft() -> Response<Action> {
    pointer.leaveDrop()
    return .ignored
  }

  /// Returns the type in which the field accepts data that is dragged over it, or `nil` if it
  /// accepts none.
  public func acceptedType(of info: DropInfo, at now: Instant) -> DataType? {
    guard viewport.frame.contains(info.position), configuration.isEditable else { return nil }
    return Self.acceptedTypes.first(where: info.types.contains)
  }

  private mutating func dropped(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, at point: Point, at now: Instant
  ) -> Response<Action> {
    guard viewport.frame.contains(point) else { return dropLeft() }
    if pointer.mode == .draggingOut { return dropInternalDrag(at: now) }
    placeCaret(at: point, extending: false, at: now)
    pointer.leaveDrop()
    return startPaste(
      result.map { PastedContent($0) }, from: .drop(at: point), to: captureDestination(), at: now)
  }
}

extension ReceivedData.Failure {
  /// The message for the user.
  package var message: ControlMessage {
    switch self {
    case .noData: .nothingToPaste
    case .timedOut: .pastingTimedOut
    case .tooManyRequests: .tooManyPastes
    case .tooLarge(let limit): .tooLargeToPaste(limit: limit)
    }
  }
}

// Pasting. The data arrives later and is inserted at the destination of the request.
extension TokenField {
  /// The types that can be pasted, in order of preference.
  static var acceptedTypes: [DataType] { [.tokens, .uriList, .text] }

  /// Requests data for a paste.
  ///
  /// - Parameter destination: The destination, or `nil` for the selection at the time of the call.
  mutating func request(
    from pasteboard: Pasteboard, _ types: [DataType] = acceptedTypes,
    for destination: PasteDestination? = nil, at now: Instant
  ) -> Outcome<Action> {
    if !pastes.isPending { pastes.noticeTime = now + environment.theme.passwordField.statusDelay }
    let destination = destination ?? captureDestination()
    pastes.add(PasteRequest(pasteboard: pasteboard, types: types, destination: destination))
    return .effect(.request(pasteboard, types: types))
  }

  /// Returns the destination of a paste that is requested now. Ends the current undo step, because the paste
  /// is a step of its own.
  mutating func captureDestination() -> PasteDestination {
    editor.history.endStep()
    return PasteDestination(in: editor, number: editor.history.takeNumber())
  }

  /// Handles the reply to a request: data or a failure. Ignores data that was not requested.
  mutating func received(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from pasteboard: Pasteboard, at now: Instant
  ) -> Response<Action> {
    guard let request = pastes.takeRequest(from: pasteboard, answeredBy: result), !request.isCancelled else {
      return .ignored
    }
    pointer.leaveDrop()
    return startPaste(
      result.map { PastedContent($0) }, from: .pasteboard(pasteboard), request.types, to: request.destination,
      at: now
    ).merging(Response(outcomes: enterAfterPaste(at: now)))
  }

  /// Starts to read data that has arrived, or reports the failure.
  ///
  /// - Parameter copied: The selection that a drop copies. `nil` for other pastes.
  mutating func startPaste(
    _ result: Result<PastedContent<Adapter>, ReceivedData.Failure>, from source: ReceivedData.Source,
    _ types: [DataType] = acceptedTypes, to destination: PasteDestination,
    copying copied: PasteDestination? = nil, at now: Instant
  ) -> Response<Action> {
    var actions: [Outcome<Action>] = []
    var response = change(at: now, offersSelection: false, keepsCompletions: true) { field in
      field.editor.commitInPlaceEditIfCaretLeft()
      switch result {
      case .success(let content):
        field.pastes.add(
          PasteJob(source: source, destination: destination, copied: copied, content: content))
        guard field.pastes.jobs.count == 1 else { break }
        actions = field.finishPaste(field.pastes.advanceFirst(for: &field.editor), at: now)
      case .failure(.noData) where types != Self.acceptedTypes:
        field.editor.reportMessage(.unreadableClipboard)
      case .failure(let failure): field.editor.reportMessage(failure.message)
      }
    }
    if case .failure = result { pastes.isEntered = false }
    response.outcomes += actions
    return response
  }

  /// Cancels the latest paste that is not finished, unless a later change is to be undone first.
  ///
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelLastPaste() -> Bool {
    guard let last = pastes.latestDestination, editor.history.newestNumber <= last.number else {
      return false
    }
    return cancelPastes { $0.number == last.number }
  }

  /// Cancels requested pastes and pastes that are being read.
  ///
  /// - Parameter shouldCancel: Returns whether to cancel the paste with a destination.
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelPastes(where shouldCancel: (PasteDestination) -> Bool = { _ in true }) -> Bool {
    guard pastes.cancel(where: shouldCancel) else { return false }
    statusLine.problem = .pastingCancelled
    return true
  }

  /// Continues to read a paste and inserts it when it is complete.
  mutating func continuePasting(at now: Instant) -> [Outcome<Action>] {
    guard pastes.isReading else { return [] }
    let progress = pastes.advanceFirst(for: &editor)
    guard progress != .incomplete else { return [] }
    var actions: [Outcome<Action>] = []
    let response = change(at: now, offersSelection: false, keepsCompletions: true) { field in
      actions = field.finishPaste(progress, at: now)
    }
    return response.outcomes + actions + enterAfterPaste(at: now)
  }

  /// Returns whether a paste is not finished. If so, the field performs an Enter after it.
  package mutating func waitsForPaste() -> Bool {
    if pastes.isPending { pastes.isEntered = true }
    return pastes.isPending
  }

  /// Performs the Enter that the user has pressed during the last paste, unless that has failed.
  private mutating func enterAfterPaste(at now: Instant) -> [Outcome<Action>] {
    guard pastes.isEntered, !pastes.isPending else { return [] }
    pastes.isEntered = false
    return enter(isRepeat: false, at: now).outcomes + [.action(.entered)]
  }

  /// Whether the last command has failed, such as a paste.
  package var hasFailed: Bool { statusLine.problem != nil }

  /// Inserts the paste that was read. If its data is malformed, requests it in another type.
  private mutating func finishPaste(_ progress: ParsingProgress, at now: Instant) -> [Outcome<Action>] {
    switch (progress, pastes.jobs[0].source) {
    case (.incomplete, _): break
    case (.complete, _): insertPaste(at: now)
    case (.malformed, .pasteboard(let pasteboard)):
      let destination = pastes.jobs[0].destination
      pastes.removeFirst()
      let types = Self.acceptedTypes.filter { $0 != .tokens }
      return [request(from: pasteboard, types, for: destination, at: now)]
    case (.malformed, _):
      pastes.removeFirst()
      editor.reportMessage(.unreadableClipboard)
    }
    return []
  }

  /// Inserts a paste at its destination. A caret that is still there moves after the paste; a copied selection moves
  /// to the copy. If the user has moved the caret or typed, it stays between the same elements.
  private mutating func insertPaste(at now: Instant) {
    pastes.update(for: editor)
    let newestNumber = editor.history.newestNumber
    var currentSelection = PasteDestination(in: editor, number: .max)
    // Text that the user typed in place of a copied selection leaves a caret.
    let isCaretUnmoved =
      currentSelection.isSame(as: pastes.jobs[0].selectionBefore)
      && (pastes.jobs[0].copied == nil || editor.hasSelection)
    pastes.jobs[0].destination.restore(in: &editor)
    // The in-place edit ends when the caret leaves it, as a separate undo step.
    editor.commitInPlaceEditIfCaretLeft()
    repeat {
      pastes.update(for: editor)
      currentSelection.update(for: editor)
      // Computed again after a change of the content.
      guard pastes.continueMerge(in: &editor) else { return currentSelection.restore(in: &editor) }
    } while commitInPlaceEdit(after: newestNumber)
    let job = pastes.jobs[0]
    job.selectionBefore.restore(in: &editor)
    let edit = job.committedEdit.flatMap { $0.editCount == editor.editCount ? $0 : nil }
    let isInserted = commit(job.merge, selectsNew: job.copied != nil, at: now)
    if isInserted {
      if let edit { editor.history.coalesce(since: edit.checkpoint) }
      editor.history.renumberLastStep(max(job.destination.number, edit?.newestNumber ?? newestNumber))
    }
    pastes.removeFirst()
    pastes.update(for: editor, pasting: job.destination)
    currentSelection.update(for: editor, pasting: job.destination)
    if !isCaretUnmoved || !isInserted { currentSelection.restore(in: &editor) }
    guard isInserted, case .pasteboard = job.source, !caret.isFocused else { return }
    // The user has already left the field.
    if configuration.delimiters.contains(.focusLoss) { editor.tokenizeAll() }
  }

  /// Commits the in-place edit before tokens are pasted into it: its text could no longer become a token,
  /// because tokens end the edit.
  ///
  /// - Parameter newestNumber: The highest number of the changes that the paste has not caused.
  /// - Returns: Whether the edit was committed.
  private mutating func commitInPlaceEdit(after newestNumber: Int) -> Bool {
    guard pastes.jobs[0].merge?.elements.hasToken == true, let edit = editor.inPlaceEdit else { return false }
    editor.commitInPlaceEditAtCaret()
    guard editor.inPlaceEdit == nil else { return false }
    pastes.noteCommittedEdit(since: edit.checkpoint, after: newestNumber, in: editor)
    return true
  }

  private mutating func commit(_ merge: PasteMerge<Adapter>?, selectsNew: Bool, at now: Instant) -> Bool {
    guard let merge else {
      editor.reportMessage(.tooLongToPaste)
      return false
    }
    var visible = 0..<0
    forEachVisibleBox(at: now) { box in
      let start = visible.isEmpty ? box.elements.lowerBound : visible.lowerBound
      visible = start..<box.elements.upperBound
    }
    return editor.commit(merge, visible: visible, selectsNew: selectsNew)
  }
}
