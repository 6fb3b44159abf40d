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
/// query from before that output proves nothing. Neither does a reply before the engine has run, if
/// the server must end its composition. Then it is queried only after a message about that.
struct PendingCommitTracker: Equatable {
  private(set) var isPending = false
  private var isAsking = false
  /// The number of consecutive replies without output between them.
  private var emptyReplyCount = 0
  private var awaitsMessage = false

  /// The number of empty replies after which nothing is pending.
  private static let requiredEmptyReplies = 2

  /// Records that the server received a press, or has a composition to end. A reply that is on its
  /// way proves nothing.
  ///
  /// - Parameter awaitingMessage: Whether no query may be sent before `noteServerMessage()`.
  mutating func begin(awaitingMessage: Bool = false) {
    (isPending, isAsking, emptyReplyCount, awaitsMessage) = (true, false, 0, awaitingMessage)
  }

  /// Records that input waits for the pending output.
  ///
  /// - Returns: Whether to query the server. `false` if a query is in progress or would prove
  ///   nothing.
  mutating func ask() -> Bool {
    guard isPending, !isAsking, !awaitsMessage else { return false }
    isAsking = true
    return true
  }

  /// Records output of the server. A reply that is on its way proves nothing.
  mutating func noteOutput() { (isAsking, emptyReplyCount) = (false, 0) }

  /// Records a message that the server cannot send before its engine has run.
  mutating func noteServerMessage() { (isAsking, emptyReplyCount, awaitsMessage) = (false, 0, false) }

  /// Handles the reply to a query.
  ///
  /// - Returns: Whether to query the server again.
  mutating func answer() -> Bool {
    guard isAsking else { return false }
    emptyReplyCount += 1
    if emptyReplyCount >= Self.requiredEmptyReplies { isPending = false }
    isAsking = isPending
    return isPending
  }

  /// Clears the pending state, or stops waiting. A reply that is on its way proves nothing.
  mutating func cancel() { (isPending, isAsking, awaitsMessage) = (false, false, false) }
}
