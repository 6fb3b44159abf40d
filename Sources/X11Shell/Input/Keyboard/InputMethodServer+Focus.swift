import CX11

// Xlib waits for the server when it tells it of the focus (`BrokenSyncWithServer` in
// modules/im/ximcp/imDefIc.c), and the server may read that before keys that it was passed earlier:
// it is told when it has answered all questions, and keys wait until then.
extension InputMethodServer {
  /// Takes in whether keys are for it; none that was waits for an answer.
  func setFocus(_ isFocused: Bool) {
    unanswered.removeAll()
    hasUsedPresses = false
    owedText.forgive()
    wantsFocus = isFocused
    if isOpen, !isFocusSettled { settleFocusLater() }
  }

  /// Has it end what it composes by telling it that the focus was elsewhere.
  func refocus() {
    isRefocusDue = true
    settleFocusLater()
  }

  /// Whether it knows all of the focus.
  var isFocusSettled: Bool { wantsFocus == hasFocus && !isRefocusDue }

  func settleFocusLater() {
    owedText.begin()
    askForText()
  }

  /// Tells it, when it has just answered, what it is still to be told.
  func settleFocus() {
    guard let handles else { return }
    if hasFocus, isRefocusDue || !wantsFocus {
      hasFocus = false
      tell { XUnsetICFocus(handles.context) }
    }
    isRefocusDue = false
    guard wantsFocus, !hasFocus, isOpen else { return }
    (hasFocus, isFresh, spot) = (true, true, nil)
    tell { XSetICFocus(handles.context) }
  }

  private func tell(_ body: () -> Void) {
    mostReturned = Self.mostReturnedAtOnce
    connection.aboutStrangers(body)
  }
}
