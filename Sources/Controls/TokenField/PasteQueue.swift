import Motion
import Scene

/// A paste request whose data has not arrived.
struct PasteRequest {
  let pasteboard: Pasteboard
  let types: [DataType]
  var destination: PasteDestination
  /// Whether the request is cancelled. Its data is ignored.
  var isCancelled = false
}

/// A paste whose data has arrived: first the data is read, then merged with the content.
struct PasteJob<Adapter: TokenAdapter> {
  let source: ReceivedData.Source
  var destination: PasteDestination
  /// The selection that a drop copies. `nil` for other pastes.
  var copied: PasteDestination?
  var content: PastedContent<Adapter>
  /// The merge, once all data is read. `nil` if the data exceeds the text limit.
  var merge: PasteMerge<Adapter>?

  /// The in-place edit that the paste has ended: its checkpoint, the highest number of the changes before its end,
  /// and the number of changes after it. Both are one undo step.
  var committedEdit:
    (checkpoint: EditHistory<TokenEditor<Adapter>.Edit>.Checkpoint, newestNumber: Int, editCount: Int)?

  /// The selection before the paste, which undo restores.
  var selectionBefore: PasteDestination { copied ?? destination }

  /// The storage that the paste owns, for release in steps.
  var storageToRelease: [ElementSequence<Adapter.Token>] {
    [content.elements] + (merge?.storageToRelease ?? [])
  }
}

/// The pastes of a token field that are not finished, and the storage of those that are.
struct PasteQueue<Adapter: TokenAdapter> {
  /// The requests whose data has not arrived, in order.
  private(set) var requests: [PasteRequest] = []
  /// The pastes whose data has arrived. They are read and inserted one after the other.
  private(set) var jobs: [PasteJob<Adapter>] = []
  /// Blocks of finished and cancelled pastes, and of content trimmed from the undo history. They are released
  /// in steps, because releasing a million tokens takes longer than a frame.
  private(set) var storage: [ElementSequence<Adapter.Token>.Block] = []

  /// The number of bytes of a list that are read in one step: a few milliseconds.
  private static var readStep: Int { 1 << 15 }

  /// The number of elements that are processed in a frame by an operation on all elements: about 2
  /// ms.
  static var elementsPerStep: Int { 8192 }

  var isReading: Bool { !jobs.isEmpty }

  /// Whether a paste is not finished.
  var isPending: Bool { isReading || requests.contains { !$0.isCancelled } }

  /// The time at which the field shows that it waits for data. `nil` if it does already.
  var noticeTime: Instant?
  /// Whether the user has pressed Enter after the paste was requested.
  var isEntered = false

  /// The destination of the paste that was requested last and is not cancelled.
  var latestDestination: PasteDestination? {
    let destinations = requests.filter { !$0.isCancelled }.map(\.destination) + jobs.map(\.destination)
    return destinations.max { $0.number < $1.number }
  }

  /// Updates the destinations of all pastes for changes of the content.
  ///
  /// - Parameter destination: The destination of the paste that caused the changes, or `nil` if the
  ///   user caused them.
  mutating func update(for editor: TokenEditor<Adapter>, pasting destination: PasteDestination? = nil) {
    for index in requests.indices { requests[index].destination.update(for: editor, pasting: destination) }
    for index in jobs.indices {
      jobs[index].destination.update(for: editor, pasting: destination)
      jobs[index].copied?.update(for: editor, pasting: destination)
    }
  }

  mutating func add(_ request: PasteRequest) { requests.append(request) }

  /// Removes the request that a reply answers.
  mutating func takeRequest(
    from pasteboard: Pasteboard, answeredBy result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) -> PasteRequest? {
    let isOwn = { (request: PasteRequest) in request.pasteboard == pasteboard }
    // The requests before it continue.
    let isLast = if case .failure(.tooManyRequests) = result { true } else { false }
    let index = isLast ? requests.lastIndex(where: isOwn) : requests.firstIndex(where: isOwn)
    return index.map { requests.remove(at: $0) }
  }

  mutating func add(_ job: PasteJob<Adapter>) { jobs.append(job) }

  /// Removes the first paste, which is inserted or has failed.
  mutating func removeFirst() { free(jobs.removeFirst().storageToRelease) }

  /// Cancels requested pastes and pastes that are being read.
  ///
  /// - Parameter shouldCancel: Returns whether to cancel the paste with a destination.
  /// - Returns: Whether a paste was cancelled.
  mutating func cancel(where shouldCancel: (PasteDestination) -> Bool) -> Bool {
    let cancelled = requests.indices.filter {
      !requests[$0].isCancelled && shouldCancel(requests[$0].destination)
    }
    // The requests stay in the queue, because replies are matched to requests by their order only.
    for index in cancelled { requests[index].isCancelled = true }
    isEntered = false
    let read = jobs.filter { shouldCancel($0.destination) }
    jobs.removeAll { shouldCancel($0.destination) }
    free(read.flatMap(\.storageToRelease))
    return !cancelled.isEmpty || !read.isEmpty
  }

  /// Continues to read the first paste, and then computes its merge.
  mutating func advanceFirst(for editor: inout TokenEditor<Adapter>) -> ParsingProgress {
    let progress = jobs[0].content.read(atMost: Self.readStep, for: &editor)
    return progress == .complete && !continueMerge(in: &editor) ? .incomplete : progress
  }

  /// Continues to compute the merge of the first paste. Starts again if the content has changed.
  ///
  /// - Returns: Whether the merge is complete.
  mutating func continueMerge(in editor: inout TokenEditor<Adapter>) -> Bool {
    jobs[0].destination.update(for: editor)
    var limit = Self.elementsPerStep
    if jobs[0].merge?.isValid(for: editor) != true {
      free(jobs[0].merge?.storageToRelease ?? [])
      jobs[0].merge = editor.makeMerge(of: jobs[0].content, at: jobs[0].destination)
      // Starting a long merge takes as long as one step.
      limit -= (jobs[0].merge?.pasted.count ?? 0) / 8
    }
    return jobs[0].merge?.advance(in: &editor, limit: limit) ?? true
  }

  /// Records that the first paste has ended an in-place edit.
  mutating func noteCommittedEdit(
    since checkpoint: EditHistory<TokenEditor<Adapter>.Edit>.Checkpoint, after newestNumber: Int,
    in editor: TokenEditor<Adapter>
  ) { jobs[0].committedEdit = (checkpoint, newestNumber, editor.editCount) }

  /// Releases elements that are no longer needed: a few immediately, the others in the following
  /// frames.
  mutating func free(_ elements: [ElementSequence<Adapter.Token>]) {
    guard !elements.isEmpty else { return }
    for elements in elements { storage += elements.blocks }
    releaseStorage()
  }

  mutating func releaseStorage() {
    var remaining = Self.elementsPerStep
    while remaining > 0, let block = storage.popLast() { remaining -= block.items.count }
  }
}
