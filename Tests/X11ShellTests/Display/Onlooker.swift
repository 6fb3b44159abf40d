import CX11

@testable import X11Shell

/// A second client of the same display, which looks at the window and plays the window manager.
final class Onlooker {
  private let connection: Connection
  private var display: OpaquePointer { connection.display }

  /// - Parameter name: Of the display, as in `DISPLAY`.
  init(at name: String) throws {
    connection = try Connection(to: name)
    XSelectInput(display, connection.root, SubstructureNotifyMask)
  }

  /// Whether the window is on the screen.
  func isViewable(_ window: Window) -> Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(display, window, &attributes) != 0
      && attributes.map_state == IsViewable
  }

  /// The colour of a window's pixel, without alpha.
  func pixel(_ x: Int32, _ y: Int32, of window: Window) -> UInt? {
    guard let image = XGetImage(display, window, x, y, 1, 1, UInt.max, ZPixmap) else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    return image.pointee.f.get_pixel(image, 0, 0) & 0xFF_FFFF
  }

  /// The colour of the screen's pixel, without alpha.
  func pixelOnScreen(_ x: Int32, _ y: Int32) -> UInt? { pixel(x, y, of: connection.root) }

  /// Sends a message as a window manager does.
  func send(_ word: Atoms.Name, to window: Window) {
    var event = HandBuilt.message(connection.atoms[.wmProtocols], connection.atoms[word])
    event.xclient.window = window
    event.xclient.data.l.1 = 4711
    event.xclient.data.l.2 = Int(window)
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  /// Offers the focus as a window manager does (ICCCM 4.1.7).
  func offerFocus(to window: Window, at time: UInt) {
    var event = HandBuilt.message(connection.atoms[.wmProtocols], connection.atoms[.wmTakeFocus])
    event.xclient.window = window
    event.xclient.data.l.1 = Int(time)
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  /// Where keys go.
  var focus: Window {
    get {
      var (focus, reversion): (Window, Int32) = (0, 0)
      XGetInputFocus(display, &focus, &reversion)
      return focus
    }
    set {
      XSetInputFocus(display, newValue, RevertToParent, Time(CurrentTime))
      XSync(display, False)
    }
  }

  /// Gives a layout of the keyboard another name.
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

  /// Pretends that a person did something in the window.
  func forge(_ event: XEvent, mask: Int, to window: Window) {
    var event = event
    event.xany.window = window
    XSendEvent(display, window, False, mask, &event)
    XSync(display, False)
  }

  /// Whether the answer to a question for life has come to the root window.
  func heardPong(of window: Window) -> Bool {
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

  /// Draws black over the window, behind its back.
  func scribble(over window: Window) {
    let context = XCreateGC(display, window, 0, nil)
    XFillRectangle(display, window, context, 0, 0, 100, 100)
    XFreeGC(display, context)
    XSync(display, False)
  }

  /// Has the server ask the window for all its pixels again.
  func uncover(_ window: Window) {
    XClearArea(display, window, 0, 0, 0, 0, True)
    XSync(display, False)
  }

  /// Puts the pointer on a pixel of the window, or of the screen outside of it.
  func movePointer(to x: Int32, _ y: Int32, of window: Window) {
    XWarpPointer(display, Window(None), window, 0, 0, 0, 0, x, y)
    XSync(display, False)
  }

  /// Puts the pointer on a pixel of the screen.
  func movePointerOnScreen(to x: Int32, _ y: Int32) { movePointer(to: x, y, of: connection.root) }

  func resize(_ window: Window, width: UInt32, height: UInt32) {
    XResizeWindow(display, window, width, height)
    XSync(display, False)
  }

  func unmap(_ window: Window) {
    XUnmapWindow(display, window)
    XSync(display, False)
  }

  func map(_ window: Window) {
    XMapWindow(display, window)
    XSync(display, False)
  }

  /// Puts the window into a frame of its own, as window managers do.
  func frame(_ window: Window) -> Window {
    let frame = XCreateSimpleWindow(display, connection.root, 0, 0, 400, 300, 0, 0, 0)
    XReparentWindow(display, window, frame, 0, 0)
    map(frame)
    return frame
  }

  func destroy(_ window: Window) {
    XDestroyWindow(display, window)
    XSync(display, False)
  }

  /// A property's values of 8 or 32 bits; `nil` where it is not set.
  func property(_ name: Atoms.Name, of window: Window) -> [UInt]? {
    property(connection.atoms[name], of: window)
  }

  /// As above, for a property that the program does not know from the start.
  func property(named name: String, of window: Window) -> [UInt]? {
    property(XInternAtom(display, name, False), of: window)
  }

  private func property(_ atom: Atom, of window: Window) -> [UInt]? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    XGetWindowProperty(
      display, window, atom, 0, 1 << 16, False, Atom(AnyPropertyType), &type,
      &format, &count, &rest, &data)
    guard let data else { return nil }
    defer { XFree(data) }
    guard format == 32 else { return (0..<Int(count)).map { UInt(data[$0]) } }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { values in
      // Xlib extends the sign of what travels as 32 bits.
      (0..<Int(count)).map { values[$0] & 0xFFFF_FFFF }
    }
  }

  func atom(_ name: Atoms.Name) -> Atom { connection.atoms[name] }

  /// The two halves of `WM_CLASS`.
  func windowClass(of window: Window) -> [String] {
    var hint = XClassHint()
    guard XGetClassHint(display, window, &hint) != 0 else { return [] }
    defer { for name in [hint.res_name, hint.res_class] { XFree(name) } }
    return [hint.res_name, hint.res_class].map { $0.map { String(cString: $0) } ?? "" }
  }
}
