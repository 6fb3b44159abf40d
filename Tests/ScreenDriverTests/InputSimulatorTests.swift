import CX11
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Screen driver` {
  @Suite struct `Input simulator` {
    @Test(arguments: WindowManager.standard.inScope)
    func `clicks at a pixel of the window`(manager: WindowManager) throws {
      let watched = try ClientWindowFixture(manager)
      try watched.input.click(at: PixelPoint(x: 120, y: 75), .secondary)
      let buttons = try watched.client.events(ButtonPress, count: 1)
      #expect(buttons.first?.xbutton.button == 3)
      #expect(buttons.first?.xbutton.x == 120)
      #expect(buttons.first?.xbutton.y == 75)
    }

    @Test func `moves along a path in small steps to its end`() throws {
      let watched = try ClientWindowFixture(.none)
      let path = [PixelPoint(x: 10, y: 10), PixelPoint(x: 210, y: 10), PixelPoint(x: 210, y: 110)]
      try watched.input.move(along: path, lasting: .milliseconds(160))
      let motions = watched.client.events().filter { $0.type == MotionNotify }
      #expect(motions.count > 10)
      #expect(motions.contains { $0.xmotion.x == 210 && $0.xmotion.y == 10 })
      #expect(motions.last?.xmotion.y == 110)
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `types letters, capitals, digits, symbols and characters without a key`(
      manager: WindowManager
    ) throws {
      let watched = try ClientWindowFixture(manager)
      try watched.input.type("Passw0rd! ~\"ß码é")
      // Fifteen characters, four of them with Shift.
      let typed = try watched.client.events(KeyRelease, count: 19).compactMap(\.character)
      #expect(String(typed) == "Passw0rd! ~\"ß码é")
    }

    @Test func `keeps modifiers pressed during a key press`() throws {
      let watched = try ClientWindowFixture(.openbox)
      try watched.input.tap("Left", with: [.control, .shift])
      let keys = try watched.client.events(KeyPress, count: 3)
      #expect(keys.last?.xkey.state == UInt32(ShiftMask | ControlMask))
    }

    @Test(arguments: [("F12", XK_F12), ("Menu", XK_Menu), ("F10", XK_F10)])
    func `presses menu and function keys`(name: String, symbol: Int32) throws {
      let watched = try ClientWindowFixture(.openbox)
      try watched.input.tap(name)
      let key = try #require(try watched.client.events(KeyPress, count: 1).first)
      #expect(key.symbol == KeySym(symbol))
    }

    @Test func `throws at the requested velocity and releases immediately`() throws {
      let watched = try ClientWindowFixture(.none)
      // A machine with short stalls lets some of the throws through undisturbed.
      var (samples, pause) = try Self.fling(watched)
      for _ in 0..<40 where !Self.isEven(samples) { (samples, pause) = try Self.fling(watched) }
      #expect(Self.isEven(samples), "every throw was disturbed by the machine")
      #expect(pause < 40)
      #expect(abs(Self.speed(of: samples) - 1000) < 50)
    }

    /// Performs a throw and checks its end.
    ///
    /// - Returns: The motion events of the throw, and the time from the last one to the release, in
    ///   milliseconds.
    private static func fling(
      _ watched: borrowing ClientWindowFixture
    ) throws -> (samples: [XMotionEvent], pause: UInt) {
      let start = PixelPoint(x: 20, y: 150)
      try watched.input.move(to: start)
      watched.input.press()
      let end = try watched.input.fling(from: start, at: (dx: 1000, dy: -500))
      let events = watched.client.events()
      let release = try #require(events.last { $0.type == ButtonRelease })
      #expect([Int(release.xbutton.x), Int(release.xbutton.y)] == [end.x, end.y])
      #expect(end.x >= 170 && abs((end.x - 20) + 2 * (end.y - 150)) <= 3)
      let samples = events.filter { $0.type == MotionNotify && $0.xmotion.x > 20 }.map(\.xmotion)
      return (samples, release.xbutton.time - (try #require(samples.last).time))
    }

    /// Returns whether no motion event was delayed. Considers only the times, not the positions.
    private static func isEven(_ samples: [XMotionEvent]) -> Bool {
      samples.count >= 5 && zip(samples, samples.dropFirst()).allSatisfy { $1.time - $0.time <= 16 }
    }

    /// Returns the slope of the regression line of the horizontal positions, in pixels per second.
    private static func speed(of samples: [XMotionEvent]) -> Double {
      let count = Double(samples.count)
      let times = samples.map { Double($0.time - samples[0].time) / 1000 }
      let positions = samples.map { Double($0.x) }
      let (time, position) = (times.reduce(0, +) / count, positions.reduce(0, +) / count)
      let rise = zip(times, positions).map { ($0 - time) * ($1 - position) }.reduce(0, +)
      return rise / times.map { ($0 - time) * ($0 - time) }.reduce(0, +)
    }

    @Test func `holds a key until it repeats`() throws {
      let watched = try ClientWindowFixture(.openbox)
      try watched.input.press(key: "a")
      #expect(try watched.client.events(KeyPress, count: 3).allSatisfy { $0.character == "a" })
      try watched.input.release(key: "a")
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
