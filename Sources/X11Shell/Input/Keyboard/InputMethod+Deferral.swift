import CX11
import Motion
import Scene

// The state of the server for which input waits.
extension InputMethod {
  /// Whether the server has preedit text that is not committed yet.
  var isComposing: Bool { textInput != nil && server.map { !$0.preedit.isEmpty } ?? false }

  /// Whether the server may have preedit text that it does not report.
  var mayComposeUnseen: Bool { server?.mayComposeUnseen ?? false }

  /// Whether the server must still reply before it can be asked to end its composition. `false` if
  /// it receives no keys, since nothing waits for it then.
  var awaitsProofOfResponse: Bool { isOffered && server?.hasAnsweredAll == false }

  /// Prepares for input that ends a possible composition.
  func prepareEnd() { if isComposing || mayComposeUnseen { server?.prepareEnd() } }

  /// Records that the server returned a press that is not a modifier.
  func noteUnused() { server?.noteUnused() }

  /// Whether the server may still send output for the last press that it received.
  ///
  /// Keys that are not for the server do not wait for it.
  var hasPendingCommit: Bool { isOffered && server?.tracker.isPending ?? false }

  /// Queries the server for its pending output, if no query is in progress.
  func queryPendingCommit() { server?.queryPendingCommit() }

  /// Sends the server a marker that it returns after all its output. It must be called when Xlib
  /// holds no event.
  func passMarker() { server?.passMarker() }

  /// The time of the last message from the server.
  var lastMessageTime: Instant { server?.lastMessageTime ?? .distantPast }

  /// Stops waiting for pending output.
  func cancelPendingCommit() { server?.tracker.cancel() }

  /// Returns whether an event is a key that the server returned. It must be called once for each
  /// event.
  func hasReturned(_ key: XKeyEvent) -> Bool { server?.hasReturned(key) ?? false }

  /// Returns the oldest press that was typed after the one that moved the focus. Only its time is
  /// kept. `nil` if there is none.
  func takeOrphanedPress() -> XKeyEvent? {
    guard unreportedOrphanCount > 0 else { return nil }
    unreportedOrphanCount -= 1
    return orphanedPresses.takeKey(of: orphanedPresses.count - unreportedOrphanCount - 1)
  }
}
