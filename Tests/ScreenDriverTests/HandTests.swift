import CX11
import ScreenDriver
import Testing

extension `The screen driver` {
  @Suite struct `A hand` {
    @Test(arguments: WindowManager.allCases)
    func `presses and releases at a pixel of the window`(manager: WindowManager) throws {
      let watched = try Watched(manager)
      try watched.hand.click(at: PixelPoint(x: 120, y: 75), .secondary)
      let buttons = try watched.client.events(ButtonPress, count: 1)
      #expect(buttons.first?.xbutton.button == 3)
      #expect(buttons.first?.xbutton.x == 120)
      #expect(buttons.first?.xbutton.y == 75)
    }

    @Test func `moves along a path in small steps and arrives`() throws {
      let watched = try Watched(.none)
      let path = [PixelPoint(x: 10, y: 10), PixelPoint(x: 210, y: 10), PixelPoint(x: 210, y: 110)]
      try watched.hand.move(along: path, lasting: .milliseconds(160))
      let motions = watched.client.events().filter { $0.type == MotionNotify }
      #expect(motions.count > 10)
      #expect(motions.contains { $0.xmotion.x == 210 && $0.xmotion.y == 10 })
      #expect(motions.last?.xmotion.y == 110)
    }

    @Test(arguments: WindowManager.allCases)
    func `types letters, capitals, digits, symbols and what no key has`(
      manager: WindowManager
    ) throws {
      let watched = try Watched(manager)
      try watched.hand.type("Passw0rd! ~\"ß码é")
      // Fifteen characters, four of them with Shift.
      let typed = try watched.client.events(KeyRelease, count: 19).compactMap(\.character)
      #expect(String(typed) == "Passw0rd! ~\"ß码é")
    }

    @Test func `holds modifiers around a key`() throws {
      let watched = try Watched(.openbox)
      try watched.hand.tap("Left", with: [.control, .shift])
      let keys = try watched.client.events(KeyPress, count: 3)
      #expect(keys.last?.xkey.state == UInt32(ShiftMask | ControlMask))
    }

    @Test func `holds a key until the keyboard repeats it`() throws {
      let watched = try Watched(.openbox)
      try watched.hand.hold("a", for: .milliseconds(900))
      #expect(try watched.client.events(KeyPress, count: 3).allSatisfy { $0.character == "a" })
    }

    @Test func `forges keys that say so`() throws {
      let watched = try Watched(.openbox)
      try watched.hand.forge("a")
      let keys = try watched.client.events(KeyPress, count: 1)
      #expect(keys.map(\.xkey.send_event) == [True])
    }

    @Test func `refuses a key that does not exist`() throws {
      let watched = try Watched(.none)
      #expect(throws: ScreenDriverError.cannotType("the key NoSuchKey")) {
        try watched.hand.tap("NoSuchKey")
      }
    }
  }
}
