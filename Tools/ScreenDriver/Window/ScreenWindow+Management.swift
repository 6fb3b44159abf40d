import CX11

extension ScreenWindow {
  /// Asks the window manager to give the window the focus, as a task bar does (EWMH,
  /// `_NET_ACTIVE_WINDOW`).
  public func activate() { sendToWindowManager("_NET_ACTIVE_WINDOW", 2, CurrentTime) }

  /// Asks the window manager to add states of the window or to remove them, as a pager does (EWMH,
  /// `_NET_WM_STATE`).
  ///
  /// - Parameter names: One or two states, for example `_NET_WM_STATE_ABOVE`.
  public func setState(_ names: [String], _ isOn: Bool) {
    let atoms = names.map { Int(bitPattern: connection.atom($0)) } + [0, 0]
    sendToWindowManager("_NET_WM_STATE", isOn ? 1 : 0, atoms[0], atoms[1], 2)
  }

  /// Asks the window manager for a number of desktops, as a pager does (EWMH, `_NET_NUMBER_OF_DESKTOPS`). The window is
  /// the root window.
  public func setDesktopCount(_ count: Int) { sendToWindowManager("_NET_NUMBER_OF_DESKTOPS", count) }

  /// Sets a property to 32-bit values of a type.
  public func setProperty(_ name: String, to values: [UInt], type: String = "CARDINAL") {
    let (atom, type) = (connection.atom(name), connection.atom(type))
    _ = connection.attempt { display in
      values.withUnsafeBytes {
        XChangeProperty(
          display, xid, atom, type, 32, PropModeReplace, $0.baseAddress, Int32(values.count))
      }
    }
  }

  /// Sets a property to atoms.
  public func setProperty(_ name: String, toAtoms names: [String]) {
    setProperty(name, to: names.map(connection.atom), type: "ATOM")
  }

  /// Whether the window has the server's input focus.
  public var hasInputFocus: Bool {
    var (focus, reversion) = (CX11.Window(None), Int32(0))
    _ = connection.attempt { XGetInputFocus($0, &focus, &reversion) }
    return focus == xid
  }

  /// The window that represents the whole program (`WM_CLIENT_LEADER`).
  public var leader: ScreenWindow? {
    property("WM_CLIENT_LEADER")?.first.map { ScreenWindow(connection: connection, xid: $0) }
  }

  /// Whether the window is its own client leader.
  public var isLeader: Bool { leader?.xid == xid }

  /// Whether `WM_HINTS` names the leader as the window's group.
  public var isInLeadersGroup: Bool {
    guard let hints = property("WM_HINTS"), hints.count > 8 else { return false }
    return hints[0] & UInt(WindowGroupHint) != 0 && hints[8] == leader?.xid
  }

  private func sendToWindowManager(_ name: String, _ values: Int...) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = xid
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = 32
    withUnsafeMutableBytes(of: &event.xclient.data) { data in
      values.withUnsafeBytes { data.copyMemory(from: $0) }
    }
    _ = connection.attempt {
      XSendEvent($0, connection.root, False, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }
  }
}
