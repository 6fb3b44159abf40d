import CX11
public import Scene

/// A top-level window of the observed program.
public struct ScreenWindow {
  let connection: DisplayConnection
  /// The XID of the window.
  public let xid: UInt

  /// Returns the rectangle of the window's client area on the screen, in device pixels.
  ///
  /// - Throws: `noWindow` if the window does not exist any longer.
  public func frame() throws(ScreenDriverError) -> PixelRect {
    var attributes = XWindowAttributes()
    var (x, y): (Int32, Int32) = (0, 0)
    var child = CX11.Window(None)
    let status = connection.attempt { display in
      XGetWindowAttributes(display, xid, &attributes) != 0
        && XTranslateCoordinates(display, xid, connection.root, 0, 0, &x, &y, &child) != 0
    }
    guard status == true else { throw .noWindow("window \(xid) does not exist") }
    return PixelRect(x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height))
  }

  /// Whether the window and all its ancestors are mapped.
  public var isViewable: Bool {
    var attributes = XWindowAttributes()
    let status = connection.attempt { XGetWindowAttributes($0, xid, &attributes) }
    return (status ?? 0) != 0 && attributes.map_state == IsViewable
  }

  /// Whether a press at a position on the screen goes to the window.
  public func receivesInput(at point: PixelPoint) -> Bool {
    var (child, x, y) = (CX11.Window(None), Int32(0), Int32(0))
    let status = connection.attempt {
      XTranslateCoordinates(
        $0, connection.root, connection.root, Int32(point.x), Int32(point.y), &x, &y, &child)
    }
    return status == True && child == xid
  }

  /// Whether the window manager does not manage the window.
  public var isUnmanaged: Bool {
    var attributes = XWindowAttributes()
    let status = connection.attempt { XGetWindowAttributes($0, xid, &attributes) }
    return (status ?? 0) != 0 && attributes.override_redirect == True
  }

  /// Whether the window receives keys. A window manager reports this (`_NET_ACTIVE_WINDOW`).
  /// Without one, keys go to the window under the pointer.
  public var isActive: Bool {
    guard connection.hasWindowManager else { return true }
    return connection.property("_NET_ACTIVE_WINDOW", of: connection.root)?.first == xid
  }

  /// Resizes the window, as a drag of its border does, and waits until the window has the size.
  ///
  /// - Parameter width: The width in device pixels, as is `height`.
  /// - Throws: `timedOut` if the size is refused, `noWindow`.
  public func resize(width: Int, height: Int) throws(ScreenDriverError) {
    _ = connection.attempt { XResizeWindow($0, xid, UInt32(width), UInt32(height)) }
    try Deadline(after: .defaultTimeout).poll(for: "the size \(width) x \(height)") {
      () throws(ScreenDriverError) in
      let frame = try frame()
      return frame.width == width && frame.height == height ? () : nil
    }
  }

  /// Moves the window, as a drag of its title bar does, and waits until it has moved.
  ///
  /// - Parameter dx: The distance to the right, in device pixels; `dy` downward.
  /// - Throws: `timedOut` if the window does not move, `noWindow`.
  public func move(byX dx: Int, y dy: Int) throws(ScreenDriverError) {
    let start = try frame()
    // A window manager moves the frame by the same distance as the client.
    var message = XEvent()
    message.xclient.type = ClientMessage
    message.xclient.window = xid
    message.xclient.message_type = connection.atom("_NET_MOVERESIZE_WINDOW")
    message.xclient.format = 32
    // Static gravity, with x and y, sent by a pager (EWMH, `_NET_MOVERESIZE_WINDOW`).
    message.xclient.data.l.0 = Int(StaticGravity) | 3 << 8 | 2 << 12
    message.xclient.data.l.1 = start.x + dx
    message.xclient.data.l.2 = start.y + dy
    _ = connection.attempt {
      XSendEvent($0, connection.root, False, SubstructureRedirectMask | SubstructureNotifyMask, &message)
    }
    try Deadline(after: .defaultTimeout).poll(for: "the window to move") { () throws(ScreenDriverError) in
      let frame = try frame()
      return frame.x == start.x + dx && frame.y == start.y + dy ? () : nil
    }
  }

  /// Minimizes the window if there is a window manager; otherwise unmaps it.
  public func hide() {
    let isManaged = connection.hasWindowManager
    _ = connection.attempt { display in
      if isManaged {
        XIconifyWindow(display, xid, XDefaultScreen(display))
      } else {
        XUnmapWindow(display, xid)
      }
    }
  }

  /// Shows the window again.
  public func show() { _ = connection.attempt { XMapWindow($0, xid) } }
}
