import CX11
public import Scene

/// Another client's window on which data can be dropped, by [XDND][1], well or badly.
///
/// It acts only when it is told to, and is gone with this value.
///
/// [1]: https://www.freedesktop.org/wiki/Specifications/XDND/
public final class DropTargetStandIn {
  /// What it was told.
  public enum Message: Equatable, Sendable {
    case enter(version: Int, types: [String])
    case position(PixelPoint)
    case leave
    case drop
  }

  /// How it answers.
  public enum Conduct: Sendable {
    case accepts, refuses, silent
    /// Accepts, and never says what became of the drop.
    case neverFinishes
  }

  public var conduct: Conduct
  /// Where it wants to hear of no further place, on the screen.
  public var silence: PixelRect?
  public private(set) var messages: [Message] = []
  /// What was dropped, as text.
  public private(set) var text: String?
  private let reader: SelectionReader
  private let window: CX11.Window
  private let proxy: CX11.Window?
  private var source = CX11.Window(None)
  private var types: [String] = []
  private var isTaking = false
  private var connection: DisplayConnection { reader.connection }

  /// Shows the window above all others, without a window manager.
  ///
  /// - Parameters:
  ///   - frame: On the screen, in device pixels.
  ///   - version: Of the protocol.
  ///   - hasProxy: Whether another window takes its messages (`XdndProxy`).
  ///   - isFramed: Whether it is inside of another window, as a window manager has it.
  /// - Throws: `cannotConnect`.
  public init(
    on display: String, at frame: PixelRect, version: UInt = 5, hasProxy: Bool = false,
    isFramed: Bool = false, conduct: Conduct = .accepts
  ) throws(ScreenDriverError) {
    reader = try SelectionReader(on: display, selection: "XdndSelection")
    let (pointer, root) = (reader.connection.pointer, reader.connection.root)
    let outer = Self.makeWindow(frame, in: root, on: pointer)
    let inside = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    window = isFramed ? Self.makeWindow(inside, in: outer, on: pointer) : outer
    proxy = hasProxy ? XCreateSimpleWindow(pointer, root, 0, 0, 1, 1, 0, 0, 0) : nil
    self.conduct = conduct
    set("XdndAware", of: proxy ?? window, to: version, type: XA_ATOM)
    if let proxy {
      for window in [window, proxy] { set("XdndProxy", of: window, to: proxy, type: XA_WINDOW) }
    }
    XMapWindow(pointer, window)
    XMapRaised(pointer, outer)
    XSync(pointer, False)
  }

  private static func makeWindow(
    _ frame: PixelRect, in parent: CX11.Window, on display: OpaquePointer
  ) -> CX11.Window {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    attributes.background_pixel = XBlackPixel(display, XDefaultScreen(display))
    return XCreateWindow(
      display, parent, Int32(frame.x), Int32(frame.y), UInt32(frame.width), UInt32(frame.height),
      0, 0, UInt32(InputOutput), nil, UInt(CWOverrideRedirect | CWBackPixel), &attributes)
  }

  /// Answers what has come.
  public func serve() {
    if isTaking { take() }
    var event = XEvent()
    XSync(connection.pointer, False)
    while !isTaking, XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      if event.type == ClientMessage { hear(event.xclient) }
    }
  }

  private func hear(_ event: XClientMessageEvent) {
    guard event.window == window else { return }
    source = CX11.Window(truncatingIfNeeded: event.data.l.0)
    switch connection.name(of: event.message_type) {
    case "XdndEnter": noteEnter(event)
    case "XdndPosition":
      let word = event.data.l.2
      messages.append(.position(PixelPoint(x: word >> 16 & 0xFFFF, y: word & 0xFFFF)))
      answerPosition()
    case "XdndLeave": messages.append(.leave)
    case "XdndDrop":
      messages.append(.drop)
      reader.ask(for: types.first ?? "UTF8_STRING")
      isTaking = true
    default: break
    }
  }

  private func noteEnter(_ event: XClientMessageEvent) {
    let (head, words) = (event.data.l.1, [event.data.l.2, event.data.l.3, event.data.l.4])
    let atoms =
      head & 1 != 0
      ? connection.property("XdndTypeList", of: source) ?? []
      : words.filter { $0 != 0 }.map { UInt(truncatingIfNeeded: $0) }
    types = reader.names(of: atoms)
    messages.append(.enter(version: head >> 24 & 0xFF, types: types))
  }

  private func answerPosition() {
    if case .silent = conduct { return }
    let isAccepted = if case .refuses = conduct { false } else { true }
    let rect = silence ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    send(
      "XdndStatus", (isAccepted ? 1 : 0) | (silence == nil ? 2 : 0), rect.x << 16 | rect.y,
      rect.width << 16 | rect.height,
      isAccepted ? Int(connection.atom("XdndActionCopy")) : 0)
  }

  private func take() {
    guard let answer = reader.answers()?.first else { return }
    (text, isTaking) = (answer.text, false)
    if case .neverFinishes = conduct { return }
    let action = Int(connection.atom("XdndActionCopy"))
    send("XdndFinished", text == nil ? 0 : 1, text == nil ? 0 : action, 0, 0)
  }

  private func send(_ name: String, _ words: Int...) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = source
    event.xclient.message_type = connection.atom(name)
    event.xclient.format = 32
    event.xclient.data.l = (Int(window), words[0], words[1], words[2], words[3])
    _ = connection.attempt { XSendEvent($0, source, False, NoEventMask, &event) }
  }

  private func set(_ name: String, of window: CX11.Window, to word: UInt, type: Atom) {
    withUnsafeBytes(of: word) {
      _ = XChangeProperty(
        connection.pointer, window, connection.atom(name), type, 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, 1)
    }
  }
}
