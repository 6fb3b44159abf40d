import CX11
public import Scene

/// A fake [XDND][1] target: another client's window that handles drops, correctly or incorrectly.
///
/// It acts only in calls of its functions. It disconnects when this value is destroyed.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
public final class FakeDropTarget {
  /// A message that the target has received.
  public enum Message: Equatable, Sendable {
    case enter(version: Int, types: [String])
    case position(PixelPoint)
    case leave
    case drop
  }

  /// The behavior of the target.
  public enum Behavior: Sendable {
    case accepts, refuses, unresponsive
    /// Accepts, but never sends `XdndFinished`.
    case neverFinishes
  }

  public var behavior: Behavior
  /// The area on the screen, in device pixels, for which the target wants no position updates.
  public var noUpdateArea: PixelRect?
  public private(set) var messages: [Message] = []
  /// The dropped text.
  public private(set) var text: String?
  private let reader: SelectionReader
  private let window: CX11.Window
  private let proxy: CX11.Window?
  private var source = CX11.Window(None)
  private var types: [String] = []
  private var isReceiving = false
  private var connection: DisplayConnection { reader.connection }

  /// Shows the window above all others, without a window manager.
  ///
  /// - Parameters:
  ///   - frame: The frame on the screen, in device pixels.
  ///   - version: The XDND version.
  ///   - hasProxy: Whether another window receives its messages (`XdndProxy`).
  ///   - isFramed: Whether it is inside another window, as under a reparenting window manager.
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, at frame: PixelRect, version: UInt = 5, hasProxy: Bool = false,
    isFramed: Bool = false, behavior: Behavior = .accepts
  ) throws(ScreenDriverError) {
    reader = try SelectionReader(on: display, selection: "XdndSelection")
    let (pointer, root) = (reader.connection.pointer, reader.connection.root)
    let outer = Self.makeWindow(frame, in: root, on: pointer)
    let inside = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    window = isFramed ? Self.makeWindow(inside, in: outer, on: pointer) : outer
    proxy = hasProxy ? XCreateSimpleWindow(pointer, root, 0, 0, 1, 1, 0, 0, 0) : nil
    self.behavior = behavior
    set("XdndAware", of: proxy ?? window, to: version, type: XA_ATOM)
    if let proxy {
      for window in [window, proxy] { set("XdndProxy", of: window, to: proxy, type: XA_WINDOW) }
    }
    XMapWindow(pointer, window)
    XMapRaised(pointer, outer)
    XSync(pointer, False)
  }

  private static func makeWindow(_ frame: PixelRect, in parent: CX11.Window, on display: OpaquePointer)
    -> CX11.Window
  {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    attributes.background_pixel = XBlackPixel(display, XDefaultScreen(display))
    return XCreateWindow(
      display, parent, Int32(frame.x), Int32(frame.y), UInt32(frame.width), UInt32(frame.height), 0, 0,
      UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel), &attributes)
  }

  /// Handles the messages that have arrived.
  public func serve() {
    if isReceiving { receive() }
    var event = XEvent()
    XSync(connection.pointer, False)
    while !isReceiving, XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      if event.type == ClientMessage { handle(event.xclient) }
    }
  }

  private func handle(_ event: XClientMessageEvent) {
    guard event.window == window else { return }
    source = CX11.Window(truncatingIfNeeded: event.data.l.0)
    switch connection.name(of: event.message_type) {
    case "XdndEnter": handleEnter(event)
    case "XdndPosition":
      let value = event.data.l.2
      messages.append(.position(PixelPoint(x: value >> 16 & 0xFFFF, y: value & 0xFFFF)))
      sendStatus()
    case "XdndLeave": messages.append(.leave)
    case "XdndDrop":
      messages.append(.drop)
      reader.request(types.first ?? "UTF8_STRING")
      isReceiving = true
    default: break
    }
  }

  private func handleEnter(_ event: XClientMessageEvent) {
    let (flags, values) = (event.data.l.1, [event.data.l.2, event.data.l.3, event.data.l.4])
    let atoms =
      flags & 1 != 0
      ? connection.property("XdndTypeList", of: source) ?? []
      : values.filter { $0 != 0 }.map { UInt(truncatingIfNeeded: $0) }
    types = reader.names(of: atoms)
    messages.append(.enter(version: flags >> 24 & 0xFF, types: types))
  }

  private func sendStatus() {
    if case .unresponsive = behavior { return }
    let isAccepted = if case .refuses = behavior { false } else { true }
    let rect = noUpdateArea ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    send(
      "XdndStatus", (isAccepted ? 1 : 0) | (noUpdateArea == nil ? 2 : 0), rect.x << 16 | rect.y,
      rect.width << 16 | rect.height, isAccepted ? Int(connection.atom("XdndActionCopy")) : 0)
  }

  private func receive() {
    guard let reply = reader.replies()?.first else { return }
    (text, isReceiving) = (reply.text, false)
    if case .neverFinishes = behavior { return }
    let action = Int(connection.atom("XdndActionCopy"))
    send("XdndFinished", text == nil ? 0 : 1, text == nil ? 0 : action, 0, 0)
  }

  private func send(_ name: String, _ values: Int...) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = source
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = 32
    event.xclient.data.l = (Int(window), values[0], values[1], values[2], values[3])
    _ = connection.attempt { XSendEvent($0, source, False, NoEventMask, &event) }
  }

  private func set(_ name: String, of window: CX11.Window, to value: UInt, type: Atom) {
    withUnsafeBytes(of: value) {
      _ = XChangeProperty(
        connection.pointer, window, connection.atom(name), type, 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
  }
}
