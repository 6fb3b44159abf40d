import CX11
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Input method` {
  private let display: VirtualDisplay
  private let connection: Connection
  private var applications: [Application] = []

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
  }

  private func window(on connection: Connection) throws -> Windowing.Window {
    let application =
      try applications.first { $0.connection === connection } ?? .test(on: connection, usesBus: false)
    applications.append(application)
    return try application.open(ScriptedWindow(wakeSource: WakeSource(), script: []))
  }

  /// Returns the text that a press of the key with a keysym types.
  private func text(
    of symbol: Int32, from inputMethod: InputMethod, on connection: Connection
  ) -> [UInt8] {
    var event = XEvent()
    event.xkey.type = KeyPress
    event.xkey.display = connection.display
    event.xkey.keycode = UInt32(XKeysymToKeycode(connection.display, KeySym(symbol)))
    var key = DeferredInputQueue.Key(event: event, received: .zero)
    guard !inputMethod.filters(&key) else { return [] }
    let symbols = KeySymbols(event.xkey, on: connection)
    let text = WipedBytes()
    guard inputMethod.compose(symbols.symbol, isCommand: false, into: text) == .plain else { return [] }
    let press = KeyPress(symbols, state: 0, isRepeat: false)
    return press.text.withUTF8 { utf8 in utf8.indices.map { utf8[$0] } }
  }

  @Test func `returns the text of a key after it is closed`() throws {
    let window = try window(on: connection)
    window.input.method.close()
    #expect(text(of: XK_a, from: window.input.method, on: connection) == [0x61])
  }

  @Test func `waits for no server reply before it begins`() throws {
    // The first window of a display queries the server's painting capabilities.
    _ = try window(on: connection)
    let (requests, processed) = (connection.requests, connection.processedRequests)
    let window = try window(on: connection)
    #expect(connection.processedRequests == processed)
    #expect(connection.requests - requests <= 20)
    window.input.method.begin()
    #expect(connection.processedRequests > processed)
  }

  /// An application whose last window is opened and closed.
  private final class Reopening {
    let application: Application
    private var window: Windowing.Window?

    init(on connection: Connection) throws { application = try .test(on: connection, usesBus: false) }

    /// Opens a window that uses an input method.
    func open() throws -> Bool {
      let opened = try application.open(ScriptedWindow(wakeSource: WakeSource(), script: []))
      opened.input.method.serverName = InputMethod.serverName(in: InputMethodProcess.modifiers)
      window = opened
      return true
    }

    func isConnected() -> Bool { window?.input.method.hasServer == true }

    func close() -> Bool {
      window?.close()
      return true
    }

    func isClosed() -> Bool { application.windows.count == 1 }
  }

  @Test(.needs(.inputMethod)) func `keeps no windows in the server for closed windows`() throws {
    let process = try InputMethodProcess(on: display)
    let reopening = try Reopening(on: connection)
    var counts: [Int] = []
    func count() -> Bool {
      counts.append(serverWindowCount)
      return true
    }
    let steps = [reopening.open, reopening.isConnected, count, reopening.close, reopening.isClosed]
    try reopening.application.run([reopening.open, reopening.isConnected] + steps + steps + steps + steps)
    #expect(counts.count == 4 && Set(counts).count == 1, "\(counts)")
    withExtendedLifetime(process) {}
  }

  @Test(.needs(.inputMethod)) func `connects again after the server has restarted while no window used it`()
    throws
  {
    var process: InputMethodProcess? = try InputMethodProcess(on: display)
    let reopening = try Reopening(on: connection)
    // Uses no input method.
    _ = try reopening.application.open(ScriptedWindow(wakeSource: WakeSource(), script: []))
    let steps = [reopening.open, reopening.isConnected, reopening.close, reopening.isClosed]
    func restart() throws -> Bool {
      process = nil
      process = try InputMethodProcess(on: display)
      return true
    }
    try reopening.application.run(steps + steps + [restart] + steps)
    withExtendedLifetime(process) {}
  }

  /// The number of windows of all clients below the root window.
  private var serverWindowCount: Int {
    var (root, parent, children, count) = (
      WindowID(0), WindowID(0), UnsafeMutablePointer<WindowID>?.none, UInt32(0)
    )
    XQueryTree(connection.display, connection.root, &root, &parent, &children, &count)
    if let children { XFree(children) }
    return Int(count)
  }
}

extension Connection {
  /// The serial number of the next request.
  fileprivate var requests: UInt { XNextRequest(display) }
  /// The serial number of the last request that the server has processed, as far as Xlib knows. It
  /// keeps up with `requests` only if the client waits for replies.
  fileprivate var processedRequests: UInt { XLastKnownRequestProcessed(display) }
}
