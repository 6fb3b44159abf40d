import CX11
import Scene
import ScreenDriver
import Testing

/// All that needs a display runs one after the other: starting servers side by side only slows
/// them.
@Suite(.serialized) struct `The screen driver` {}

extension `The screen driver` {
  @Suite struct `A window on the screen` {
    @Test(arguments: WindowManager.usual)
    func `is found, resized and asked to close`(manager: WindowManager) throws {
      let watched = try Watched(manager)
      #expect(watched.window.title == "Client")
      #expect(watched.window.protocols == ["WM_DELETE_WINDOW", "_NET_WM_PING"])
      try watched.window.resize(width: 333, height: 222)
      #expect(try watched.window.frame().width == 333)
      watched.window.requestClose()
      #expect(try watched.client.events(ClientMessage, count: 1).count == 1)
    }

    @Test(arguments: WindowManager.usual)
    func `hides and comes back`(manager: WindowManager) throws {
      let watched = try Watched(manager)
      let window = watched.window
      window.hide()
      try Deadline(after: .patience).poll(for: "hiding") { window.isViewable ? nil : () }
      window.show()
      try Deadline(after: .patience).poll(for: "showing") { window.isViewable ? () : nil }
    }

    @Test func `answers no ping when its program does not`() throws {
      let watched = try Watched(.none)
      #expect(throws: ScreenDriverError.timedOut(waitingFor: "the answer to a ping")) {
        try watched.window.ping(within: .milliseconds(50))
      }
    }

    @Test func `that is gone is an error and not the end of this process`() throws {
      let display = try VirtualDisplay(width: 640, height: 480, windowManager: .none)
      var client: ClientWindow? = try ClientWindow(on: display)
      #expect(client != nil)
      let window = try #require(display.connection.window(titled: "Client"))
      client = nil
      #expect(throws: ScreenDriverError.self) { try window.screenshot() }
      #expect(window.title == nil)
    }

    @Test(arguments: WindowManager.usual)
    func `shows its pixels`(manager: WindowManager) throws {
      let watched = try Watched(manager)
      let rect = PixelRect(x: 50, y: 60, width: 40, height: 20)
      watched.client.fill(rect, 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red, tolerance: 0)
      let seen = try watched.window.see("a red rectangle") { $0.bounds(of: red) }
      #expect(seen == rect)
      let part = try watched.window.screenshot(of: rect.outset(by: 3))
      #expect(part.bounds(of: red) == PixelRect(x: 3, y: 3, width: 40, height: 20))
    }
  }
}
