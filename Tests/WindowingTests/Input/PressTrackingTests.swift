import CX11
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Press tracking with lost events` {
  /// A simulated mouse and touchscreen, some of whose events are lost.
  private struct DeviceSimulator {
    var buttons: Set<Int32> = []
    var fingers: [(id: Int32, emulates: Bool)] = []
    var lastFinger: Int32 = 0
    var generator: SeededGenerator

    /// Returns the next event. `nil` if it is lost.
    mutating func next() -> DeviceEvent? {
      let isDelivered = Int.random(in: 0..<8, using: &generator) > 0
      let event = generate()
      return isDelivered ? event : nil
    }

    private mutating func generate() -> DeviceEvent {
      let button = Int32.random(in: 1...3, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0...1 where buttons.contains(button):
        var event = DeviceEvent.release(button)
        event.buttons = buttons.map(Int.init)
        buttons.remove(button)
        return event
      case 0...1:
        var event = DeviceEvent.press(button)
        event.buttons = buttons.map(Int.init)
        buttons.insert(button)
        return event
      case 2: return .crossing(XI_Leave, mode: mode, holding: pressed)
      case 3: return .crossing(XI_Enter, mode: mode, holding: pressed)
      case 4 where fingers.count < 3:
        lastFinger += 1
        let emulates = !fingers.contains { $0.emulates }
        fingers.append((lastFinger, emulates))
        return .touch(XI_TouchBegin, lastFinger, emulatesPointer: emulates)
      case 5...6 where !fingers.isEmpty:
        let finger = fingers.remove(at: Int.random(in: fingers.indices, using: &generator))
        return .touch(XI_TouchEnd, finger.id, emulatesPointer: finger.emulates)
      case 7 where !fingers.isEmpty:
        let finger = fingers[Int.random(in: fingers.indices, using: &generator)]
        return .touch(XI_TouchUpdate, finger.id, emulatesPointer: finger.emulates)
      default: return .motion(5, 5, holding: pressed)
      }
    }

    private var pressed: [Int] { buttons.map(Int.init) }
    private var mode: Int32 {
      mutating get { Int32.random(in: 0..<6, using: &generator) == 0 ? XINotifyGrab : 0 }
    }
  }

  /// The state of a control: the presses that have not ended, and whether one is a touch.
  private struct ControlState {
    var pressed: Set<PointerButton> = []
    var isTouch = false

    mutating func handle(_ event: InputEvent) {
      switch event {
      case .pointerPressed(let press):
        #expect(!pressed.contains(press.button), "pressed twice")
        #expect(pressed.isEmpty || (!press.isTouch && !isTouch), "pressed by two sources")
        pressed.insert(press.button)
        isTouch = press.isTouch
      case .pointerReleased(let press):
        #expect(pressed.remove(press.button) != nil, "released without a press")
        #expect(press.isTouch == isTouch)
      case .pointerLeft: #expect(pressed.isEmpty, "left with a button down")
      case .pointerGrabLost:
        #expect(!pressed.isEmpty, "grab lost without a button down")
        pressed = []
      default: break
      }
    }
  }

  @Test(arguments: seeds(100)) func `B11 ends every press with a release or a lost grab`(
    seed: Int
  ) {
    let listener = XInputListener(DeviceClasses(touchMode: XIDirectTouch))
    var simulator = DeviceSimulator(generator: SeededGenerator(seed: seed))
    var control = ControlState()
    for step in 0..<400 {
      guard let event = simulator.next() else { continue }
      for input in listener.events(event) { control.handle(input) }
      if step % 97 == 96 {
        listener.feed(FakeEvent.of(UnmapNotify))
        control.pressed = []
      }
    }
    // No button is down, and the touchscreen is unplugged.
    for input in listener.events(.motion(1, 1)) { control.handle(input) }
    if listener.feed(XISlaveRemoved, of: DeviceEvent.screen) == ["pointerGrabLost"] {
      control.handle(.pointerGrabLost)
    }
    #expect(control.pressed.isEmpty)
    #expect(listener.translation.heldButtons == 0 && listener.translation.finger == nil)
    #expect(listener.translation.holder == nil)
  }
}
