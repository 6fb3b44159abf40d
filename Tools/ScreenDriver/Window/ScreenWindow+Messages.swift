import CX11

extension ScreenWindow {
  /// Asks the program to close the window, as the close button of the title bar does (ICCCM
  /// 4.2.8.1).
  public func requestClose() {
    var message = protocolMessage("WM_DELETE_WINDOW")
    _ = connection.attempt { XSendEvent($0, xid, False, NoEventMask, &message) }
  }

  /// Pings the program (EWMH, `_NET_WM_PING`) and waits for its reply.
  ///
  /// - Throws: `timedOut` if the program does not reply.
  public func ping(within duration: Duration = .defaultTimeout) throws(ScreenDriverError) {
    let deadline = Deadline(after: duration)
    var message = protocolMessage("_NET_WM_PING")
    message.xclient.data.l.2 = Int(bitPattern: xid)
    _ = connection.attempt { display in
      XSelectInput(display, connection.root, SubstructureNotifyMask)
      XSendEvent(display, xid, False, NoEventMask, &message)
    }
    defer { _ = connection.attempt { XSelectInput($0, connection.root, NoEventMask) } }
    let type = connection.atom("WM_PROTOCOLS")
    let reply = connection.nextEvent(before: deadline) {
      $0.type == ClientMessage && $0.xclient.message_type == type
        && $0.xclient.data.l.2 == Int(bitPattern: xid)
    }
    if reply == nil { throw .timedOut(waitingFor: "the reply to a ping") }
  }

  /// Returns a `WM_PROTOCOLS` message.
  private func protocolMessage(_ name: String) -> XEvent {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = xid
    event.xclient.message_type = connection.atom("WM_PROTOCOLS")
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(bitPattern: connection.atom(name))
    event.xclient.data.l.1 = CurrentTime
    return event
  }
}

extension DisplayConnection {
  /// Returns the next matching event, or `nil` at the deadline. Other events are discarded.
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
