import CX11

extension InputMethodServer {
  /// Returns whether the server consumes the event (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    guard isOpen else { return false }
    var isFiltered = isFilteredOnce(&event)
    let isKey = event.type == KeyPress || event.type == KeyRelease
    if !isKey, isFiltered { possibleReturnCount = max(possibleReturnCount, 1) }
    guard isKey, event.xkey.keycode != 0 else {
      if isKey { noteMessage() }
      return isFiltered
    }
    // After the server returned a key without the focus, Xlib mistakes another key for it.
    if !isFiltered, isFresh { isFiltered = isFilteredOnce(&event) }
    isFresh = false
    note(event, isFiltered: isFiltered)
    return isFiltered
  }

  func isFilteredOnce(_ event: inout XEvent) -> Bool {
    connection.ignoringErrors { XFilterEvent(&event, Window(None)) != False }
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
      let hasUsed = unanswered.handedBack(event.xkey)
      if hasUsed { hasUsedPresses = true }
      let mayEnd = hasUsed && handles?.style != .onTheSpot
      if composition.isEmpty, !mayEnd { tracker.cancel() }
    }
  }

  private func noteRelease(_ release: XKeyEvent, isFiltered: Bool) {
    if isFiltered { releases.append(release, at: MonotonicClock.now) } else { _ = releases.remove(release) }
  }

  /// The maximum number of returned keys. While Xlib waits for a reply, it reads all earlier
  /// events.
  static let maximumReturnCount = 32

  /// Returns whether an event is a key that the server returned, copied or had pending at its end.
  ///
  /// It must be called once for each event. Two presses of a key within a millisecond are not
  /// distinguished, because only key and time are compared.
  func hasReturned(_ key: XKeyEvent) -> Bool {
    guard key.time != CurrentTime, !wasPendingAtServerEnd(key) else { return true }
    let isPassed =
      key.type == KeyRelease ? releases.contains(key) : key.isSame(as: lastPassed) || unanswered.contains(key)
    let hasReturned = isPassed && possibleReturnCount > 0
    possibleReturnCount = hasReturned ? possibleReturnCount - 1 : 0
    return hasReturned
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
