import CX11
import Scene
import Testing

@testable import X11Shell

@Suite struct `The pointer's events` {
  private let listener = Listener()

  @Test func `are told in logical pixels with the server's time`() {
    #expect(listener.movement(HandBuilt.motion(31, 44)) == Point(x: 15.5, y: 22))
    guard case .input(_, time: 7) = listener.hear(HandBuilt.motion(1, 1)) else {
      return #expect(Bool(false), "another time than the event's")
    }
  }

  @Test(arguments: [(1, .primary), (2, .middle), (3, .secondary)] as [(UInt32, PointerButton)])
  func `name a button by its role`(number: UInt32, button: PointerButton) {
    let down = HandBuilt.button(ButtonPress, number, at: (20, 10), state: ShiftMask)
    let up = HandBuilt.button(ButtonRelease, number, at: (20, 10), state: ShiftMask)
    let expected = PointerPress(at: Point(x: 10, y: 5), button: button, modifiers: .shift)
    #expect(listener.press(down) == expected)
    #expect(listener.release(up) == expected)
  }

  @Test(arguments: [(4, 0, -1), (5, 0, 1), (6, -1, 0), (7, 1, 0)] as [(UInt32, Double, Double)])
  func `make notches of a wheel's buttons`(number: UInt32, dx: Double, dy: Double) {
    let event = HandBuilt.button(ButtonPress, number, at: (20, 10))
    let expected = ScrollStep(at: Point(x: 10, y: 5), notches: Vector(dx: dx, dy: dy))
    #expect(listener.scroll(event) == expected)
    #expect(listener.hear(HandBuilt.button(ButtonRelease, number)) == nil)
  }

  @Test func `say nothing of buttons with no role`() {
    #expect(listener.hear(HandBuilt.button(ButtonPress, 8)) == nil)
    #expect(listener.hear(HandBuilt.button(ButtonRelease, 8)) == nil)
  }

  @Test func `tell no release of a button that went down elsewhere`() {
    #expect(listener.hear(HandBuilt.button(ButtonRelease, 1)) == nil)
  }

  @Test func `tell of leaving only while no button is down`() {
    #expect(listener.input(HandBuilt.crossing(LeaveNotify)) == "pointerLeft")
    listener.hear(HandBuilt.button(ButtonPress, 1))
    #expect(listener.hear(HandBuilt.crossing(LeaveNotify, state: Button1Mask)) == nil)
    listener.hear(HandBuilt.button(ButtonRelease, 1))
    let after = HandBuilt.crossing(LeaveNotify, mode: NotifyUngrab)
    #expect(listener.input(after) == "pointerLeft")
  }

  @Test(arguments: [NotifyGrab, NotifyUngrab])
  func `B11 tell of a grab lost while a button is down`(mode: Int32) {
    listener.hear(HandBuilt.button(ButtonPress, 1))
    let event = HandBuilt.crossing(LeaveNotify, mode: mode, state: Button1Mask)
    #expect(listener.input(event) == "pointerGrabLost")
    #expect(listener.hear(HandBuilt.button(ButtonRelease, 1)) == nil)
  }

  @Test func `B11 find a release that never came in the next movement`() {
    listener.hear(HandBuilt.button(ButtonPress, 1))
    let held = HandBuilt.motion(2, 2, state: Button1Mask)
    #expect(listener.input(held)?.hasPrefix("pointerMoved") == true)
    #expect(listener.input(HandBuilt.motion(3, 3)) == "pointerGrabLost")
    #expect(listener.input(HandBuilt.motion(3, 3))?.hasPrefix("pointerMoved") == true)
  }

  @Test func `tell where the pointer came in`() {
    #expect(listener.movement(HandBuilt.crossing(EnterNotify)) == Point(x: 1.5, y: 2))
  }

  @Test func `do not count a button as held once the window is hidden`() {
    listener.hear(HandBuilt.button(ButtonPress, 1))
    listener.hear(HandBuilt.of(UnmapNotify))
    #expect(listener.input(HandBuilt.motion(1, 1))?.hasPrefix("pointerMoved") == true)
  }
}

/// Hears events at twice as many device pixels as logical ones, and says what they mean.
private final class Listener {
  private var translation = EventTranslation(
    scale: 2, atoms: .numbered)

  @discardableResult
  func hear(_ event: XEvent) -> WindowEvent? { translation.translate(event) }

  /// What a person did, in words; `nil` for whatever else the event is.
  func input(_ event: XEvent) -> String? {
    guard case .input(let input, _) = hear(event) else { return nil }
    return "\(input)"
  }

  func movement(_ event: XEvent) -> Point? {
    guard case .input(.pointerMoved(let place), _) = hear(event) else { return nil }
    return place
  }

  func scroll(_ event: XEvent) -> ScrollStep? {
    guard case .input(.scrolled(let step), _) = hear(event) else { return nil }
    return step
  }

  func press(_ event: XEvent) -> PointerPress? {
    guard case .input(.pointerPressed(let press), _) = hear(event) else { return nil }
    return press
  }

  func release(_ event: XEvent) -> PointerPress? {
    guard case .input(.pointerReleased(let press), _) = hear(event) else { return nil }
    return press
  }
}
