import CX11
import CXInput
import Scene
import Testing

@testable import X11Shell

@Suite struct `A finger` {
  private let listener = XInputListener(DeviceClasses(touchMode: XIDirectTouch))

  @Test func `is a pointer with a button down, which is gone when it is lifted`() {
    #expect(
      listener.hear(.touch(XI_TouchBegin, at: (20, 10)))
        == ["moved 10.0 5.0", "pressed primary 10.0 5.0 touch"])
    #expect(listener.hear(.touch(XI_TouchUpdate, at: (21.5, 10))) == ["moved 10.75 5.0"])
    #expect(
      listener.hear(.touch(XI_TouchEnd, at: (0, 0)))
        == ["released primary 10.75 5.0 touch", "pointerLeft"])
    #expect(listener.hear(.touch(XI_TouchEnd)) == [])
  }

  @Test func `is lifted though the end is held back`() {
    listener.hear(.touch(XI_TouchBegin))
    var pending = DeviceEvent.touch(XI_TouchUpdate)
    pending.flags |= XITouchPendingEnd
    #expect(listener.hear(pending) == ["released primary 0.0 0.0 touch", "pointerLeft"])
  }

  @Test func `is the only one`() {
    listener.hear(.touch(XI_TouchBegin, 1))
    #expect(listener.hear(.touch(XI_TouchBegin, 2, emulatesPointer: false)) == [])
    #expect(listener.hear(.touch(XI_TouchUpdate, 2, at: (9, 9), emulatesPointer: false)) == [])
    #expect(listener.hear(.touch(XI_TouchEnd, 1)).first == "released primary 0.0 0.0 touch")
    #expect(listener.hear(.touch(XI_TouchUpdate, 2, at: (9, 9), emulatesPointer: false)) == [])
    #expect(listener.hear(.touch(XI_TouchEnd, 2, emulatesPointer: false)) == [])
  }

  @Test func `is not told again by the pointer that the server makes of it`() {
    #expect(listener.hear(.motion(4, 4).emulated) == [])
    listener.hear(.touch(XI_TouchBegin))
    #expect(listener.hear(.motion(4, 4).emulated) == [])
    #expect(listener.hear(.press(1).emulated) == [])
    #expect(listener.hear(.release(1).emulated) == [])
    #expect(listener.hear(.crossing(XI_Leave)) == [])
    #expect(listener.hear(.crossing(XI_Leave, mode: XINotifyGrab)) == [])
    #expect(listener.hear(.motion(9, 9)) == [], "a mouse that is moved meanwhile")
    #expect(listener.hear(.touch(XI_TouchEnd)).count == 2)
    #expect(listener.hear(.release(1).emulated) == [])
  }

  @Test func `is nothing while the mouse holds a button`() {
    listener.hear(.press(1))
    #expect(listener.hear(.touch(XI_TouchBegin)) == [])
    #expect(listener.hear(.release(1)) == ["released primary 0.0 0.0"])
    #expect(listener.hear(.touch(XI_TouchEnd)) == [])
  }

  @Test func `is nothing on a touchpad, which tells no place`() {
    listener.change(to: DeviceClasses(touchMode: XIDependentTouch))
    #expect(listener.hear(.touch(XI_TouchBegin)) == [])
  }

  @Test(arguments: [DeviceEvent.screen, DeviceEvent.pointer])
  func `B11 is lost with its screen`(device: Int32) {
    listener.hear(.touch(XI_TouchBegin))
    #expect(listener.hear(XIDeviceDisabled, of: DeviceEvent.mouse) == [])
    #expect(listener.hear(XIDeviceDisabled, of: device) == ["pointerGrabLost"])
    #expect(listener.hear(.touch(XI_TouchEnd)) == [])
  }

  @Test func `B11 is lost with its screen, though the server lifts it first`() {
    listener.hear(.touch(XI_TouchBegin))
    #expect(listener.hear(.touch(XI_TouchEnd), isLast: false) == [])
    #expect(
      listener.hear(XISlaveRemoved | XIDeviceDisabled, of: DeviceEvent.screen)
        == ["pointerGrabLost"])
    #expect(listener.hear(.motion(2, 2)) == ["moved 1.0 1.0"])
  }

  @Test func `is lifted by a person though another device leaves with it`() {
    listener.hear(.touch(XI_TouchBegin))
    listener.hear(.touch(XI_TouchEnd), isLast: false)
    #expect(
      listener.hear(XIDeviceDisabled, of: DeviceEvent.mouse)
        == ["released primary 0.0 0.0 touch", "pointerLeft"])
  }

  @Test func `B11 was lost where the server makes a pointer of another`() {
    listener.hear(.touch(XI_TouchBegin, 1))
    #expect(
      listener.hear(.touch(XI_TouchBegin, 2, at: (2, 2)))
        == ["pointerGrabLost", "pressed primary 1.0 1.0 touch"])
    #expect(listener.hear(.touch(XI_TouchEnd, 2)).count == 2)
  }

  @Test func `B11 is forgotten once the window is hidden`() {
    listener.hear(.touch(XI_TouchBegin))
    listener.hear(HandBuilt.of(UnmapNotify))
    #expect(listener.hear(.touch(XI_TouchUpdate, at: (2, 2))) == [])
    #expect(listener.hear(.touch(XI_TouchEnd)) == [])
    #expect(listener.hear(.motion(2, 2)) == ["moved 1.0 1.0"])
  }
}
