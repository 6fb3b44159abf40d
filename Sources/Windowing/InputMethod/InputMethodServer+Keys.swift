import CX11
import Glibc
import X11

extension InputMethodServer {
  /// Returns whether the server consumes a key (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    guard isOpen else { return false }
    var isFiltered = isFilteredOnce(&event)
    guard event.xkey.keycode != 0 else {
      noteMessage()
      return isFiltered
    }
    // After the server returned a key without the focus, Xlib mistakes another key for it.
    if !isFiltered, shared.mayMistakeNextKey { isFiltered = isFilteredOnce(&event) }
    shared.mayMistakeNextKey = false
    note(event, isFiltered: isFiltered)
    return isFiltered
  }

  func isFilteredOnce(_ event: inout XEvent) -> Bool {
    connection.ignoringErrors { XFilterEvent(&event, WindowID(None)) != False }
  }

  private func note(_ event: XEvent, isFiltered: Bool) {
    if !isFiltered { noteMessage() }
    guard event.type == KeyPress else { return noteRelease(event.xkey, isFiltered: isFiltered) }
    if isFiltered {
      hasAnsweredAll = false
      composition.noteKey()
      unanswered.append(event.xkey, at: MonotonicClock.now)
      lastPassed = event.xkey
      tracker.begin()
    } else {
      // If the server composes, all or some of the presses may have become text by this one.
      let hasUsed = unanswered.handleReturned(event.xkey)
      if hasUsed { hasUsedPresses = true }
      let mayEnd = hasUsed && context?.style != .onTheSpot
      if composition.isEmpty, !mayEnd { tracker.cancel() }
    }
  }

  private func noteRelease(_ release: XKeyEvent, isFiltered: Bool) {
    if isFiltered { releases.append(release, at: MonotonicClock.now) } else { _ = releases.remove(release) }
  }

  /// Returns whether an event is a key that the server returned, copied or had pending at its end.
  ///
  /// It must be called once for each event. Two presses of a key within a millisecond are not
  /// distinguished, because only key and time are compared.
  func hasReturned(_ key: XKeyEvent) -> Bool {
    guard key.time != CurrentTime, !wasPendingAtServerEnd(key) else { return true }
    let isPassed =
      key.type == KeyRelease ? releases.contains(key) : key.isSame(as: lastPassed) || unanswered.contains(key)
    return shared.takesReturn(isPassed)
  }

  /// Returns whether the key was pending at the server's end. A press comes before its release.
  private func wasPendingAtServerEnd(_ key: XKeyEvent) -> Bool {
    key.type == KeyRelease ? pendingAtServerEnd.remove(key) : pendingAtServerEnd.contains(key)
  }

  /// Records that the server returned a press that it did not use. It thereby ended its
  /// composition, since a composing server uses every key but modifiers.
  func noteUnused() { hasUsedPresses = false }

  /// Clears the presses that the server has not answered. It may still answer them.
  ///
  /// - Returns: The cleared presses.
  func forgetUnanswered() -> PendingKeyPresses {
    tracker.cancel()
    defer { unanswered.removeAll() }
    return unanswered
  }
}

extension InputMethodServer {
  /// Reads the text that the server commits.
  ///
  /// - Returns: Whether the text is to be typed.
  func readCommit(_ event: inout XKeyEvent, into text: inout TypedBytes) -> Bool {
    guard let context = context?.pointer else { return false }
    var (needed, status): (Int32, Int32) = (64, XBufferOverflow)
    while status == XBufferOverflow {
      let limit = needed
      text.append(upTo: Int(limit)) {
        needed = Xutf8LookupString(context, &event, $0, limit, nil, &status)
        return status == XLookupChars || status == XLookupBoth ? Int(needed) : 0
      }
    }
    return text.withUTF8(accepts)
  }

  /// Handles a commit by the server.
  ///
  /// - Returns: Whether the text is to be typed.
  private func accepts(commit utf8: Span<UInt8>) -> Bool {
    // Some of the presses may be part of the current composition.
    if unanswered.count > 0 { hasUsedPresses = true }
    unanswered.removeAll()
    tracker.noteServerMessage()
    return composition.commit(utf8)
  }
}

extension InputMethodServer {
  /// Whether the server may have a composition that it does not report.
  var mayComposeUnseen: Bool {
    guard let context, context.style != .onTheSpot else { return false }
    return hasUsedPresses || unanswered.count > 0
  }

  /// Prepares for the end of the composition. The server is asked to end it only after it has
  /// answered another request.
  func prepareEnd() {
    hasAnsweredAll = false
    tracker.begin()
  }

  /// Ends the composition, keeping its text as it is.
  ///
  /// If the server reports its preedit text, that is the text to keep, and what the server makes of
  /// it is ignored. Otherwise the server is asked for the text. Some servers commit it a moment
  /// later instead, so it is pending in `tracker` then. A server that has not just replied is only
  /// notified later that the focus was elsewhere, which ends the composition in most servers.
  ///
  /// - Parameter isLeaving: Whether the focus moves to another window. The server may already serve
  ///   that window, and no key may draw it away from there.
  /// - Returns: The text to keep.
  func end(isLeaving: Bool) -> String {
    let (text, isUnseen) = (composition.end(), mayComposeUnseen)
    guard let context, isUnseen || !text.isEmpty else { return text }
    unanswered.removeAll()
    hasUsedPresses = false
    tracker.cancel()
    guard hasAnsweredAll else {
      refocus()
      return text
    }
    hasAnsweredAll = false
    // Fcitx discards the text when it is reset. A key that its engine does not use makes it commit the text.
    if isUnseen, !isLeaving, connection.queuedEventCount == 0 { _ = passMarker(KeyPress) }
    let answer = reset(context.pointer)
    guard isUnseen else { return text }
    if answer.isEmpty {
      tracker.begin(awaitingMessage: true)
      isMarkerDue = !isLeaving
    }
    return answer
  }

  /// - Returns: The server's preedit text.
  private func reset(_ context: OpaquePointer) -> String {
    shared.wait {
      guard let text = Xutf8ResetIC(context) else { return "" }
      defer { XFree(text) }
      return String(cString: text)
    }
  }
}

// IBus replies immediately that it has reset, while its daemon and the engine are still doing that.
// A key passes through all of them, so it returns only after their commits. The release of a key
// that no keyboard has does nothing there.
extension InputMethodServer {
  /// Sends the server a meaningless release, if one is due. A server that wants no releases gets
  /// none, and less can be known of it.
  ///
  /// It must be called when Xlib holds no event, since Xlib would mistake the marker for a returned
  /// key.
  func passMarker() {
    guard isMarkerDue else { return }
    isMarkerDue = false
    if !passMarker(KeyRelease) { tracker.noteServerMessage() }
  }

  /// - Returns: Whether the server will return the marker.
  private func passMarker(_ type: Int32) -> Bool {
    guard let marker = makeMarker(type) else { return false }
    var event = XEvent(xkey: marker)
    // Xlib may still mistake it for a returned key that has not arrived.
    guard isFilteredOnce(&event) || isFilteredOnce(&event) else { return false }
    // A faulty server returns none.
    if markers.count == 32 { markers.removeFirst() }
    markers.append(marker)
    return true
  }

  private func makeMarker(_ type: Int32) -> XKeyEvent? {
    let display = connection.display
    guard let keycode = (8...255).first(where: { XkbKeycodeToKeysym(display, $0, 0, 0) == 0 }) else {
      return nil
    }
    var event = lastPassed
    (event.type, event.keycode) = (type, UInt32(keycode))
    // Xlib identifies keys by this number, and 0 stands for none.
    event.serial = XLastKnownRequestProcessed(display)
    return event
  }

  /// Returns whether the event is the returned marker, and consumes it.
  func consumesReturnedMarker(_ event: XEvent) -> Bool {
    let isReturned = { (marker: XKeyEvent) in marker.type == event.type && event.xkey.isSame(as: marker) }
    guard let index = markers.firstIndex(where: isReturned) else { return false }
    markers.remove(at: index)
    var event = event
    // Xlib waits for the marker too.
    _ = isFilteredOnce(&event)
    _ = shared.takesReturn(true)
    noteMessage()
    if event.type == KeyRelease { tracker.noteServerMessage() }
    return true
  }
}

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
    guard let context else { return }
    if hasFocus, isRefocusDue || !wantsFocus {
      hasFocus = false
      shared.wait { XUnsetICFocus(context.pointer) }
    }
    isRefocusDue = false
    guard wantsFocus, !hasFocus, isOpen else { return }
    (hasFocus, shared.mayMistakeNextKey, spot) = (true, true, nil)
    shared.wait { XSetICFocus(context.pointer) }
  }
}
