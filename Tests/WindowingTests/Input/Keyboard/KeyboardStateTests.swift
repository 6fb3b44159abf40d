import CX11
import Scene
import Testing

@testable import Windowing

@Suite struct `Keyboard state` {
  @Test func `row 45: reads Caps Lock from keys if the server has no XKB`() {
    var keyboard = KeyboardState()
    func feed(_ type: Int32, _ state: Int32) -> Bool {
      var event = FakeEvent.of(type)
      event.xkey.state = UInt32(state)
      return keyboard.changes(by: event)
    }
    func isCapsLockOn() -> Bool { keyboard.status == KeyboardStatus(isCapsLockOn: true) }
    // The state is that before the event, so the press of the key does not show the change.
    #expect(!feed(KeyPress, 0) && !isCapsLockOn())
    #expect(feed(KeyRelease, LockMask) && isCapsLockOn())
    #expect(!feed(KeyPress, LockMask | ShiftMask) && isCapsLockOn())
    #expect(feed(KeyRelease, ShiftMask) && !isCapsLockOn())
    #expect(!feed(MotionNotify, LockMask) && !isCapsLockOn())
  }

  @Test func `is never outdated if the server has no XKB`() {
    var keyboard = KeyboardState()
    var event = FakeEvent.of(MappingNotify)
    event.xmapping.request = MappingKeyboard
    #expect(!keyboard.changes(by: event) && !keyboard.isOutdated)
  }
}

@Suite struct `Keyboard layouts` {
  @Test(
    arguments: [
      ([], false), ([nil, nil, nil, nil], false), (["English (US)", nil, nil, nil], false),
      (["English (US)", "English (US)", nil, nil], false),
      (["English (US)", "Russian", nil, nil], true), (["German", nil, nil, "Greek"], true),
      (["German", "German", "Greek", "German"], true),
      (["German", "", nil, nil], false),
    ] as [([String?], Bool)])
  func `count as several if two names differ`(names: [String?], areSeveral hasSeveral: Bool) {
    #expect(KeyboardLayouts(names).hasSeveral == hasSeveral)
  }

  @Test func `return their names and wrap around after the last`() {
    let layouts = KeyboardLayouts(["German", nil, "", "Greek"])
    #expect((-1...4).map { layouts[$0] } == [nil, "German", nil, nil, "Greek", "German"])
    let one = KeyboardLayouts(["German", nil, "", nil])
    #expect((0...3).allSatisfy { one[$0] == "German" })
    #expect(KeyboardLayouts([nil, ""])[0] == nil)
  }
}
