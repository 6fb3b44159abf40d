import CX11
import Testing

@testable import X11Shell

@Suite struct `Caps Lock` {
  @Test func `row 45: is told by keys where the server has no XKB`() {
    var capsLock = CapsLock()
    func hear(_ type: Int32, _ state: Int32) -> Bool {
      var event = HandBuilt.of(type)
      event.xkey.state = UInt32(state)
      return capsLock.changes(by: event)
    }
    // The state is that before the event: the key's own press does not tell yet.
    #expect(!hear(KeyPress, 0) && !capsLock.isOn)
    #expect(hear(KeyRelease, LockMask) && capsLock.isOn)
    #expect(!hear(KeyPress, LockMask | ShiftMask) && capsLock.isOn)
    #expect(hear(KeyRelease, ShiftMask) && !capsLock.isOn)
    #expect(!hear(MotionNotify, LockMask) && !capsLock.isOn)
  }
}
