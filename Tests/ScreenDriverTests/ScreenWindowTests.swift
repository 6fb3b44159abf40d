import CX11
import Scene
import ScreenDriver
import TestSupport
import Testing

/// All tests that need a display. They run serially, because starting servers in parallel only
/// slows them down.
@Suite(.serialized) struct `Screen driver` {}

extension `Screen driver` {
  @Suite struct `Screen window` {
    @Test(arguments: WindowManager.standard.inScope)
    func `finds and resizes a window and sends a close request`(manager: WindowManager) throws {
      let watched = try ClientWindowFixture(manager)
      #expect(watched.window.title == "Client")
      #expect(watched.window.protocols == ["WM_DELETE_WINDOW", "_NET_WM_PING"])
      try watched.window.resize(width: 333, height: 222)
      #expect(try watched.window.frame().width == 333)
      watched.window.requestClose()
      #expect(try watched.client.events(ClientMessage, count: 1).count == 1)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `hides and shows a window`(manager: WindowManager) throws {
      let watched = try ClientWindowFixture(manager)
      let window = watched.window
      window.hide()
      try Deadline(after: .defaultTimeout).poll(for: "hiding") { window.isViewable ? nil : () }
      window.show()
      try Deadline(after: .defaultTimeout).poll(for: "showing") { window.isViewable ? () : nil }
    }

    @Test func `throws timedOut when the program does not reply to a ping`() throws {
      let watched = try ClientWindowFixture(.none)
      #expect(throws: ScreenDriverError.timedOut(waitingFor: "the reply to a ping")) {
        try watched.window.ping(within: .milliseconds(50))
      }
    }

    @Test func `throws when the window was destroyed, without ending this process`() throws {
      let display = try VirtualDisplay(width: 640, height: 480, windowManager: .none)
      var client: ClientWindow? = try ClientWindow(on: display)
      #expect(client != nil)
      let window = try #require(display.connection.window(titled: "Client"))
      client = nil
      #expect(throws: ScreenDriverError.self) { try window.screenshot() }
      #expect(window.title == nil)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `captures the pixels of the window`(manager: WindowManager) throws {
      let watched = try ClientWindowFixture(manager)
      let rect = PixelRect(x: 50, y: 60, width: 40, height: 20)
      watched.client.fill(rect, 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red, tolerance: 0)
      let found = try watched.window.waitFor("a red rectangle") { $0.bounds(of: red) }
      #expect(found == rect)
      let part = try watched.window.screenshot(of: rect.outset(by: 3))
      #expect(part.bounds(of: red) == PixelRect(x: 3, y: 3, width: 40, height: 20))
    }
  }
}
