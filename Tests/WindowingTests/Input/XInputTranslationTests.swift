import CX11
import Motion
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `XInput pointer event translation` {
  private let listener = XInputListener()

  @Test func `keeps fractions of a pixel`() {
    #expect(listener.feed(.motion(30.25, 44.5)) == ["moved 15.125 22.25"])
  }

  @Test func `maps button numbers to roles, with the modifiers`() {
    var down = DeviceEvent.press(3, at: (20, 10))
    down.modifiers = ShiftMask | ControlMask
    guard case .pointerPressed(let press)? = listener.events(down).first else {
      return #expect(Bool(false), "no press")
    }
    let modifiers: Modifiers = [.shift, .control]
    #expect(press == PointerPress(at: Point(x: 10, y: 5), button: .secondary, modifiers: modifiers))
    #expect(listener.feed(.release(3, at: (20, 10))) == ["released secondary 10.0 5.0"])
  }

  @Test func `reports presses anywhere by buttons and touches, but not by a wheel`() {
    let matching = (1...9).filter { listener.isTouch(raw: XI_RawButtonPress, $0) == false }
    #expect(matching == [1, 2, 3])
    listener.read(DeviceClasses(touchMode: XIDirectTouch))
    for number: Int32 in [0, 1, 4, 12345] {
      #expect(listener.isTouch(raw: XI_RawTouchBegin, number) == true)
    }
    listener.read(DeviceClasses(touchMode: XIDependentTouch))
    #expect(listener.isTouch(raw: XI_RawTouchBegin, 1) == nil, "a touchpad")
  }

  @Test func `continues a press that the core protocol reported`() {
    listener.feed(FakeEvent.button(ButtonPress, 1))
    #expect(listener.feed(.motion(2, 2, holding: [1])) == ["moved 1.0 1.0"])
    #expect(listener.feed(.release(1)) == ["released primary 0.0 0.0"])
  }

  @Test func `B11 detects a missing release at the next movement`() {
    listener.feed(.press(1))
    #expect(listener.feed(.motion(2, 2, holding: [1])) == ["moved 1.0 1.0"])
    #expect(listener.feed(.motion(2, 2)) == ["pointerGrabLost"])
    #expect(listener.feed(.release(1)) == [])
  }

  @Test(arguments: [XINotifyGrab, XINotifyUngrab, XINotifyPassiveGrab])
  func `B11 reports a lost grab while a button is down`(mode: Int32) {
    listener.feed(.press(1))
    #expect(listener.feed(.crossing(XI_Leave, holding: [1])) == [])
    #expect(listener.feed(.crossing(XI_Leave, mode: mode, holding: [1])) == ["pointerGrabLost"])
  }

  @Test(arguments: [XIMasterRemoved, XISlaveRemoved, XISlaveDetached, XIDeviceDisabled])
  func `B11 reports a lost grab when the pressed device leaves`(flag: Int32) {
    let device = flag == XIMasterRemoved ? DeviceEvent.pointer : DeviceEvent.mouse
    #expect(listener.feed(flag, of: device) == [])
    listener.feed(.press(1))
    #expect(listener.feed(flag, of: 77) == [])
    #expect(listener.feed(XIDeviceEnabled, of: device) == [])
    #expect(listener.feed(flag, of: device) == ["pointerGrabLost"])
    #expect(listener.feed(.release(1)) == [])
  }

  @Test func `B11 reports a lost grab if the server releases the buttons first`() {
    for button in Int32(1)...2 { listener.feed(.press(button)) }
    for button in Int32(1)...2 { #expect(listener.feed(.release(button), isLast: false) == []) }
    #expect(listener.feed(XIDeviceDisabled, of: DeviceEvent.mouse) == ["pointerGrabLost"])
    listener.feed(.press(1))
    #expect(listener.feed(.release(1)) == ["released primary 0.0 0.0"])
  }

  @Test func `defers a release only while a device may be leaving`() {
    let deferring = [XI_ButtonRelease, XI_TouchEnd, XI_DeviceChanged, XI_HierarchyChanged]
    var event = FakeEvent.of(GenericEvent)
    for type in [XI_ButtonPress, XI_Motion, XI_TouchBegin, XI_Leave] + deferring {
      (event.xcookie.extension, event.xcookie.evtype) = (131, type)
      #expect(EventTranslation.confirmsReleases(event, opcode: 131) == !deferring.contains(type))
      // Events of other extensions have the same numbers.
      event.xcookie.extension = 148
      #expect(EventTranslation.confirmsReleases(event, opcode: 131))
    }
    #expect(EventTranslation.confirmsReleases(FakeEvent.of(KeyPress), opcode: 131))
  }

  @Test func `keeps the time of receipt of a deferred release`() {
    let received = Instant(nanoseconds: 7)
    listener.feed(.press(1))
    listener.feed(.release(1), isLast: false, receivedAt: received)
    #expect(listener.translation.deferredReleases.map(\.received) == [received])
  }

  @Test func `ignores other pointers while one has a button down`() {
    listener.feed(.press(1))
    #expect(listener.feed(.motion(9, 9).by(pointer: 4)) == [])
    #expect(listener.feed(.press(3).by(pointer: 4)) == [])
    #expect(listener.feed(.release(1).by(pointer: 4)) == [])
    #expect(listener.feed(.crossing(XI_Leave, mode: XINotifyGrab).by(pointer: 4)) == [])
    #expect(listener.feed(.release(1)) == ["released primary 0.0 0.0"])
    #expect(listener.feed(.motion(8, 8).by(pointer: 4)) == ["moved 4.0 4.0"])
  }

  @Test func `reports a crossing once, although both protocols send it`() {
    func core(_ serial: UInt) -> XEvent {
      var event = FakeEvent.crossing(LeaveNotify)
      event.xcrossing.serial = serial
      return event
    }
    #expect(listener.feed(core(49)) == ["pointerLeft"])
    #expect(listener.feed(core(50)) == [])
    #expect(listener.feed(.crossing(XI_Leave)) == ["pointerLeft"])
    #expect(listener.feed(.crossing(XI_Leave, detail: XINotifyInferior)) == [])
  }

  @Test func `ignores events without data`() {
    var translation = EventTranslation(scale: 1)
    var cookie = XGenericEventCookie()
    cookie.evtype = XI_Motion
    #expect(translation.translate(cookie, receivedAt: .zero) == nil)
  }

  @Test func `rejects events that another client sent`() {
    var event = FakeEvent.of(GenericEvent)
    #expect(event.isAccepted)
    event.xcookie.send_event = True
    #expect(!event.isAccepted)
  }
}
