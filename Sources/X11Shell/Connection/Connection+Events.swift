import CX11

extension Connection {
  /// The descriptor to sleep on.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// How many events Xlib holds already; no system call.
  var queuedEventCount: Int { Int(XEventsQueued(display, QueuedAlready)) }

  /// Takes in what the server has sent, without waiting for more.
  ///
  /// On a connection that broke, this is where Xlib notices it.
  func readEvents() { XEventsQueued(display, QueuedAfterReading) }

  /// Takes the oldest event that Xlib holds.
  ///
  /// - Returns: Whether there was one; `event` is unchanged where there was none.
  func takeEvent(_ event: inout XEvent) -> Bool {
    guard isAlive, queuedEventCount > 0 else { return false }
    XNextEvent(display, &event)
    return true
  }

  /// Leaves nothing of events that were taken where Xlib had them: it keeps the memory of each for
  /// later ones, on a stack, so that keys that came faster than they were taken would stand there in
  /// the order in which they were typed.
  ///
  /// - Parameter count: How many were taken since the last time, at least.
  /// - Complexity: O(`count`), without a system call.
  func overwriteTakenEvents(_ count: Int) {
    var event = XEvent()
    for _ in 0..<count { XPutBackEvent(display, &event) }
    for _ in 0..<count { XNextEvent(display, &event) }
  }

  /// Sends what is buffered, if anything is. It may read events too, so ask for queued ones after
  /// it.
  func flush() {
    guard XNextRequest(display) != firstUnsent else { return }
    XFlush(display)
    firstUnsent = XNextRequest(display)
  }

  /// Sounds the display's bell at the volume the person has set.
  func ringBell() { XBell(display, 0) }
}
