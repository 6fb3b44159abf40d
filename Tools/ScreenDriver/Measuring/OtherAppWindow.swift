import CX11
public import Scene

/// A small window of another client in the lower right corner of the screen. It gets the focus if
/// the window manager focuses new windows. It is closed when this value is destroyed.
public final class OtherAppWindow {
  private let connection: DisplayConnection
  private let xid: CX11.Window
  /// The window as other clients see it.
  public var window: ScreenWindow { ScreenWindow(connection: connection, xid: xid) }

  /// Opens the window and waits until it is on the screen.
  ///
  /// - Parameter display: The display name, for example `:3`.
  /// - Throws: `cannotConnect`, `timedOut`.
  public init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    let screen = connection.screen
    xid = XCreateSimpleWindow(
      connection.pointer, connection.root, Int32(screen.width - 60), Int32(screen.height - 60), 50, 50, 0, 0,
      0x80_8080)
    var hints = XSizeHints()
    hints.flags = USPosition | USSize
    XSetWMNormalHints(connection.pointer, xid, &hints)
    XSelectInput(connection.pointer, xid, KeyPressMask)
    XMapRaised(connection.pointer, xid)
    let window = self.window
    try Deadline(after: .defaultTimeout).poll(for: "the other window") { window.isViewable ? () : nil }
  }

  /// Moves the window above all others, on a display without a window manager.
  public func raise(to frame: PixelRect) {
    XMoveResizeWindow(
      connection.pointer, xid, Int32(frame.x), Int32(frame.y), UInt32(frame.width), UInt32(frame.height))
    XRaiseWindow(connection.pointer, xid)
    XSync(connection.pointer, False)
  }

  /// Returns the number of keys that were pressed in the window since the last call.
  public func takeKeyCount() -> Int {
    XSync(connection.pointer, False)
    var (event, count) = (XEvent(), 0)
    while XCheckTypedWindowEvent(connection.pointer, xid, KeyPress, &event) != 0 { count += 1 }
    return count
  }

  /// Paints some pixels.
  ///
  /// - Returns: The time at which the request was sent.
  public func draw(_ color: UInt) -> ContinuousClock.Instant {
    let context = XDefaultGC(connection.pointer, XDefaultScreen(connection.pointer))
    XSetForeground(connection.pointer, context, color)
    let now = ContinuousClock.now
    XFillRectangle(connection.pointer, xid, context, 4, 4, 20, 20)
    XFlush(connection.pointer)
    return now
  }
}
