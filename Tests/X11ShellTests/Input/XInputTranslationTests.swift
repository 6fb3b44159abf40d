import CX11
import CXInput
import Motion
import Scene
import Testing

@testable import X11Shell

@Suite struct `The pointer's events by XInput` {
  private let listener = XInputListener()

  @Test func `keep the fractions of a pixel`() {
    #expect(listener.hear(.motion(30.25, 44.5)) == ["moved 15.125 22.25"])
  }

  @Test func `name buttons by their roles, with the modifiers`() {
    var down = DeviceEvent.press(3, at: (20, 10))
    down.modifiers = ShiftMask | ControlMask
    guard case .pointerPressed(let press)? = listener.events(down).first else {
      return #expect(Bool(false), "no press")
    }
    let modifiers: Modifiers = [.shift, .control]
    #expect(press == PointerPress(at: Point(x: 10, y: 5), button: .secondary, modifiers: modifiers))
    #expect(listener.hear(.release(3, at: (20, 10))) == ["released secondary 10.0 5.0"])
  }

  @Test func `tell of presses anywhere, by buttons and by fingers but by no wheel`() {
    let told = (1...9).filter { listener.isTouch(raw: XI_RawButtonPress, $0) == false }
    #expect(told == [1, 2, 3])
    listener.read(DeviceClasses(touchMode: XIDirectTouch))
    for number: Int32 in [0, 1, 4, 12345] {
      #expect(listener.isTouch(raw: XI_RawTouchBegin, number) == true)
    }
    listener.read(DeviceClasses(touchMode: XIDependentTouch))
    #expect(listener.isTouch(raw: XI_RawTouchBegin, 1) == nil, "a touchpad")
  }

  @Test func `tell no release of a button that went down elsewhere`() {
    #expect(listener.hear(.release(1)) == [])
  }

  @Test func `go on with a press that the core protocol told of`() {
    listener.hear(HandBuilt.button(ButtonPress, 1))
    #expect(listener.hear(.motion(2, 2, holding: [1])) == ["moved 1.0 1.0"])
    #expect(listener.hear(.release(1)) == ["released primary 0.0 0.0"])
  }

  @Test func `B11 find a release that never came in the next movement`() {
    listener.hear(.press(1))
    #expect(listener.hear(.motion(2, 2, holding: [1])) == ["moved 1.0 1.0"])
    #expect(listener.hear(.motion(2, 2)) == ["pointerGrabLost"])
    #expect(listener.hear(.release(1)) == [])
  }

  @Test(arguments: [XINotifyGrab, XINotifyUngrab, XINotifyPassiveGrab])
  func `B11 tell of a grab lost while a button is down`(mode: Int32) {
    listener.hear(.press(1))
    #expect(listener.hear(.crossing(XI_Leave, holding: [1])) == [])
    #expect(listener.hear(.crossing(XI_Leave, mode: mode, holding: [1])) == ["pointerGrabLost"])
  }

  @Test(arguments: [XIMasterRemoved, XISlaveRemoved, XISlaveDetached, XIDeviceDisabled])
  func `B11 tell of a grab lost when the device leaves that held it`(flag: Int32) {
    let device = flag == XIMasterRemoved ? DeviceEvent.pointer : DeviceEvent.mouse
    #expect(listener.hear(flag, of: device) == [])
    listener.hear(.press(1))
    #expect(listener.hear(flag, of: 77) == [])
    #expect(listener.hear(XIDeviceEnabled, of: device) == [])
    #expect(listener.hear(flag, of: device) == ["pointerGrabLost"])
    #expect(listener.hear(.release(1)) == [])
  }

  @Test func `B11 tell of a grab lost though the server lets the device's buttons go first`() {
    for button in Int32(1)...2 { listener.hear(.press(button)) }
    for button in Int32(1)...2 { #expect(listener.hear(.release(button), isLast: false) == []) }
    #expect(listener.hear(XIDeviceDisabled, of: DeviceEvent.mouse) == ["pointerGrabLost"])
    listener.hear(.press(1))
    #expect(listener.hear(.release(1)) == ["released primary 0.0 0.0"])
  }

  @Test func `keep a release back only while a device may be leaving`() {
    let kept = [XI_ButtonRelease, XI_TouchEnd, XI_DeviceChanged, XI_HierarchyChanged]
    var event = HandBuilt.of(GenericEvent)
    for type in [XI_ButtonPress, XI_Motion, XI_TouchBegin, XI_Leave] + kept {
      (event.xcookie.extension, event.xcookie.evtype) = (131, type)
      #expect(EventTranslation.provesEndings(event, opcode: 131) == !kept.contains(type))
      // Another extension's events have the same numbers.
      event.xcookie.extension = 148
      #expect(EventTranslation.provesEndings(event, opcode: 131))
    }
    #expect(EventTranslation.provesEndings(HandBuilt.of(KeyPress), opcode: 131))
  }

  @Test func `keep the moment at which a release came, however late it is proved`() {
    let received = Instant(nanoseconds: 7)
    listener.hear(.press(1))
    listener.hear(.release(1), isLast: false, receivedAt: received)
    #expect(listener.translation.endings.map(\.received) == [received])
  }

  @Test func `are of one pointer while that holds a button`() {
    listener.hear(.press(1))
    #expect(listener.hear(.motion(9, 9).by(pointer: 4)) == [])
    #expect(listener.hear(.press(3).by(pointer: 4)) == [])
    #expect(listener.hear(.release(1).by(pointer: 4)) == [])
    #expect(listener.hear(.crossing(XI_Leave, mode: XINotifyGrab).by(pointer: 4)) == [])
    #expect(listener.hear(.release(1)) == ["released primary 0.0 0.0"])
    #expect(listener.hear(.motion(8, 8).by(pointer: 4)) == ["moved 4.0 4.0"])
  }

  @Test func `tell of a crossing once, though it comes in both ways`() {
    func core(_ serial: UInt) -> XEvent {
      var event = HandBuilt.crossing(LeaveNotify)
      event.xcrossing.serial = serial
      return event
    }
    #expect(listener.hear(core(49)) == ["pointerLeft"])
    #expect(listener.hear(core(50)) == [])
    #expect(listener.hear(.crossing(XI_Leave)) == ["pointerLeft"])
    #expect(listener.hear(.crossing(XI_Leave, detail: XINotifyInferior)) == [])
  }

  @Test func `mean nothing without their data`() {
    var translation = EventTranslation(scale: 1, atoms: Atoms { $0.map { _ in 1 } })
    var cookie = XGenericEventCookie()
    cookie.evtype = XI_Motion
    #expect(translation.translate(cookie, receivedAt: .zero) == nil)
  }

  @Test func `are dropped where another client sent them`() {
    var event = HandBuilt.of(GenericEvent)
    #expect(EventTranslation.accepts(event))
    event.xcookie.send_event = True
    #expect(!EventTranslation.accepts(event))
  }
}
