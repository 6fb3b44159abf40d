import CX11

extension ScreenWindow {
  /// Asks the program to close the window, as the cross in its title bar does (ICCCM 4.2.8.1).
  public func requestClose() {
    var message = protocolMessage("WM_DELETE_WINDOW")
    _ = connection.attempt { XSendEvent($0, id, False, NoEventMask, &message) }
  }

  /// Asks for a sign of life (EWMH, `_NET_WM_PING`) and waits for it.
  ///
  /// - Throws: `timedOut` when none comes.
  public func ping(within duration: Duration = .patience) throws(ScreenDriverError) {
    let deadline = Deadline(after: duration)
    var message = protocolMessage("_NET_WM_PING")
    message.xclient.data.l.2 = Int(bitPattern: id)
    _ = connection.attempt { display in
      XSelectInput(display, connection.root, SubstructureNotifyMask)
      XSendEvent(display, id, False, NoEventMask, &message)
    }
    defer { _ = connection.attempt { XSelectInput($0, connection.root, NoEventMask) } }
    let type = connection.atom("WM_PROTOCOLS")
    let answer = connection.nextEvent(before: deadline) {
      $0.type == ClientMessage && $0.xclient.message_type == type
        && $0.xclient.data.l.2 == Int(bitPattern: id)
    }
    if answer == nil { throw .timedOut(waitingFor: "the answer to a ping") }
  }

  /// A message of `WM_PROTOCOLS` with a time stamp that no other has.
  private func protocolMessage(_ name: String) -> XEvent {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = id
    event.xclient.message_type = connection.atom("WM_PROTOCOLS")
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(bitPattern: connection.atom(name))
    event.xclient.data.l.1 = CurrentTime
    return event
  }
}

extension DisplayConnection {
  /// The next event that fits, or `nil` at the deadline; those that do not fit are forgotten.
  func nextEvent(before deadline: Deadline, where fits: (XEvent) -> Bool) -> XEvent? {
    var event = XEvent()
    while true {
      while XPending(pointer) > 0 {
        XNextEvent(pointer, &event)
        if fits(event) { return event }
      }
      guard deadline.waitToRead(XConnectionNumber(pointer)) else { return nil }
    }
  }
}
