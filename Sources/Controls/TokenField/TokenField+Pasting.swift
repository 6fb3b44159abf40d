public import Motion
public import Scene

/// A paste request whose data has not arrived.
struct PasteRequest {
  let pasteboard: Pasteboard
  /// The number of the request in the undo history. Pastes at the same insertion index appear in this order,
  /// regardless of which arrives first, and before text that the user types there, as if all had
  /// arrived immediately.
  let number: Int
  /// Whether the data was malformed in the preferred type, and is requested in another one.
  let isRetry: Bool
  /// Whether the request is cancelled. Its data is ignored.
  var isCancelled = false
}

/// The pastes that wait for data, in the order of the requests. The editor tracks their destinations.
struct PasteQueue {
  private var requests: [PasteRequest] = []
  /// The time at which the field shows that it waits for data. `nil` if it does already.
  var noticeTime: Instant?
  /// Whether the user has pressed Enter after the paste was requested.
  var isEntered = false

  /// Whether a paste is not finished.
  var isPending: Bool { latestNumber != nil }

  /// The number of the paste that was requested last and is not cancelled.
  var latestNumber: Int? { requests.lazy.filter { !$0.isCancelled }.map(\.number).max() }

  mutating func add(_ request: PasteRequest) { requests.append(request) }

  /// Removes the request that a reply answers.
  mutating func takeRequest(
    from pasteboard: Pasteboard, answeredBy result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) -> PasteRequest? {
    requests.takeRequest(answeredBy: result) { $0.pasteboard == pasteboard }
  }

  /// Cancels requested pastes.
  ///
  /// - Parameter shouldCancel: Returns whether to cancel the paste with a number.
  /// - Returns: The numbers of the cancelled pastes.
  mutating func cancel(where shouldCancel: (Int) -> Bool) -> [Int] {
    let cancelled = requests.indices.filter {
      !requests[$0].isCancelled && shouldCancel(requests[$0].number)
    }
    // The requests stay in the queue, because replies are matched to requests by their order only.
    for index in cancelled { requests[index].isCancelled = true }
    isEntered = false
    return cancelled.map { requests[$0].number }
  }
}

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
    return paste(result, from: nil, number: captureDestination(), at: now)
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
  /// - Parameter number: The number of a paste whose data was malformed, or `nil` for a new one at the current selection.
  mutating func request(
    from pasteboard: Pasteboard, retrying number: Int? = nil, at now: Instant
  ) -> Outcome<Action> {
    if !pastes.isPending { pastes.noticeTime = now + environment.theme.passwordField.statusDelay }
    let types = Self.acceptedTypes.filter { number == nil || $0 != .tokens }
    let isRetry = number != nil
    let number = number ?? captureDestination()
    pastes.add(PasteRequest(pasteboard: pasteboard, number: number, isRetry: isRetry))
    return .effect(.request(pasteboard, types: types))
  }

  /// Tracks the destination of a paste that is requested now. Ends the current undo step, because the paste
  /// is a step of its own.
  ///
  /// - Parameter destination: The destination, or `nil` for the current selection.
  /// - Returns: The number of the paste.
  mutating func captureDestination(_ destination: TrackedSelection? = nil) -> Int {
    editor.history.endStep()
    let number = editor.history.takeNumber()
    editor.trackedSelections[number] = destination ?? editor.trackedSelection
    return number
  }

  /// Handles the reply to a request: data or a failure. Ignores data that was not requested.
  mutating func received(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from pasteboard: Pasteboard, at now: Instant
  ) -> Response<Action> {
    guard let request = pastes.takeRequest(from: pasteboard, answeredBy: result), !request.isCancelled else {
      return .ignored
    }
    pointer.leaveDrop()
    let response = paste(
      result, from: pasteboard, isRetry: request.isRetry, number: request.number, at: now)
    return response.merging(Response(outcomes: enterAfterPaste(at: now)))
  }

  /// Inserts data that has arrived, or reports the failure. If the data is malformed, requests it in another type.
  ///
  /// - Parameter pasteboard: The source of the data, or `nil` for a drop.
  private mutating func paste(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, from pasteboard: Pasteboard?,
    isRetry: Bool = false, number: Int, at now: Instant
  ) -> Response<Action> {
    var requests: [Outcome<Action>] = []
    var response = change(at: now, .paste) { field in
      field.editor.commitInPlaceEditIfCaretLeft()
      switch (result.map { PastedContent($0, for: &field.editor) }, pasteboard) {
      case (.success(let content?), _): field.insert(content, number: number, isDropped: pasteboard == nil)
      case (.success, let pasteboard?):
        requests = [field.request(from: pasteboard, retrying: number, at: now)]
      case (.failure(.noData), _) where isRetry, (.success, nil):
        field.editor.reportMessage(.unreadableClipboard)
      case (.failure(let failure), _): field.editor.reportMessage(failure.message)
      }
      if requests.isEmpty { field.editor.trackedSelections[number] = nil }
    }
    if case .failure = result { pastes.isEntered = false }
    response.outcomes += requests
    return response
  }

  /// Cancels the latest paste that is not finished, unless a later change is to be undone first.
  ///
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelLastPaste() -> Bool {
    guard let last = pastes.latestNumber, editor.history.newestNumber <= last else { return false }
    return cancelPastes { $0 == last }
  }

  /// Cancels requested pastes.
  ///
  /// - Parameter shouldCancel: Returns whether to cancel the paste with a number.
  /// - Returns: Whether a paste was cancelled.
  mutating func cancelPastes(where shouldCancel: (Int) -> Bool = { _ in true }) -> Bool {
    let cancelled = pastes.cancel(where: shouldCancel)
    guard !cancelled.isEmpty else { return false }
    for number in cancelled { editor.trackedSelections[number] = nil }
    statusLine.problem = .pastingCancelled
    return true
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

  /// Inserts a paste at its destination. A caret that is still there moves after the paste; a copied selection moves
  /// to the copy. If the user has moved the caret or typed, it stays between the same elements.
  mutating func insert(
    _ content: PastedContent<Adapter>, number: Int, isDropped: Bool = false, isCopy: Bool = false
  ) {
    guard let destination = editor.trackedSelections[number] else { return }
    let newestNumber = editor.history.newestNumber
    let current = editor.trackedSelection
    editor.trackedSelections[.max] = current
    // The in-place edit ends when the caret leaves it, as a separate undo step.
    editor.selected = destination.current(in: editor.elements)
    editor.commitInPlaceEditIfCaretLeft()
    var merge = mergeAtDestination(content, number)
    var ended = merge?.elements.hasToken == true ? editor.inPlaceEdit : nil
    // The text of an in-place edit could no longer become a token, because pasted tokens end the edit.
    if ended != nil { editor.commitInPlaceEditAtCaret() }
    if editor.inPlaceEdit != nil { ended = nil }
    if ended != nil { merge = mergeAtDestination(content, number) }
    selectTracked(isCopy ? .max : number)
    let isInserted = editor.insert(merge, number: number, selectsNew: isCopy)
    if isInserted {
      if let ended { editor.history.coalesce(since: ended.checkpoint) }
      editor.history.renumberLastStep(max(number, newestNumber))
    }
    if !isInserted || !isCopy && current != destination { selectTracked(.max) }
    editor.trackedSelections[.max] = nil
    editor.trackedSelections[number] = nil
    guard isInserted, !isCopy, !isDropped, !caret.isFocused else { return }
    // The user has already left the field.
    if configuration.delimiters.contains(.focusLoss) { editor.tokenizeAll() }
  }

  private mutating func mergeAtDestination(_ content: PastedContent<Adapter>, _ number: Int)
    -> PasteMerge<Token>?
  {
    editor.trackedSelections[number].flatMap { editor.merge(content, at: $0.ranges(in: editor.elements)) }
  }

  private mutating func selectTracked(_ number: Int) {
    if let tracked = editor.trackedSelections[number] {
      editor.selected = tracked.current(in: editor.elements)
    }
  }
}
