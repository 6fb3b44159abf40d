import CX11
import Scene

/// Another program's small window in the lower right corner of the screen, which takes the focus
/// under a window manager that gives it to new windows; gone with this value.
public final class Bystander {
  private let connection: DisplayConnection
  private let id: CX11.Window
  /// The window, as any other client sees it.
  public var window: ScreenWindow { ScreenWindow(connection: connection, id: id) }

  /// Opens it and waits until it is on the screen.
  ///
  /// - Parameter display: As in `:3`.
  /// - Throws: `cannotConnect`, `timedOut`.
  public init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    let screen = connection.screen
    id = XCreateSimpleWindow(
      connection.pointer, connection.root, Int32(screen.width - 60), Int32(screen.height - 60), 50,
      50, 0, 0, 0x80_8080)
    var hints = XSizeHints()
    hints.flags = USPosition | USSize
    XSetWMNormalHints(connection.pointer, id, &hints)
    XMapRaised(connection.pointer, id)
    let window = self.window
    try Deadline(after: .patience).poll(for: "a bystander") { window.isViewable ? () : nil }
  }

  /// Paints a few pixels.
  ///
  /// - Returns: When that was sent.
  public func draw(_ color: UInt) -> ContinuousClock.Instant {
    let context = XDefaultGC(connection.pointer, XDefaultScreen(connection.pointer))
    XSetForeground(connection.pointer, context, color)
    let now = ContinuousClock.now
    XFillRectangle(connection.pointer, id, context, 4, 4, 20, 20)
    XFlush(connection.pointer)
    return now
  }
}
