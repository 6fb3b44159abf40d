import CX11
import CXInput
import Scene
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `What presses in the window` {
  /// A person at a mouse and a touchscreen, some of whose events get lost.
  private struct World {
    var buttons: Set<Int32> = []
    var fingers: [(id: Int32, emulates: Bool)] = []
    var lastFinger: Int32 = 0
    var generator: SeededGenerator

    /// What happens next; `nil` where nobody tells the window of it.
    mutating func next() -> DeviceEvent? {
      let isTold = Int.random(in: 0..<8, using: &generator) > 0
      let event = act()
      return isTold ? event : nil
    }

    private mutating func act() -> DeviceEvent {
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
      case 2: return .crossing(XI_Leave, mode: mode, holding: held)
      case 3: return .crossing(XI_Enter, mode: mode, holding: held)
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
      default: return .motion(5, 5, holding: held)
      }
    }

    private var held: [Int] { buttons.map(Int.init) }
    private var mode: Int32 {
      mutating get { Int32.random(in: 0..<6, using: &generator) == 0 ? XINotifyGrab : 0 }
    }
  }

  /// What a control knows of: the presses that were not ended yet, and whether a finger's is one.
  private struct Presses {
    var held: Set<PointerButton> = []
    var isTouch = false

    mutating func take(_ event: InputEvent) {
      switch event {
      case .pointerPressed(let press):
        #expect(!held.contains(press.button), "pressed twice")
        #expect(held.isEmpty || (!press.isTouch && !isTouch), "by two at once")
        held.insert(press.button)
        isTouch = press.isTouch
      case .pointerReleased(let press):
        #expect(held.remove(press.button) != nil, "let go without a press")
        #expect(press.isTouch == isTouch)
      case .pointerLeft: #expect(held.isEmpty, "gone with a button down")
      case .pointerGrabLost:
        #expect(!held.isEmpty, "lost with no button down")
        held = []
      default: break
      }
    }
  }

  @Test(arguments: 0..<100) func `B11 is let go or lost in the end, whatever went unheard`(
    seed: Int
  ) {
    let listener = XInputListener(DeviceClasses(touchMode: XIDirectTouch))
    var world = World(generator: SeededGenerator(seed: seed))
    var presses = Presses()
    for step in 0..<400 {
      guard let event = world.next() else { continue }
      for input in listener.events(event) { presses.take(input) }
      if step % 97 == 96 {
        listener.hear(HandBuilt.of(UnmapNotify))
        presses.held = []
      }
    }
    // Nothing is down any more, and the screen is unplugged.
    for input in listener.events(.motion(1, 1)) { presses.take(input) }
    if listener.hear(XISlaveRemoved, of: DeviceEvent.screen) == ["pointerGrabLost"] {
      presses.take(.pointerGrabLost)
    }
    #expect(presses.held.isEmpty)
    #expect(listener.translation.heldButtons == 0 && listener.translation.finger == nil)
    #expect(listener.translation.holder == nil)
  }
}
