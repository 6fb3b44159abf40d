import CX11
import Scene
import ScreenDriver

/// The least an X client can be: a window that keeps what arrives and shows one rectangle.
final class ClientWindow {
  private let display: OpaquePointer
  private let id: CX11.Window

  init(on display: borrowing VirtualDisplay, title: String = "Client") throws {
    guard let connection = XOpenDisplay(display.name) else {
      throw ScreenDriverError.cannotConnect(display: display.name)
    }
    self.display = connection
    id = XCreateSimpleWindow(
      connection, XDefaultRootWindow(connection), 40, 30, 300, 200, 0, 0, 0xFFFFFF)
    XStoreName(connection, id, title)
    XSelectInput(
      connection, id,
      KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask)
    var protocols: [Atom] = []
    for name in ["WM_DELETE_WINDOW", "_NET_WM_PING"] {
      protocols.append(XInternAtom(connection, name, False))
    }
    XSetWMProtocols(connection, id, &protocols, 2)
    XMapWindow(connection, id)
    XSync(connection, False)
  }

  deinit { XCloseDisplay(display) }

  /// Paints a rectangle that stays until the window is covered.
  func fill(_ rect: PixelRect, _ color: UInt) {
    let context = XCreateGC(display, id, 0, nil)
    XSetForeground(display, context, color)
    XFillRectangle(
      display, id, context, Int32(rect.x), Int32(rect.y), UInt32(rect.width), UInt32(rect.height))
    XFreeGC(display, context)
    XSync(display, False)
  }

  /// All events that have come since the last time.
  func events() -> [XEvent] {
    XSync(display, False)
    return (0..<XPending(display)).map { _ in
      var event = XEvent()
      XNextEvent(display, &event)
      if event.type == MappingNotify { XRefreshKeyboardMapping(&event.xmapping) }
      return event
    }
  }

  /// The events of one type, once there are so many of them: a window manager may hold back a click
  /// for a moment.
  func events(_ type: Int32, count: Int) throws -> [XEvent] {
    var events: [XEvent] = []
    return try Deadline(after: .patience).poll(for: "\(count) events") {
      events += self.events().filter { $0.type == type }
      return events.count >= count ? events : nil
    }
  }
}

extension XEvent {
  /// The keysym of a key press by Xlib's plain table.
  var symbol: KeySym {
    var event = self
    return XLookupKeysym(&event.xkey, 0)
  }

  /// The character that a key press stands for by Xlib's plain table; none for Shift and its like.
  var character: Character? {
    var event = self
    var keysym = KeySym()
    XLookupString(&event.xkey, nil, 0, &keysym, nil)
    switch keysym {
    case 0x20...0xFF, 0x0100_0000...0x0110_FFFF:
      return Unicode.Scalar(UInt32(keysym & 0xFF_FFFF)).map(Character.init)
    default: return nil
    }
  }
}

/// A client's window, and the driver that looks at it from another connection.
struct Watched: ~Copyable {
  let client: ClientWindow
  let window: ScreenWindow
  let hand: Hand
  let display: VirtualDisplay

  init(_ windowManager: WindowManager) throws {
    try self.init(
      on: VirtualDisplay.Options(width: 640, height: 480, windowManager: windowManager))
  }

  init(on options: VirtualDisplay.Options) throws {
    let display = try VirtualDisplay(options)
    let connection = display.connection
    let client = try ClientWindow(on: display)
    let window = try Deadline(after: .patience).poll(for: "the window") {
      connection.window(titled: "Client")
    }
    let hand = try Hand(in: window)
    try hand.move(to: PixelPoint(x: 1, y: 1))
    try Deadline(after: .patience).poll(for: "the focus") { window.isActive ? () : nil }
    _ = client.events()

    self.client = client
    self.window = window
    self.hand = hand
    self.display = display
  }
}
