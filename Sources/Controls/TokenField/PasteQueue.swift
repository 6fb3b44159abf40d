import Motion
import Scene

/// A paste request whose data has not arrived.
struct PasteRequest {
  let pasteboard: Pasteboard
  let types: [DataType]
  /// The number of the request in the undo history. Pastes at the same insertion index appear in this order,
  /// regardless of which arrives first, and before text that the user types there, as if all had
  /// arrived immediately.
  let number: Int
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
    let isOwn = { (request: PasteRequest) in request.pasteboard == pasteboard }
    // The requests before it continue.
    let isLast = if case .failure(.tooManyRequests) = result { true } else { false }
    let index = isLast ? requests.lastIndex(where: isOwn) : requests.firstIndex(where: isOwn)
    return index.map { requests.remove(at: $0) }
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
