import CX11

/// A client that means no good, with a connection of its own.
public final class Intruder {
  let display: OpaquePointer
  private let connection: DisplayConnection
  /// What it owns things by.
  private let window: CX11.Window

  /// - Throws: `cannotConnect`.
  public init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    self.display = connection.pointer
    window = XCreateSimpleWindow(
      connection.pointer, connection.root, -10, -10, 1, 1, 0, 0, 0)
  }

  /// Takes pointer or keyboard away from whoever has it, as lock screens and menus do.
  ///
  /// - Returns: Whether it got it.
  public func grabPointer() -> Bool {
    XGrabPointer(
      display, connection.root, False, UInt32(ButtonPressMask), GrabModeAsync, GrabModeAsync,
      CX11.Window(None), Cursor(None), Time(CurrentTime)) == GrabSuccess
  }

  /// As `grabPointer`.
  public func grabKeyboard() -> Bool {
    XGrabKeyboard(
      display, connection.root, False, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
      == GrabSuccess
  }

  /// Gives back what it grabbed.
  public func letGo() {
    XUngrabPointer(display, Time(CurrentTime))
    XUngrabKeyboard(display, Time(CurrentTime))
    XSync(display, False)
  }

  /// Says that it composes the screen (EWMH, `_NET_WM_CM_Sn`), and does nothing of the sort.
  public func pretendToBeCompositor() { own("_NET_WM_CM_S0") }

  /// Has nobody compose the screen any more.
  public func stopPretending() {
    let selection = connection.atom("_NET_WM_CM_S0")
    XSetSelectionOwner(display, selection, CX11.Window(None), Time(CurrentTime))
    XSync(display, False)
  }

  /// Opens a window that takes the focus where a window manager gives it.
  public func openWindow() {
    XResizeWindow(display, window, 120, 90)
    XMapWindow(display, window)
    XSync(display, False)
  }

  /// Covers the whole screen with a window of its own, over which no window manager has a say, as locks
  /// do that tell nobody of themselves.
  public func cover() {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    XChangeWindowAttributes(display, window, UInt(CWOverrideRedirect), &attributes)
    let (width, height) = connection.screenSize
    XMoveResizeWindow(display, window, 0, 0, UInt32(width), UInt32(height))
    XMapRaised(display, window)
    XSync(display, False)
  }

  /// Takes that window away.
  public func uncover() {
    XUnmapWindow(display, window)
    XSync(display, False)
  }

  /// Takes a selection, as in `CLIPBOARD`, and never answers for it.
  public func own(_ selection: String) {
    XSetSelectionOwner(display, connection.atom(selection), window, Time(CurrentTime))
    XSync(display, False)
  }
}
