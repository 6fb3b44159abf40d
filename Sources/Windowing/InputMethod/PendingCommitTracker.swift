/// The state of the output that an input method server may still send for the last press that it
/// received, determined by queries that every server answers.
///
/// IBus returns a key as soon as its engine has answered. It handles the engine's earlier output
/// only in the next iteration of its own loop: the syllable to commit, and the end of the
/// composition (`xim_forward_event` in client/x11/main.c; by default up to 1.5.27). A query that
/// follows the returned key may still be answered in the same iteration. A query that follows that
/// reply cannot: if there was no output between two replies, all output was sent.
///
/// After it returned or committed something, a server accepts no further key until Xlib has
/// confirmed that (`XIM_SYNC_REPLY`), but it answers queries in the meantime. So the reply to a
/// query from before that output proves nothing.
struct PendingCommitTracker: Equatable {
  private(set) var isPending = false
  /// Whether the server has answered all queries since the last `begin()`: it will answer the next request.
  private(set) var hasAnsweredAll = false
  private var isAsking = false
  /// Whether the reply to the query in progress proves nothing.
  private var isStale = false
  /// The number of consecutive replies without output between them.
  private var emptyReplyCount = 0
  /// Whether a reply before the next output proves nothing.
  private var awaitsOutput = false

  /// The number of empty replies after which nothing is pending.
  private static let requiredEmptyReplies = 2

  /// Records that the server received a press, or has a composition to end.
  ///
  /// - Parameter awaitingOutput: Whether the server will commit text, after replies that prove nothing.
  mutating func begin(awaitingOutput: Bool = false) {
    (isPending, hasAnsweredAll) = (true, false)
    recordOutput()
    awaitsOutput = awaitingOutput
  }

  /// Records that input waits for the pending output.
  ///
  /// - Returns: Whether to query the server. `false` if a query is in progress or would prove
  ///   nothing.
  mutating func ask() -> Bool {
    guard isPending, !isAsking, !awaitsOutput else { return false }
    isAsking = true
    return true
  }

  /// Records output of the server. A reply that is on its way proves nothing.
  mutating func recordOutput() { (isStale, emptyReplyCount, awaitsOutput) = (isAsking, 0, false) }

  /// Handles the reply to a query.
  ///
  /// - Returns: Whether to query the server again.
  mutating func handleReply() -> Bool {
    guard isAsking else { return false }
    if isStale || awaitsOutput { isStale = false } else { emptyReplyCount += 1 }
    if isPending, emptyReplyCount >= Self.requiredEmptyReplies { (isPending, hasAnsweredAll) = (false, true) }
    isAsking = isPending && !awaitsOutput
    return isAsking
  }

  /// Clears the pending state, or stops waiting.
  mutating func cancel() { isPending = false }
}
