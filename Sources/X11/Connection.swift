package import CX11
import Glibc
package import Scene
import Synchronization
import System

/// A connection to an X server (Xlib's `Display`), closed when its last owner is deallocated.
///
/// One thread owns it. It is a class because windows, buffers and input methods keep it alive.
public final class Connection {
  package let display: OpaquePointer
  package let screen: Int32
  package let root: Window
  package let atoms: Atoms
  private let loss: LossHandler
  /// The serial number of the first request that was not flushed.
  package var firstUnsent: UInt = 0
  /// The events selected on the root window without observations.
  var rootEventMask = NoEventMask
  /// The windows that are observed.
  var observed: [Window: ObservedWindow] = [:]

  /// Connects to an X server (`XOpenDisplay`).
  ///
  /// Sets the process's `LC_CTYPE` from the environment because Pango and Xlib's input methods
  /// depend on it.
  ///
  /// - Parameters:
  ///   - name: The display name, as in `DISPLAY`. If `nil`, the value of that variable is used.
  ///   - onLoss: Called when the connection is lost, from the call of Xlib that has detected it. The process
  ///     must end: without a connection, that call or a later one may crash or loop forever, in Xlib and in
  ///     the libraries of extensions. The closure may finish other work first. It must not use the
  ///     connection. By default, the process prints a message and exits with status 1.
  /// - Throws: `ConnectionError` if no server accepts the connection.
  public init(to name: String? = nil, onLoss: (() -> Never)? = nil) throws(ConnectionError) {
    ProtocolErrors.startRecording()
    Self.chooseLocale()
    let loss = LossHandler(onLoss ?? { Self.exitAfterLoss(of: "X11") })
    guard let display = loss.open(name) else {
      let variable = environmentVariable("DISPLAY")
      throw ConnectionError(display: name ?? (variable == "" ? nil : variable))
    }
    self.display = display
    self.loss = loss
    screen = XDefaultScreen(display)
    root = XDefaultRootWindow(display)
    atoms = Atoms(onScreen: screen) { Self.intern($0, on: display) }
  }

  deinit {
    loss.isClosing = true
    XCloseDisplay(display)
    ProtocolErrors.forget(display)
  }

  /// Prints a message with the name of the program to standard error, and exits with status 1.
  package static func exitAfterLoss(of program: String) -> Never {
    ProtocolErrors.writeToStandardError("\(program): the connection to the X server was lost\n")
    // Exit handlers may free what other threads still use.
    _exit(1)
  }

  /// The size of the screen, in device pixels.
  package var screenSize: PixelSize {
    PixelSize(width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  /// Sets `LC_CTYPE` from the environment, or to `C.UTF-8` if that fails, at the first call. Other threads may read the
  /// locale, so call it before they start. The input method checks later whether Xlib supports the locale because Xlib
  /// reads files for that.
  package static func chooseLocale() { _ = isLocaleChosen }

  private static let isLocaleChosen = setlocale(LC_CTYPE, "") != nil || setlocale(LC_CTYPE, "C.UTF-8") != nil

  /// Returns the atoms for the names in the same order; one round trip.
  private static func intern(_ names: [String], on display: OpaquePointer) -> [Atom] {
    var atoms = [Atom](repeating: 0, count: names.count)
    var copies: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    guard XInternAtoms(display, &copies, Int32(names.count), False, &atoms) != 0 else {
      ProcessMemory.endProcess(withoutMemoryFor: "the names of properties of the X server")
    }
    return atoms
  }
}

/// The error that no X server accepted a connection.
public struct ConnectionError: Error, Hashable, Sendable {
  /// The name of the display. `nil` if `DISPLAY` is not set either.
  public let display: String?
}

/// The handler of the loss of one connection, from its opening to its closing.
private final class LossHandler {
  private let onLoss: () -> Never
  /// Whether the connection is being closed, so that its loss makes no difference.
  var isClosing = false

  /// The addresses of the handlers whose connections are being opened, by thread. Xlib has no other way to
  /// name a handler before the connection is open.
  private static let opening = Mutex<[pthread_t: UInt]>([:])

  init(_ onLoss: @escaping () -> Never) { self.onLoss = onLoss }

  /// Opens a display (`XOpenDisplay`). The handler must outlive it.
  func open(_ name: String?) -> OpaquePointer? {
    let me = Unmanaged.passUnretained(self).toOpaque()
    Self.opening.withLock { $0[pthread_self()] = UInt(bitPattern: me) }
    defer { Self.opening.withLock { $0[pthread_self()] = nil } }
    XSetIOErrorHandler { _ in LossHandler.handleLossWhileOpening() }
    guard let display = XOpenDisplay(name) else { return nil }
    XSetIOErrorExitHandler(display, { _, handler in LossHandler.handleLoss(of: handler) }, me)
    return display
  }

  /// Handles a loss while the connection is opened. Later it does nothing, and Xlib calls the handler of the
  /// display.
  private static func handleLossWhileOpening() -> Int32 {
    let handler = opening.withLock { $0[pthread_self()] }
    handleLoss(of: handler.flatMap { UnsafeMutableRawPointer(bitPattern: $0) })
    return 0
  }

  private static func handleLoss(of handler: UnsafeMutableRawPointer?) {
    guard let handler else { return }
    let this = Unmanaged<LossHandler>.fromOpaque(handler).takeUnretainedValue()
    if !this.isClosing { this.onLoss() }
  }
}

extension Connection {
  /// The file descriptor of the connection, for `ppoll(2)`.
  package var descriptor: Int32 { XConnectionNumber(display) }

  /// The number of events that Xlib has already read. Makes no system call.
  package var queuedEventCount: Int { Int(XEventsQueued(display, QueuedAlready)) }

  /// Overwrites the memory of events that were removed from Xlib's queue. Xlib keeps this memory on
  /// a stack for later events. Without overwriting, keys of a fast typist would remain there in the
  /// order in which they were typed.
  ///
  /// - Parameter count: The minimum number of events that were removed since the last call.
  /// - Complexity: O(`count`), without a system call.
  package func overwriteTakenEvents(_ count: Int) {
    var event = XEvent()
    for _ in 0..<count { XPutBackEvent(display, &event) }
    for _ in 0..<count { XNextEvent(display, &event) }
  }

  /// Sends the buffered requests, if any. Xlib may read events in this call, so check
  /// `queuedEventCount` after it.
  package func flush() {
    guard XNextRequest(display) != firstUnsent else { return }
    XFlush(display)
    firstUnsent = XNextRequest(display)
  }

  /// Sends an event to a window of any client, which may no longer exist.
  ///
  /// - Parameter mask: The events of which a client must have selected one to receive it. With none, it is sent to the
  ///   client that has created the window.
  package func send(_ event: XEvent, to window: Window, mask: Int = NoEventMask) {
    var event = event
    ignoringErrors { _ = XSendEvent(display, window, False, mask, &event) }
  }

  /// Rings the display's bell at the volume that the user has set.
  package func ringBell() { XBell(display, 0) }
}

extension Connection {
  /// Selects detectable autorepeat and fetches the keyboard map, so that the first key press needs
  /// no round trip. A held key then repeats as presses without releases, which makes a repetition
  /// detectable.
  package func prepareKeyboard() {
    XkbSetDetectableAutoRepeat(display, True, nil)
    // Any lookup makes Xlib fetch the map and follow its changes from then on.
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(display, 0, 0, &consumed, &symbol)
  }
}

extension XEvent {
  /// Creates a client message.
  ///
  /// - Parameters:
  ///   - type: The type of the message.
  ///   - window: The window that the message is about, or its receiver.
  ///   - bytes: At most 20 bytes. Zeros follow them.
  package init(message type: Atom, about window: Window, bytes: some Collection<UInt8>) {
    self.init(message: type, about: window, format: 8)
    withUnsafeMutableBytes(of: &xclient.data) { $0.copyBytes(from: bytes.prefix(20)) }
  }

  /// Creates a client message with 32-bit values: at most five. Zeros follow them.
  package init(message type: Atom, about window: Window, words: [UInt]) {
    self.init(message: type, about: window, format: 32)
    withUnsafeMutableBytes(of: &xclient.data) { data in
      words.withUnsafeBytes { data.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(data.count))) }
    }
  }

  /// Creates a client message with one 32-bit value. Zeros follow it. Allocates no memory.
  package init(message type: Atom, about window: Window, word: UInt) {
    self.init(message: type, about: window, format: 32)
    xclient.data.l.0 = Int(bitPattern: word)
  }

  private init(message type: Atom, about window: Window, format: Int32) {
    self.init()
    xclient.type = ClientMessage
    (xclient.window, xclient.message_type, xclient.format) = (window, type, format)
  }
}

extension Connection {
  /// Requests events that overwrite the buffer that XCB reads into, in a later iteration of the event loop.
  /// Does not wait for a reply.
  ///
  /// XCB reads up to `readBufferSize` bytes from the server in one call, and moves the remaining bytes to
  /// the start of the buffer after each event or reply (`_xcb_in_read_block` in src/xcb_in.c). Events of
  /// 32 bytes leave only copies of the last one. A longer reply or event leaves as many bytes as its own
  /// length at the end of the buffer, in their order: the keys that were read with it, as they were
  /// typed, until one call reads as much again. The first key of another keyboard follows such an event:
  /// `XI_DeviceChanged`, 1032 bytes, because it lists all keys.
  ///
  /// This function makes XCB read a full buffer: the server reports all parts of a copy that have no
  /// source (`GraphicsExpose`) in one write. Each report has the size of a key event, and their number
  /// fills the buffer. The event loop ignores them. A network may deliver them in several parts, which leaves
  /// the end of the buffer unchanged.
  package func overwriteReadBuffer() {
    let count = Self.readBufferSize / Self.eventSize
    // Every second pixel of one row, so that the server cannot merge parts.
    let width = UInt32(2 * count)
    let scratch = XCreatePixmap(display, root, width, 1, 1)
    defer { XFreePixmap(display, scratch) }
    // A new graphics context reports exposures by default.
    guard let context = XCreateGC(display, scratch, 0, nil) else { return }
    var parts = (0..<count).map { XRectangle(x: Int16(2 * $0), y: 0, width: 1, height: 1) }
    XSetClipRectangles(display, context, 0, 0, &parts, Int32(count), YXBanded)
    // The source is outside the pixmap, so no pixel has one.
    XCopyArea(display, scratch, scratch, context, Int32(width), 0, width, 1, 0, 0)
    XFreeGC(display, context)
  }

  /// The capacity of XCB's input buffer, in bytes (`_xcb_in.queue` in src/xcbint.h).
  private static var readBufferSize: Int { 4096 }

  /// The size of an event in the core protocol, in bytes.
  private static var eventSize: Int { 32 }
}

extension Connection {
  /// Whether the screen has so many pixels that they may be small on any monitor.
  package var mayBeDense: Bool { screenSize.width > 1920 || screenSize.height > 1200 }

  /// Returns the frame of a window of this program on the screen. `nil` if the window no longer
  /// exists. Needs one round trip.
  package func frame(of window: Window, _ size: PixelSize) -> PixelRect? {
    locate(PixelPoint(x: 0, y: 0), of: window, in: root).map {
      PixelRect(x: $0.point.x, y: $0.point.y, width: size.width, height: size.height)
    }
  }

  /// Returns the position in another window of a point of a window, and the child of the other window there, or `None`.
  /// `nil` if one of the windows does not exist. Needs one round trip.
  package func locate(
    _ point: PixelPoint, of window: Window, in other: Window
  ) -> (point: PixelPoint, child: Window)? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = ignoringErrors {
      XTranslateCoordinates(
        display, window, other, Int32(clamping: point.x), Int32(clamping: point.y), &x, &y, &child)
    }
    return exists == 0 ? nil : (PixelPoint(x: Int(x), y: Int(y)), child)
  }

  /// Returns the frame of a window of any client on the screen. `nil` if it does not exist. Needs two round trips.
  package func frame(ofForeignWindow window: Window) -> PixelRect? {
    var (parent, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let exists = ignoringErrors {
      XGetGeometry(display, window, &parent, &x, &y, &width, &height, &border, &depth)
    }
    return exists == 0 ? nil : frame(of: window, PixelSize(width: Int(width), height: Int(height)))
  }

  /// Returns the children of a window, from the bottom to the top. Needs a round trip.
  package func children(of window: Window) -> [Window] { tree(around: window)?.children ?? [] }

  private func tree(around window: Window) -> (parent: Window, children: [Window])? {
    var (root, parent, count): (Window, Window, UInt32) = (0, 0, 0)
    var children: UnsafeMutablePointer<Window>?
    let exists = ignoringErrors { XQueryTree(display, window, &root, &parent, &children, &count) }
    defer { if let children { XFree(children) } }
    return exists == 0
      ? nil : (parent, Array(UnsafeBufferPointer(start: children, count: children == nil ? 0 : Int(count))))
  }

  /// The maximum number of levels above a window that are searched. Frames of window managers have a few.
  package static let maximumDepth = 32

  /// Returns the ancestor of a window that is a child of the root window. Needs a round trip for each level.
  package func topLevelAncestor(of window: Window) -> Window {
    var window = window
    for _ in 0..<Self.maximumDepth {
      guard let parent = tree(around: window)?.parent, parent != root, parent != Window(None) else {
        return window
      }
      window = parent
    }
    return window
  }

  /// Returns the state of the pointer. `nil` if the window does not exist or is on another screen. Needs one
  /// round trip.
  package func queryPointer(from window: Window) -> PointerState? {
    var (root, child, modifiers): (Window, Window, UInt32) = (0, 0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let isOnScreen = ignoringErrors {
      XQueryPointer(display, window, &root, &child, &rootX, &rootY, &x, &y, &modifiers)
    }
    guard isOnScreen != False else { return nil }
    return PointerState(
      child: child, position: PixelPoint(x: Int(rootX), y: Int(rootY)),
      windowOrigin: PixelPoint(x: Int(rootX - x), y: Int(rootY - y)), modifiers: modifiers)
  }
}

/// The result of `Connection.queryPointer(from:)`, in pixels of the screen.
package struct PointerState {
  /// The child of the window that contains the pointer. `None` if there is none.
  package let child: Window
  /// The position of the pointer.
  package let position: PixelPoint
  /// The origin of the window for which the pointer was queried.
  package let windowOrigin: PixelPoint
  /// The modifiers and the pressed buttons.
  package let modifiers: UInt32
}
