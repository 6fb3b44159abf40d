import CX11

extension InputMethodServer {
  /// Whether the server keeps the event to itself (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    guard isOpen else { return false }
    var isFiltered = isFilteredOnce(&event)
    let isKey = event.type == KeyPress || event.type == KeyRelease
    if !isKey, isFiltered { mostReturned = max(mostReturned, 1) }
    guard isKey, event.xkey.keycode != 0 else {
      if isKey { hear() }
      return isFiltered
    }
    // What it handed back when it had not the focus has Xlib take one key for another such.
    if !isFiltered, isFresh { isFiltered = isFilteredOnce(&event) }
    isFresh = false
    note(event, isFiltered: isFiltered)
    return isFiltered
  }

  func isFilteredOnce(_ event: inout XEvent) -> Bool {
    connection.aboutStrangers { XFilterEvent(&event, Window(None)) != False }
  }

  private func note(_ event: XEvent, isFiltered: Bool) {
    if !isFiltered { hear() }
    guard event.type == KeyPress else {
      return noteRelease(event.xkey, isFiltered: isFiltered)
    }
    if isFiltered {
      isProven = false
      composition.noteKey()
      unanswered.append(event.xkey, at: MonotonicClock.now)
      lastPassed = event.xkey
      owedText.begin()
    } else {
      // Where it composes, all or some may have become text by this press.
      let hasUsed = unanswered.handedBack(event.xkey)
      if hasUsed { hasUsedPresses = true }
      let mayEnd = hasUsed && handles?.style != .onTheSpot
      if composition.isEmpty, !mayEnd { owedText.forgive() }
    }
  }

  private func noteRelease(_ release: XKeyEvent, isFiltered: Bool) {
    if isFiltered {
      releases.append(release, at: MonotonicClock.now)
    } else {
      _ = releases.remove(release)
    }
  }

  /// While Xlib waits for an answer, it takes in all that comes before.
  static let mostReturnedAtOnce = 32

  /// Whether an event is a key that it has handed back, has made a copy of, or left at its end.
  ///
  /// To be asked once for each. By key and time alone two presses are the same that come within a
  /// millisecond.
  func hasReturned(_ key: XKeyEvent) -> Bool {
    guard key.time != CurrentTime, !wasLeftBehind(key) else { return true }
    let isPassed =
      key.type == KeyRelease
      ? releases.contains(key) : key.isSame(as: lastPassed) || unanswered.contains(key)
    let hasReturned = isPassed && mostReturned > 0
    mostReturned = hasReturned ? mostReturned - 1 : 0
    return hasReturned
  }

  /// A press comes before its release.
  private func wasLeftBehind(_ key: XKeyEvent) -> Bool {
    key.type == KeyRelease ? leftBehind.remove(key) : leftBehind.contains(key)
  }

  /// Takes in that a press was handed back to which it has nothing to add, and that it thereby ended
  /// what it composed: one that composes uses every key but modifiers.
  func noteUnused() { hasUsedPresses = false }

  /// Forgets the presses that it has not answered; it may still answer them.
  ///
  /// - Returns: What they were.
  func forgetUnanswered() -> UnansweredPresses {
    owedText.forgive()
    defer { unanswered.removeAll() }
    return unanswered
  }
}
