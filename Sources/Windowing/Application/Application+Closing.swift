import CX11
import Motion
import X11

extension Application {
  /// Transfers the clipboard to the clipboard manager so that it survives the program, which takes at most
  /// `SelectionOwner.clipboardManagerTimeout`, and keeps the keyboard until the trailing keys end.
  func finishClosing() {
    selectionOwner.beginSaving()
    guard selectionOwner.isSaving || trailingKeys != nil else { return }
    let savingEnd = MonotonicClock.now + SelectionOwner.clipboardManagerTimeout
    var end: Instant {
      max(selectionOwner.isSaving ? savingEnd : .distantPast, trailingKeys?.end ?? .distantPast)
    }
    while true {
      // What has arrived before the end counts, also if this program was stopped until then.
      let now = MonotonicClock.now
      XEventsQueued(connection.display, QueuedAfterReading)
      desktop.readBus(at: now)
      if desktop.isScreenLocked { endTrailingKeys() }
      takeEvents { event in
        if event.isAccepted { _ = selectionOwner.handle(event, at: now) }
      }
      selectionOwner.advance(to: now)
      connection.flush()
      guard connection.queuedEventCount == 0, desktop.deadline != .distantPast else { continue }
      if now >= end { break }
      EventSources.wait(for: connection.descriptor, desktop.pollTarget.descriptor, until: end)
    }
    endTrailingKeys()
  }

  /// Extends the time of the trailing keys by a press, and ends it when a screen lock appears, which needs the keyboard.
  func followTrailingKeys(_ event: XEvent) {
    if event.type == KeyPress {
      trailingKeys?.add(pressAt: MonotonicClock.now)
      return
    }
    // The largest monitor: a lock covers all of them.
    let screen = connection.screenSize.bounds
    if connection.isLock(mappedBy: event, over: desktop.monitorFrame(under: screen)) { endTrailingKeys() }
  }

  /// Ends the time in which no window receives keys, if it has not ended.
  func endTrailingKeys() {
    guard trailingKeys.take() != nil else { return }
    releaseKeyboard()
    connection.flush()
  }

  /// Releases the keyboard, unless keys must not reach another client, or another window of the program has taken over the
  /// grab, which belongs to the connection.
  func releaseKeyboard(of window: Window? = nil) {
    if trailingKeys == nil, !windows.contains(where: { $0 !== window && $0.keyboard.isGrabbed }) {
      connection.ungrabKeyboard()
    }
  }
}
