import CX11
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Screen driver` {
  @Suite struct `Input simulator` {
    @Test func `types letters, capitals, digits, symbols and characters without a key`() throws {
      let watched = try ClientWindowFixture(.openbox)
      try watched.input.type("Passw0rd! ~\"ß码é")
      // Fifteen characters, four of them with Shift.
      let typed = try watched.client.events(KeyRelease, count: 19).compactMap(\.character)
      #expect(String(typed) == "Passw0rd! ~\"ß码é")
    }

    @Test
    func `throws in the requested direction, not faster than requested, and releases at the last position`()
      throws
    {
      let watched = try ClientWindowFixture(.none)
      let start = PixelPoint(x: 20, y: 150)
      try watched.input.move(to: start)
      watched.input.press()
      let began = ContinuousClock.now
      let end = try watched.input.fling(from: start, at: (dx: 1000, dy: -500))
      // A pixel per millisecond.
      #expect(end.x >= 170 && began.duration(to: .now) >= .milliseconds(end.x - 21))
      #expect(abs((end.x - 20) + 2 * (end.y - 150)) <= 3)
      let events = watched.client.events()
      let release = try #require(events.last { $0.type == ButtonRelease }).xbutton
      let motion = try #require(events.last { $0.type == MotionNotify }).xmotion
      #expect([Int(release.x), Int(release.y)] == [end.x, end.y] && release.x == motion.x)
    }

    @Test func `marks forged keys as sent events`() throws {
      let watched = try ClientWindowFixture(.openbox)
      try watched.input.forge("a")
      let keys = try watched.client.events(KeyPress, count: 1)
      #expect(keys.map(\.xkey.send_event) == [True])
    }

    @Test func `throws cannotType for a key that does not exist`() throws {
      let watched = try ClientWindowFixture(.none)
      #expect(throws: ScreenDriverError.cannotType("the keysym 'NoSuchKey'")) {
        try watched.input.tap("NoSuchKey")
      }
    }
  }
}
