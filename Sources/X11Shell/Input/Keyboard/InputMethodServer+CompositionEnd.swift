import CX11

extension InputMethodServer {
  /// Whether the server may have a composition that it does not report.
  var mayComposeUnseen: Bool {
    guard let handles, handles.style != .onTheSpot else { return false }
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
    guard let handles, isUnseen || !text.isEmpty else { return text }
    unanswered.removeAll()
    hasUsedPresses = false
    tracker.cancel()
    guard hasAnsweredAll else {
      refocus()
      return text
    }
    hasAnsweredAll = false
    let answer = reset(handles.context)
    guard isUnseen else { return text }
    if answer.isEmpty {
      tracker.begin(awaitingMessage: true)
      isMarkerDue = !isLeaving
    }
    return answer
  }

  /// - Returns: The server's preedit text.
  private func reset(_ context: OpaquePointer) -> String {
    possibleReturnCount = Self.maximumReturnCount
    return connection.ignoringErrors {
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
    marker = makeMarker()
    guard var event = marker.map({ XEvent(xkey: $0) }) else { return tracker.noteServerMessage() }
    // Xlib may still mistake it for a returned key that has not arrived.
    if !isFilteredOnce(&event), !isFilteredOnce(&event) {
      marker = nil
      tracker.noteServerMessage()
    }
  }

  private func makeMarker() -> XKeyEvent? {
    let display = connection.display
    guard let keycode = (8...255).first(where: { XkbKeycodeToKeysym(display, $0, 0, 0) == 0 }) else {
      return nil
    }
    var event = lastPassed
    (event.type, event.keycode) = (KeyRelease, UInt32(keycode))
    // Xlib identifies keys by this number, and 0 stands for none.
    event.serial = XLastKnownRequestProcessed(display)
    return event
  }

  /// Returns whether the event is the returned marker, and consumes it.
  func takesBackMarker(_ event: XEvent) -> Bool {
    guard let marker, event.xkey.isSame(as: marker) else { return false }
    self.marker = nil
    var event = event
    // Xlib waits for the marker too.
    _ = isFilteredOnce(&event)
    possibleReturnCount = max(possibleReturnCount - 1, 0)
    noteMessage()
    tracker.noteServerMessage()
    return true
  }
}
