import CX11
import Scene
import Testing

@testable import X11Shell

@Suite struct `The keyboard's state` {
  @Test func `row 45: is told by keys where the server has no XKB`() {
    var keyboard = KeyboardState()
    func hear(_ type: Int32, _ state: Int32) -> Bool {
      var event = HandBuilt.of(type)
      event.xkey.state = UInt32(state)
      return keyboard.changes(by: event)
    }
    func isCapsLockOn() -> Bool { keyboard.status == KeyboardStatus(isCapsLockOn: true) }
    // The state is that before the event: the key's own press does not tell yet.
    #expect(!hear(KeyPress, 0) && !isCapsLockOn())
    #expect(hear(KeyRelease, LockMask) && isCapsLockOn())
    #expect(!hear(KeyPress, LockMask | ShiftMask) && isCapsLockOn())
    #expect(hear(KeyRelease, ShiftMask) && !isCapsLockOn())
    #expect(!hear(MotionNotify, LockMask) && !isCapsLockOn())
  }

  @Test func `is never looked at again where the server has no XKB`() {
    var keyboard = KeyboardState()
    var event = HandBuilt.of(MappingNotify)
    event.xmapping.request = MappingKeyboard
    #expect(!keyboard.changes(by: event) && !keyboard.isOutdated)
  }
}

@Suite struct `The keyboard's layouts` {
  @Test(
    arguments: [
      ([], false), ([nil, nil, nil, nil], false), (["English (US)", nil, nil, nil], false),
      (["English (US)", "English (US)", nil, nil], false),
      (["English (US)", "Russian", nil, nil], true), (["German", nil, nil, "Greek"], true),
      (["German", "German", "Greek", "German"], true),
      (["German", "", nil, nil], false),
    ] as [([String?], Bool)])
  func `are several where two names differ`(names: [String?], areSeveral: Bool) {
    #expect(KeyboardLayouts(names).areSeveral == areSeveral)
  }

  @Test func `have the names that somebody gave them, and begin anew after the last`() {
    let layouts = KeyboardLayouts(["German", nil, "", "Greek"])
    #expect((-1...4).map { layouts[$0] } == [nil, "German", nil, nil, "Greek", "German"])
    let one = KeyboardLayouts(["German", nil, "", nil])
    #expect((0...3).allSatisfy { one[$0] == "German" })
    #expect(KeyboardLayouts([nil, ""])[0] == nil)
  }
}
