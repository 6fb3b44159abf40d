import CX11
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `An input method` {
  private let display: VirtualDisplay
  private let connection: Connection

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
  }

  private func window(on connection: Connection) throws -> X11Window {
    try X11Window(
      WindowDescription(
        title: "", instanceName: "tactile", className: "Tactile",
        size: Size(width: 100, height: 100), minimumSize: Size(width: 10, height: 10)),
      scale: 1, on: connection)
  }

  /// What a press of the key that has the symbol types.
  private func text(
    of symbol: Int32, from inputMethod: InputMethod, on connection: Connection
  ) -> [UInt8] {
    var event = XEvent()
    event.xkey.type = KeyPress
    event.xkey.display = connection.display
    event.xkey.keycode = UInt32(XKeysymToKeycode(connection.display, KeySym(symbol)))
    var typed: [UInt8] = []
    guard !inputMethod.filters(&event) else { return [] }
    let symbols = KeySymbols(event.xkey, on: connection)
    inputMethod.withText(of: &event.xkey, symbols: symbols) { utf8 in
      typed = utf8.indices.map { utf8[$0] }
    }
    return typed
  }

  @Test func `reads what a key types`() throws {
    let window = try window(on: connection)
    #expect(text(of: XK_a, from: window.inputMethod, on: connection) == [0x61])
    #expect(text(of: XK_Left, from: window.inputMethod, on: connection) == [])
  }

  @Test func `reads keysyms as characters once it is closed`() throws {
    let window = try window(on: connection)
    window.inputMethod.close()
    #expect(text(of: XK_a, from: window.inputMethod, on: connection) == [0x61])
  }

  @Test func `is replaced by Xlib's own when its server ends`() throws {
    let window = try window(on: connection)
    window.inputMethod.setFocus(true)
    window.inputMethod.serverEnded()
    #expect(text(of: XK_a, from: window.inputMethod, on: connection) == [0x61])
  }

  @Test func `knows the symbols of a key in each layout`() throws {
    var event = XKeyEvent()
    event.keycode = UInt32(XKeysymToKeycode(connection.display, KeySym(XK_Left)))
    let symbols = KeySymbols(event, on: connection)
    #expect(symbols.symbol == KeySym(XK_Left))
    #expect(symbols.inEachGroup[0] == KeySym(XK_Left))
  }
}
