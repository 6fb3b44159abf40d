import CX11

extension InputMethodServer {
  /// Whether it may compose something of which it does not tell.
  var mayComposeUnseen: Bool {
    guard let handles, handles.style != .onTheSpot else { return false }
    return hasUsedPresses || unanswered.count > 0
  }

  /// Takes in that it will have to end what it composes, which it is asked for only when it has
  /// answered something else.
  func prepareEnd() {
    isProven = false
    owedText.begin()
  }

  /// Ends what it composes, as it stands.
  ///
  /// Where it tells what it composes, that is the text to keep, and what the server makes of it is
  /// passed over. Where it does not, it is asked for the text; some commit it instead, a moment
  /// later, so that `owedText` is owed then. One that has not just answered is only told later that the
  /// focus was elsewhere, which ends it in most.
  ///
  /// - Parameter isLeaving: Whether the keyboard goes to another window. That may have the server's
  ///   attention already, and no key may take it from there.
  /// - Returns: The text to keep.
  func end(isLeaving: Bool) -> String {
    let (text, isUnseen) = (composition.end(), mayComposeUnseen)
    guard let handles, isUnseen || !text.isEmpty else { return text }
    unanswered.removeAll()
    hasUsedPresses = false
    owedText.forgive()
    guard isProven else {
      refocus()
      return text
    }
    isProven = false
    let answer = reset(handles.context)
    guard isUnseen else { return text }
    if answer.isEmpty {
      owedText.begin(awaitingWord: true)
      isMarkerDue = !isLeaving
    }
    return answer
  }

  /// - Returns: What the server hands over of what it composed.
  private func reset(_ context: OpaquePointer) -> String {
    mostReturned = Self.mostReturnedAtOnce
    return connection.aboutStrangers {
      guard let text = Xutf8ResetIC(context) else { return "" }
      defer { XFree(text) }
      return String(cString: text)
    }
  }
}

// IBus answers at once that it has reset, and has its daemon and the engine do that meanwhile. What
// goes through all of them, and so comes back only behind what they commit, is a key. The release of
// one that no keyboard has does nothing there.
extension InputMethodServer {
  /// Passes the server a release that means nothing, where one is due; not to a server that wants no
  /// releases, of which less can be known.
  ///
  /// To be called when Xlib holds no event: it would take the marker for a key that was handed back.
  func passMarker() {
    guard isMarkerDue else { return }
    isMarkerDue = false
    marker = makeMarker()
    guard var event = marker.map({ XEvent(xkey: $0) }) else { return owedText.hearWord() }
    // It may still take it for one that it has not seen come.
    if !isFilteredOnce(&event), !isFilteredOnce(&event) {
      marker = nil
      owedText.hearWord()
    }
  }

  private func makeMarker() -> XKeyEvent? {
    let display = connection.display
    guard let keycode = (8...255).first(where: { XkbKeycodeToKeysym(display, $0, 0, 0) == 0 })
    else { return nil }
    var event = lastPassed
    (event.type, event.keycode) = (KeyRelease, UInt32(keycode))
    // Xlib tells keys by this number, which it takes for none where it is 0.
    event.serial = XLastKnownRequestProcessed(display)
    return event
  }

  /// Whether an event is the marker that has come back, which is nobody else's.
  func takesBackMarker(_ event: XEvent) -> Bool {
    guard let marker, event.xkey.isSame(as: marker) else { return false }
    self.marker = nil
    var event = event
    // Xlib waits for it too.
    _ = isFilteredOnce(&event)
    mostReturned = max(mostReturned - 1, 0)
    hear()
    owedText.hearWord()
    return true
  }
}
