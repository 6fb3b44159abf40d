import CX11

extension Connection {
  /// The file descriptor of the connection, for `ppoll(2)`.
  var descriptor: Int32 { XConnectionNumber(display) }

  /// The number of events that Xlib has already read. Makes no system call.
  var queuedEventCount: Int { Int(XEventsQueued(display, QueuedAlready)) }

  /// Reads the data that the server has sent, without waiting for more.
  ///
  /// Xlib detects a broken connection here.
  func readEvents() { XEventsQueued(display, QueuedAfterReading) }

  /// Removes the oldest event from Xlib's queue.
  ///
  /// - Returns: Whether there was an event. If `false`, `event` is unchanged.
  func takeEvent(_ event: inout XEvent) -> Bool {
    guard isAlive, queuedEventCount > 0 else { return false }
    XNextEvent(display, &event)
    return true
  }

  /// Overwrites the memory of events that were removed from Xlib's queue. Xlib keeps this memory on
  /// a stack for later events. Without overwriting, keys of a fast typist would remain there in the
  /// order in which they were typed.
  ///
  /// - Parameter count: The minimum number of events that were removed since the last call.
  /// - Complexity: O(`count`), without a system call.
  func overwriteTakenEvents(_ count: Int) {
    var event = XEvent()
    for _ in 0..<count { XPutBackEvent(display, &event) }
    for _ in 0..<count { XNextEvent(display, &event) }
  }

  /// Sends the buffered requests, if any. Xlib may read events in this call, so check
  /// `queuedEventCount` after it.
  func flush() {
    guard XNextRequest(display) != firstUnsent else { return }
    XFlush(display)
    firstUnsent = XNextRequest(display)
  }

  /// Rings the display's bell at the volume that the user has set.
  func ringBell() { XBell(display, 0) }
}
