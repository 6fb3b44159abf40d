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
  }
}
