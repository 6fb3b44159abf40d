import CX11

@testable import Windowing
@testable import X11

/// A second client of the same display, which observes the window and acts as the window manager.
final class Observer {
  let connection: Connection
  private var display: OpaquePointer { connection.display }

  /// - Parameter name: The display name, as in `DISPLAY`.
  init(at name: String) throws {
    connection = try Connection(to: name)
    XSelectInput(display, connection.root, SubstructureNotifyMask)
  }

  /// Returns whether the window is on the screen.
  func isViewable(_ window: WindowID) -> Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(display, window, &attributes) != 0
      && attributes.map_state == IsViewable
  }

  /// Returns the color of a window's pixel, without alpha.
  func pixel(_ x: Int32, _ y: Int32, of window: WindowID) -> UInt? {
    guard let image = XGetImage(display, window, x, y, 1, 1, UInt.max, ZPixmap) else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    return image.pointee.f.get_pixel(image, 0, 0) & 0xFF_FFFF
  }

  /// Returns the color of the screen's pixel, without alpha.
  func pixelOnScreen(_ x: Int32, _ y: Int32) -> UInt? { pixel(x, y, of: connection.root) }

  /// Sends a protocol message as a window manager does.
  func send(_ name: Atoms.Name, to window: WindowID) {
    var event = FakeEvent.message(connection.atoms[.wmProtocols], connection.atoms[name])
    event.xclient.window = window
    event.xclient.data.l.1 = 4711
    event.xclient.data.l.2 = Int(window)
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  /// Offers the focus as a window manager does (ICCCM 4.1.7).
  func offerFocus(to window: WindowID, at time: UInt) {
    var event = FakeEvent.message(connection.atoms[.wmProtocols], connection.atoms[.wmTakeFocus])
    event.xclient.window = window
    event.xclient.data.l.1 = Int(time)
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  /// The window that has the input focus.
  var focus: WindowID {
    get {
      var (focus, reversion): (WindowID, Int32) = (0, 0)
      XGetInputFocus(display, &focus, &reversion)
      return focus
    }
    set {
      XSetInputFocus(display, newValue, RevertToParent, Time(CurrentTime))
      XSync(display, False)
    }
  }

  /// Renames a layout of the keyboard.
  func nameLayout(_ group: Int, _ name: String) {
    guard let keyboard = XkbAllocKeyboard() else { return }
    defer { XkbFreeKeyboard(keyboard, UInt32(XkbAllComponentsMask), True) }
    XkbGetNames(display, UInt32(XkbGroupNamesMask), keyboard)
    let atom = XInternAtom(display, name, False)
    withUnsafeMutableBytes(of: &keyboard.pointee.names.pointee.groups) { groups in
      groups.storeBytes(of: atom, toByteOffset: group * MemoryLayout<Atom>.stride, as: Atom.self)
    }
    XkbSetNames(display, UInt32(XkbGroupNamesMask), 0, 0, keyboard)
    XSync(display, False)
  }

  /// Sends a forged input event to the window.
  func forge(_ event: XEvent, mask: Int, to window: WindowID) {
    var event = event
    event.xany.window = window
    XSendEvent(display, window, False, mask, &event)
    XSync(display, False)
  }

  /// Returns whether the reply to a ping has arrived at the root window.
  func receivedPong(of window: WindowID) -> Bool {
    var event = XEvent()
    while XPending(display) > 0 {
      XNextEvent(display, &event)
      if event.type == ClientMessage, event.xclient.data.l.1 == 4711,
        event.xclient.window == connection.root, event.xclient.data.l.2 == Int(window)
      {
        return true
      }
    }
    return false
  }

  /// Paints black over the window without its knowledge.
  func paintBlack(over window: WindowID) {
    let context = XCreateGC(display, window, 0, nil)
    XFillRectangle(display, window, context, 0, 0, 100, 100)
    XFreeGC(display, context)
    XSync(display, False)
  }

  /// Causes the server to send an expose event for the whole window.
  func expose(_ window: WindowID) {
    XClearArea(display, window, 0, 0, 0, 0, True)
    XSync(display, False)
  }

  /// Moves the pointer to a pixel of the window, or to one outside it.
  func movePointer(to x: Int32, _ y: Int32, of window: WindowID) {
    XWarpPointer(display, WindowID(None), window, 0, 0, 0, 0, x, y)
    XSync(display, False)
  }

  /// Moves the pointer to a pixel of the screen.
  func movePointerOnScreen(to x: Int32, _ y: Int32) { movePointer(to: x, y, of: connection.root) }

  func resize(_ window: WindowID, width: UInt32, height: UInt32) {
    XResizeWindow(display, window, width, height)
    XSync(display, False)
  }

  func unmap(_ window: WindowID) {
    XUnmapWindow(display, window)
    XSync(display, False)
  }

  func map(_ window: WindowID) {
    XMapWindow(display, window)
    XSync(display, False)
  }

  /// Reparents the window into a frame, as window managers do.
  func frame(_ window: WindowID) -> WindowID {
    let frame = XCreateSimpleWindow(display, connection.root, 0, 0, 400, 300, 0, 0, 0)
    XReparentWindow(display, window, frame, 0, 0)
    map(frame)
    return frame
  }

  func destroy(_ window: WindowID) {
    XDestroyWindow(display, window)
    XSync(display, False)
  }

  /// Returns the values of a property of format 8 or 32. The result is `nil` if it is not set.
  func property(_ name: Atoms.Name, of window: WindowID) -> [UInt]? {
    property(connection.atoms[name], of: window)
  }

  /// Returns the values of a property that is not in the program's atom table.
  func property(named name: String, of window: WindowID) -> [UInt]? {
    property(XInternAtom(display, name, False), of: window)
  }

  private func property(_ atom: Atom, of window: WindowID) -> [UInt]? {
    var (type, format, count, remaining): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom, 0, 1 << 16, False, Atom(AnyPropertyType), &type,
      &format, &count, &remaining, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    guard format == 32 else { return (0..<Int(count)).map { UInt(data[$0]) } }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { values in
      // Xlib sign-extends the transmitted 32-bit values.
      (0..<Int(count)).map { values[$0] & 0xFFFF_FFFF }
    }
  }

  func atom(_ name: Atoms.Name) -> Atom { connection.atoms[name] }

}
