import CX11
import Scene
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Core pointer event translation` {
  private let listener = Listener()

  @Test func `reports logical pixels and the server's time`() {
    #expect(listener.movement(FakeEvent.motion(31, 44)) == Point(x: 15.5, y: 22))
    guard case .input(_, time: 7) = listener.feed(FakeEvent.motion(1, 1)) else {
      return #expect(Bool(false), "the time is not that of the event")
    }
  }

  @Test(arguments: [(1, .primary), (2, .middle), (3, .secondary)] as [(UInt32, PointerButton)])
  func `maps button numbers to roles`(number: UInt32, button: PointerButton) {
    let down = FakeEvent.button(ButtonPress, number, at: (20, 10), state: ShiftMask)
    let up = FakeEvent.button(ButtonRelease, number, at: (20, 10), state: ShiftMask)
    let expected = PointerPress(at: Point(x: 10, y: 5), button: button, modifiers: .shift)
    #expect(listener.press(down) == expected)
    #expect(listener.release(up) == expected)
  }

  @Test(arguments: [(4, 0, -1), (5, 0, 1), (6, -1, 0), (7, 1, 0)] as [(UInt32, Double, Double)])
  func `maps wheel buttons to notches`(number: UInt32, dx: Double, dy: Double) {
    let event = FakeEvent.button(ButtonPress, number, at: (20, 10))
    let expected = ScrollEvent(at: Point(x: 10, y: 5), notches: Vector(dx: dx, dy: dy))
    #expect(listener.scroll(event) == expected)
    #expect(listener.feed(FakeEvent.button(ButtonRelease, number)) == nil)
  }

  @Test func `ignores buttons without a role`() {
    #expect(listener.feed(FakeEvent.button(ButtonPress, 8)) == nil)
    #expect(listener.feed(FakeEvent.button(ButtonRelease, 8)) == nil)
  }

  @Test func `reports leaving only while no button is down`() {
    #expect(listener.input(FakeEvent.crossing(LeaveNotify)) == "pointerLeft")
    listener.feed(FakeEvent.button(ButtonPress, 1))
    #expect(listener.feed(FakeEvent.crossing(LeaveNotify, state: Button1Mask)) == nil)
    listener.feed(FakeEvent.button(ButtonRelease, 1))
    let after = FakeEvent.crossing(LeaveNotify, mode: NotifyUngrab)
    #expect(listener.input(after) == "pointerLeft")
  }

  @Test(arguments: [NotifyGrab, NotifyUngrab])
  func `B11 reports a lost grab while a button is down`(mode: Int32) {
    listener.feed(FakeEvent.button(ButtonPress, 1))
    let event = FakeEvent.crossing(LeaveNotify, mode: mode, state: Button1Mask)
    #expect(listener.input(event) == "pointerGrabLost")
    #expect(listener.feed(FakeEvent.button(ButtonRelease, 1)) == nil)
  }

  @Test func `B11 detects a missing release at the next movement`() {
    listener.feed(FakeEvent.button(ButtonPress, 1))
    let held = FakeEvent.motion(2, 2, state: Button1Mask)
    #expect(listener.input(held)?.hasPrefix("pointerMoved") == true)
    #expect(listener.input(FakeEvent.motion(3, 3)) == "pointerGrabLost")
    #expect(listener.input(FakeEvent.motion(3, 3))?.hasPrefix("pointerMoved") == true)
  }

  @Test func `reports the position at which the pointer enters`() {
    #expect(listener.movement(FakeEvent.crossing(EnterNotify)) == Point(x: 1.5, y: 2))
  }

  @Test func `clears pressed buttons when the window is hidden`() {
    listener.feed(FakeEvent.button(ButtonPress, 1))
    listener.feed(FakeEvent.of(UnmapNotify))
    #expect(listener.input(FakeEvent.motion(1, 1))?.hasPrefix("pointerMoved") == true)
  }
}

/// An event translation with two device pixels per logical pixel.
private final class Listener {
  private var translation = EventTranslation(scale: 2)

  @discardableResult
  func feed(_ event: XEvent) -> TranslatedEvent? { translation.translate(event) }

  /// Returns the description of user input. `nil` for other events.
  func input(_ event: XEvent) -> String? {
    guard case .input(let input, _) = feed(event) else { return nil }
    return "\(input)"
  }

  func movement(_ event: XEvent) -> Point? {
    guard case .input(.pointerMoved(let position), _) = feed(event) else { return nil }
    return position
  }

  func scroll(_ event: XEvent) -> ScrollEvent? {
    guard case .input(.scrolled(let step), _) = feed(event) else { return nil }
    return step
  }

  func press(_ event: XEvent) -> PointerPress? {
    guard case .input(.pointerPressed(let press), _) = feed(event) else { return nil }
    return press
  }

  func release(_ event: XEvent) -> PointerPress? {
    guard case .input(.pointerReleased(let press), _) = feed(event) else { return nil }
    return press
  }
}
