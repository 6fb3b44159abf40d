import CX11

// Xlib waits for the server when it reports a focus change (`BrokenSyncWithServer` in
// modules/im/ximcp/imDefIc.c), and the server may read that before keys that were sent earlier. So
// the focus is reported when the server has answered all queries, and keys wait until then.
extension InputMethodServer {
  /// Updates whether the server receives keys. Earlier keys no longer wait for an answer.
  func setFocus(_ isFocused: Bool) {
    unanswered.removeAll()
    hasUsedPresses = false
    tracker.cancel()
    wantsFocus = isFocused
    if isOpen, !isFocusSettled { settleFocusLater() }
  }

  /// Makes the server end its composition by reporting that the focus was elsewhere.
  func refocus() {
    isRefocusDue = true
    settleFocusLater()
  }

  /// Whether the server knows the current focus.
  var isFocusSettled: Bool { wantsFocus == hasFocus && !isRefocusDue }

  func settleFocusLater() {
    tracker.begin()
    queryPendingCommit()
  }

  /// Reports pending focus changes to the server. It must be called when the server has just
  /// replied.
  func settleFocus() {
    guard let handles else { return }
    if hasFocus, isRefocusDue || !wantsFocus {
      hasFocus = false
      sendFocusChange { XUnsetICFocus(handles.context) }
    }
    isRefocusDue = false
    guard wantsFocus, !hasFocus, isOpen else { return }
    (hasFocus, isFresh, spot) = (true, true, nil)
    sendFocusChange { XSetICFocus(handles.context) }
  }

  private func sendFocusChange(_ body: () -> Void) {
    possibleReturnCount = Self.maximumReturnCount
    connection.ignoringErrors(body)
  }
}
