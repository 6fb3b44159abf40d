import CX11
import Scene
import Testing

@testable import Windowing

@Suite struct `Touch translation` {
  private let listener = XInputListener(DeviceClasses(touchMode: XIDirectTouch))

  @Test func `reports a pointer with a button down that leaves at the touch end`() {
    #expect(
      listener.feed(.touch(XI_TouchBegin, at: (20, 10)))
        == ["moved 10.0 5.0", "pressed primary 10.0 5.0 touch"])
    #expect(listener.feed(.touch(XI_TouchUpdate, at: (21.5, 10))) == ["moved 10.75 5.0"])
    #expect(
      listener.feed(.touch(XI_TouchEnd, at: (0, 0)))
        == ["released primary 10.75 5.0 touch", "pointerLeft"])
    #expect(listener.feed(.touch(XI_TouchEnd)) == [])
  }

  @Test func `ends a touch whose end is pending`() {
    listener.feed(.touch(XI_TouchBegin))
    var pending = DeviceEvent.touch(XI_TouchUpdate)
    pending.flags |= XITouchPendingEnd
    #expect(listener.feed(pending) == ["released primary 0.0 0.0 touch", "pointerLeft"])
  }

  @Test func `ignores further touches`() {
    listener.feed(.touch(XI_TouchBegin, 1))
    #expect(listener.feed(.touch(XI_TouchBegin, 2, emulatesPointer: false)) == [])
    #expect(listener.feed(.touch(XI_TouchUpdate, 2, at: (9, 9), emulatesPointer: false)) == [])
    #expect(listener.feed(.touch(XI_TouchEnd, 1)).first == "released primary 0.0 0.0 touch")
    #expect(listener.feed(.touch(XI_TouchUpdate, 2, at: (9, 9), emulatesPointer: false)) == [])
    #expect(listener.feed(.touch(XI_TouchEnd, 2, emulatesPointer: false)) == [])
  }

  @Test func `ignores the emulated pointer`() {
    #expect(listener.feed(.motion(4, 4).emulated) == [])
    listener.feed(.touch(XI_TouchBegin))
    #expect(listener.feed(.motion(4, 4).emulated) == [])
    #expect(listener.feed(.press(1).emulated) == [])
    #expect(listener.feed(.release(1).emulated) == [])
    #expect(listener.feed(.crossing(XI_Leave)) == [])
    #expect(listener.feed(.crossing(XI_Leave, mode: XINotifyGrab)) == [])
    #expect(listener.feed(.motion(9, 9)) == [], "a mouse that moves during the touch")
    #expect(listener.feed(.touch(XI_TouchEnd)).count == 2)
    #expect(listener.feed(.release(1).emulated) == [])
  }

  @Test func `ignores touches while a mouse button is down`() {
    listener.feed(.press(1))
    #expect(listener.feed(.touch(XI_TouchBegin)) == [])
    #expect(listener.feed(.release(1)) == ["released primary 0.0 0.0"])
    #expect(listener.feed(.touch(XI_TouchEnd)) == [])
  }

  @Test func `ignores touches on a touchpad, which have no position`() {
    listener.change(to: DeviceClasses(touchMode: XIDependentTouch))
    #expect(listener.feed(.touch(XI_TouchBegin)) == [])
  }

  @Test(arguments: [DeviceEvent.screen, DeviceEvent.pointer])
  func `B11 reports a lost grab when the touchscreen is disabled`(device: Int32) {
    listener.feed(.touch(XI_TouchBegin))
    #expect(listener.feed(XIDeviceDisabled, of: DeviceEvent.mouse) == [])
    #expect(listener.feed(XIDeviceDisabled, of: device) == ["pointerGrabLost"])
    #expect(listener.feed(.touch(XI_TouchEnd)) == [])
  }

  @Test func `B11 reports a lost grab when the server ends the touch of a removed screen`() {
    listener.feed(.touch(XI_TouchBegin))
    #expect(listener.feed(.touch(XI_TouchEnd), isLast: false) == [])
    #expect(
      listener.feed(XISlaveRemoved | XIDeviceDisabled, of: DeviceEvent.screen)
        == ["pointerGrabLost"])
    #expect(listener.feed(.motion(2, 2)) == ["moved 1.0 1.0"])
  }

  @Test func `reports a touch end when another device leaves`() {
    listener.feed(.touch(XI_TouchBegin))
    listener.feed(.touch(XI_TouchEnd), isLast: false)
    #expect(
      listener.feed(XIDeviceDisabled, of: DeviceEvent.mouse)
        == ["released primary 0.0 0.0 touch", "pointerLeft"])
  }

  @Test func `B11 reports a lost grab when another touch emulates the pointer`() {
    listener.feed(.touch(XI_TouchBegin, 1))
    #expect(
      listener.feed(.touch(XI_TouchBegin, 2, at: (2, 2)))
        == ["pointerGrabLost", "pressed primary 1.0 1.0 touch"])
    #expect(listener.feed(.touch(XI_TouchEnd, 2)).count == 2)
  }

  @Test func `B11 clears the touch when the window is hidden`() {
    listener.feed(.touch(XI_TouchBegin))
    listener.feed(FakeEvent.of(UnmapNotify))
    #expect(listener.feed(.touch(XI_TouchUpdate, at: (2, 2))) == [])
    #expect(listener.feed(.touch(XI_TouchEnd)) == [])
    #expect(listener.feed(.motion(2, 2)) == ["moved 1.0 1.0"])
  }
}
