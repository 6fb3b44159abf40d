import CX11
import Scene
import ScreenDriver

/// A minimal X client: a window that stores its events and shows one rectangle.
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
    XMapWindow(connection, id)
    XSync(connection, False)
  }

  deinit { XCloseDisplay(display) }

  /// Paints a rectangle, which remains until the window is covered.
  func fill(_ rect: PixelRect, _ color: UInt) {
    let context = XCreateGC(display, id, 0, nil)
    XSetForeground(display, context, color)
    XFillRectangle(
      display, id, context, Int32(rect.x), Int32(rect.y), UInt32(rect.width), UInt32(rect.height))
    XFreeGC(display, context)
    XSync(display, False)
  }

  /// Returns all events since the previous call.
  func events() -> [XEvent] {
    XSync(display, False)
    return (0..<XPending(display)).map { _ in
      var event = XEvent()
      XNextEvent(display, &event)
      if event.type == MappingNotify { XRefreshKeyboardMapping(&event.xmapping) }
      return event
    }
  }

  /// Waits for a number of events of one type. A window manager may delay a click for a moment.
  func events(_ type: Int32, count: Int) throws -> [XEvent] {
    var events: [XEvent] = []
    return try Deadline(after: .defaultTimeout).poll(for: "\(count) events") {
      events += self.events().filter { $0.type == type }
      return events.count >= count ? events : nil
    }
  }
}

extension XEvent {
  /// The character of a key press according to Xlib's mapping. `nil` for Shift and similar keys.
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

/// A client's window, and the driver that observes it over another connection.
struct ClientWindowFixture: ~Copyable {
  let client: ClientWindow
  let window: ScreenWindow
  let input: InputSimulator
  let display: VirtualDisplay

  init(_ windowManager: WindowManager) throws {
    try self.init(
      on: VirtualDisplay.Options(width: 640, height: 480, windowManager: windowManager))
  }

  init(on options: VirtualDisplay.Options) throws {
    let display = try VirtualDisplay(options)
    let connection = display.connection
    let client = try ClientWindow(on: display)
    let window = try Deadline(after: .defaultTimeout).poll(for: "the window") {
      connection.window(titled: "Client")
    }
    let input = try InputSimulator(in: window)
    try input.move(to: PixelPoint(x: 1, y: 1))
    try Deadline(after: .defaultTimeout).poll(for: "the focus") { window.isActive ? () : nil }
    _ = client.events()

    self.client = client
    self.window = window
    self.input = input
    self.display = display
  }
}
