import Motion
import Scene

// Pasting. The data arrives later and is inserted at the destination of the request.
extension TokenField {
  /// The types that can be pasted, in order of preference.
  static var acceptedTypes: [DataType] { [.tokens, .uriList, .text] }

  /// Requests data for a paste at the current caret, whenever the data arrives.
  mutating func request(from pasteboard: Pasteboard) -> Outcome<Action> {
    request(from: pasteboard, Self.acceptedTypes, for: captureDestination())
  }

  /// Returns the destination of a paste that is requested now. Ends the current undo step, because the paste is a
  /// step of its own.
  mutating func captureDestination() -> PasteDestination {
    defer { pasteCount += 1 }
    editor.history.endStep()
    return PasteDestination(in: editor, order: pasteCount)
  }

  /// Updates the destinations of all pastes for changes of the content.
  ///
  /// - Parameter destination: The destination of the paste that caused the changes, or `nil` if the
  ///   user caused them.
  mutating func updateDestinations(pasting destination: PasteDestination? = nil) {
    for index in pendingRequests.indices {
      pendingRequests[index].destination.update(for: editor, pasting: destination)
    }
    for index in activePastes.indices {
      activePastes[index].destination.update(for: editor, pasting: destination)
    }
  }

  private mutating func request(
    from pasteboard: Pasteboard, _ types: [DataType], for destination: PasteDestination
  ) -> Outcome<Action> {
    pendingRequests.append(PasteRequest(pasteboard: pasteboard, types: types, destination: destination))
    return .effect(.request(pasteboard, types: types))
  }

  /// Handles the reply to a request: data or a failure. Ignores data that was not requested.
  mutating func received(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from pasteboard: Pasteboard, at now: Instant
  ) -> Response<Action> {
    guard let request = takeRequest(from: pasteboard, answeredBy: result), !request.isCancelled else {
      return .ignored
    }
    dropPosition = nil
    return startPaste(result, from: .pasteboard(pasteboard), request.types, to: request.destination, at: now)
  }

  private mutating func takeRequest(
    from pasteboard: Pasteboard, answeredBy result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) -> PasteRequest? {
    let isOwn = { (request: PasteRequest) in request.pasteboard == pasteboard }
    // The requests before it continue.
    let isLast = if case .failure(.tooManyRequests) = result { true } else { false }
    let index = isLast ? pendingRequests.lastIndex(where: isOwn) : pendingRequests.firstIndex(where: isOwn)
    return index.map { pendingRequests.remove(at: $0) }
  }

  /// Starts to read data that has arrived, or reports the failure.
  mutating func startPaste(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from source: ReceivedData.Source,
    _ types: [DataType] = acceptedTypes, to destination: PasteDestination, at now: Instant
  ) -> Response<Action> {
    var actions: [Outcome<Action>] = []
    var response = change(at: now, offersSelection: false) { field in
      field.editor.commitInPlaceEditIfCaretLeft()
      switch result {
      case .success(let content):
        field.activePastes.append(
          ActivePaste(source: source, destination: destination, content: PastedContent(content)))
        guard field.activePastes.count == 1 else { break }
        actions = field.finishPaste(field.readPaste(), at: now)
      case .failure(.noData) where types != Self.acceptedTypes:
        field.editor.reportMessage(.unreadableClipboard)
      case .failure(let failure): field.editor.reportMessage(failure.message)
      }
    }
    response.outcomes += actions
    return response
  }

  /// Cancels the latest paste that is not finished, unless a later change is to be undone first.
  ///
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelLastPaste() -> Bool {
    let pending =
      pendingRequests.filter { !$0.isCancelled }.map(\.destination) + activePastes.map(\.destination)
    guard let last = pending.max(by: { $0.order < $1.order }), editor.history.stepCount <= last.stepCount
    else { return false }
    return cancelPastes { $0.order == last.order }
  }

  /// Cancels requested pastes and pastes that are being read.
  ///
  /// - Parameter shouldCancel: Returns whether to cancel the paste with a destination.
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelPastes(where shouldCancel: (PasteDestination) -> Bool = { _ in true }) -> Bool {
    let requests = pendingRequests.indices.filter {
      !pendingRequests[$0].isCancelled && shouldCancel(pendingRequests[$0].destination)
    }
    let read = activePastes.filter { shouldCancel($0.destination) }
    guard !requests.isEmpty || !read.isEmpty else { return false }
    // The requests stay in the queue, because replies are matched to requests by their order only.
    for index in requests { pendingRequests[index].isCancelled = true }
    activePastes.removeAll { shouldCancel($0.destination) }
    free(read.flatMap(\.storageToRelease))
    lastProblem = .pastingCancelled
    return true
  }

  /// Releases elements that are no longer needed: a few immediately, the others in the following
  /// frames.
  mutating func free(_ elements: [ElementSequence<Token>]) {
    guard !elements.isEmpty else { return }
    for elements in elements { deferredDeallocations.append(elements) }
    deferredDeallocations.release(atMost: Self.elementsPerStep)
  }

  /// Continues to read a paste and inserts it when it is complete.
  mutating func continuePasting(at now: Instant) -> [Outcome<Action>] {
    guard !activePastes.isEmpty else { return [] }
    let progress = readPaste()
    guard progress != .incomplete else { return [] }
    var actions: [Outcome<Action>] = []
    let response = change(at: now, offersSelection: false) { field in
      actions = field.finishPaste(progress, at: now)
    }
    return response.outcomes + actions
  }
}

extension TokenField {
  /// The number of bytes of a list that are read in one step: a few milliseconds.
  private static var pasteStep: Int { 1 << 15 }

  /// Continues to read the current paste, and then computes its merge.
  private mutating func readPaste() -> ParsingProgress {
    let progress = activePastes[0].content.read(atMost: Self.pasteStep, for: &editor)
    return progress == .complete && !continueMerge() ? .incomplete : progress
  }

  /// Continues to compute the merge. Starts again if the content has changed.
  ///
  /// - Returns: Whether the merge is complete.
  private mutating func continueMerge() -> Bool {
    activePastes[0].destination.update(for: editor)
    if activePastes[0].merge?.isValid(for: editor) != true {
      free(activePastes[0].merge?.storageToRelease ?? [])
      activePastes[0].merge = editor.makeMerge(
        of: activePastes[0].content, at: activePastes[0].destination)
      // Creating a long merge takes as long as one step.
      let isLong = (activePastes[0].merge?.pasted.count ?? 0) > 8 * Self.elementsPerStep
      if isLong { return activePastes[0].merge?.isComplete ?? true }
    }
    return activePastes[0].merge?.advance(in: &editor, limit: Self.elementsPerStep) ?? true
  }

  /// Inserts the paste that was read. If its data is malformed, requests it in another type.
  private mutating func finishPaste(_ progress: ParsingProgress, at now: Instant) -> [Outcome<Action>] {
    switch progress {
    case .incomplete: return []
    case .complete: insertPaste(at: now)
    case .malformed:
      let paste = activePastes.removeFirst()
      free(paste.storageToRelease)
      if case .pasteboard(let pasteboard) = paste.source {
        let types = Self.acceptedTypes.filter { $0 != .tokens }
        return [request(from: pasteboard, types, for: paste.destination)]
      }
      editor.reportMessage(.unreadableClipboard)
    }
    return []
  }

  /// Inserts a paste at its destination. A caret that is still there moves after the paste. If the
  /// user has moved the caret or types there, it stays between the same elements.
  private mutating func insertPaste(at now: Instant) {
    updateDestinations()
    var own = PasteDestination(in: editor, order: .max)
    let isThere = own.isSame(as: activePastes[0].destination)
    activePastes[0].destination.restore(in: &editor)
    // The in-place edit ends when the caret leaves it, as a separate undo step.
    editor.commitInPlaceEditIfCaretLeft()
    guard isReady(own: &own) else { return }
    if activePastes[0].merge?.elements.hasToken == true, let edit = editor.inPlaceEdit {
      // Text that is still edited here could no longer become a token, because tokens end the edit.
      editor.commitInPlaceEditAtCaret()
      activePastes[0].committedEdit = (edit.checkpoint, editor.editCount)
      guard isReady(own: &own) else { return }
    }
    let paste = activePastes.removeFirst()
    paste.destination.restore(in: &editor)
    let editCount = editor.editCount
    let isPut = commit(paste.merge, at: now)
    if isPut, let edit = paste.committedEdit, edit.editCount == editCount {
      editor.history.coalesce(since: edit.checkpoint)
    }
    updateDestinations(pasting: paste.destination)
    own.update(for: editor, pasting: paste.destination)
    if !isThere || !isPut { own.restore(in: &editor) }
    free(paste.storageToRelease)
    guard isPut, case .pasteboard = paste.source, !isFocused else { return }
    // The user has already left the field.
    if configuration.delimiters.contains(.focusLoss) { editor.tokenizeAll() }
  }

  /// Returns whether the merge is complete after the preceding change. Otherwise it must be
  /// computed again, and the user's own selection is restored.
  private mutating func isReady(own: inout PasteDestination) -> Bool {
    updateDestinations()
    own.update(for: editor)
    let isReady = continueMerge()
    if !isReady { own.restore(in: &editor) }
    return isReady
  }

  private mutating func commit(_ merge: PasteMerge<Adapter>?, at now: Instant) -> Bool {
    guard let merge else {
      editor.reportMessage(.tooLongToPaste)
      return false
    }
    var visible = 0..<0
    forEachVisibleBox(at: now) { box, element, _ in
      visible = (visible.isEmpty ? element : visible.lowerBound)..<element + box.elements.count
    }
    return editor.commit(merge, visible: visible)
  }
}
