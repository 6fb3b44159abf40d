import CX11
import CX11Testing

/// A hostile client with its own connection.
public final class HostileClient {
  let display: OpaquePointer
  private let connection: DisplayConnection
  /// The window by which it owns selections.
  private let window: CX11.Window

  /// - Throws: `cannotConnect`.
  public init(on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    self.display = connection.pointer
    window = XCreateSimpleWindow(connection.pointer, connection.root, -10, -10, 1, 1, 0, 0, 0)
  }

  /// Grabs the pointer, as lock screens and menus do.
  ///
  /// - Returns: Whether the grab succeeded.
  public func grabPointer() -> Bool {
    XGrabPointer(
      display, connection.root, False, UInt32(ButtonPressMask), GrabModeAsync, GrabModeAsync,
      CX11.Window(None), Cursor(None), Time(CurrentTime)) == GrabSuccess
  }

  /// Grabs the keyboard. Returns whether the grab succeeded.
  public func grabKeyboard() -> Bool {
    XGrabKeyboard(display, connection.root, False, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
      == GrabSuccess
  }

  /// Grabs a key with any modifiers, as the hot key of another program does.
  public func grabKey(_ name: String) {
    let code = XKeysymToKeycode(display, XStringToKeysym(name))
    XGrabKey(
      display, Int32(code), UInt32(AnyModifier), connection.root, False, GrabModeAsync, GrabModeAsync)
    XSync(display, False)
  }

  /// Releases both grabs.
  public func ungrab() {
    XUngrabPointer(display, Time(CurrentTime))
    XUngrabKeyboard(display, Time(CurrentTime))
    XSync(display, False)
  }

  /// Claims to be the compositor (EWMH, `_NET_WM_CM_Sn`) without compositing.
  public func pretendToBeCompositor() { own("_NET_WM_CM_S0") }

  /// Removes the owner of the compositor selection.
  public func stopPretending() {
    let selection = connection.atom("_NET_WM_CM_S0")
    XSetSelectionOwner(display, selection, CX11.Window(None), Time(CurrentTime))
    XSync(display, False)
  }

  /// Opens a window, which gets the focus if a window manager assigns it.
  public func openWindow() {
    XResizeWindow(display, window, 120, 90)
    XMapWindow(display, window)
    XSync(display, False)
  }

  /// Covers the whole screen with an override-redirect window, which no window manager controls, as
  /// screen lockers do that do not announce themselves.
  ///
  /// - Parameter passesClicks: Whether the window is transparent for the pointer, like annotations and color filters.
  public func cover(passingClicks passesClicks: Bool = false) {
    let region = XFixesCreateRegion(display, nil, 0)
    XFixesSetWindowShapeRegion(display, window, Int32(ShapeInput), 0, 0, passesClicks ? region : 0)
    XFixesDestroyRegion(display, region)
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    XChangeWindowAttributes(display, window, UInt(CWOverrideRedirect), &attributes)
    let (width, height) = connection.screenSize
    XMoveResizeWindow(display, window, 0, 0, UInt32(width), UInt32(height))
    XMapRaised(display, window)
    XSync(display, False)
  }

  /// Hides the covering window.
  public func uncover() {
    XUnmapWindow(display, window)
    XSync(display, False)
  }

  /// Becomes the owner of a selection, for example `CLIPBOARD`, and never replies to requests.
  public func own(_ selection: String) {
    XSetSelectionOwner(display, connection.atom(selection), window, Time(CurrentTime))
    XSync(display, False)
  }
}
