import CX11
import Scene

extension EventTranslation {
  /// A motion without the button that went down here tells that its release was swallowed.
  mutating func motion(_ event: XMotionEvent) -> WindowEvent? {
    if heldButtons & event.state != heldButtons { return loseGrab(at: event.time) }
    return .input(.pointerMoved(to: point(event.x, event.y)), time: event.time)
  }

  mutating func press(_ event: XButtonEvent) -> WindowEvent? {
    if let notches = Self.notches(of: event.button) {
      let step = ScrollStep(at: point(event.x, event.y), notches: notches)
      return .input(.scrolled(step), time: event.time)
    }
    guard let button = PointerButton(event.button) else { return nil }
    heldButtons |= button.mask
    return .input(.pointerPressed(pointerPress(event, button)), time: event.time)
  }

  mutating func release(_ event: XButtonEvent) -> WindowEvent? {
    guard let button = PointerButton(event.button),
      heldButtons & button.mask != 0
    else { return nil }
    heldButtons &= ~button.mask
    return .input(.pointerReleased(pointerPress(event, button)), time: event.time)
  }

  /// The pointer came in, or came back from a grab: it is somewhere else than it was last known.
  mutating func enter(_ event: XCrossingEvent) -> WindowEvent? {
    guard event.mode != NotifyGrab else { return nil }
    if heldButtons & event.state != heldButtons { return loseGrab(at: event.time) }
    return .input(.pointerMoved(to: point(event.x, event.y)), time: event.time)
  }

  /// While a button is down, the window hears the pointer wherever it is, so that leaving is
  /// nothing; a grab by somebody else is.
  mutating func leave(_ event: XCrossingEvent) -> WindowEvent? {
    guard event.detail != NotifyInferior else { return nil }
    if heldButtons != 0 { return event.mode == NotifyNormal ? nil : loseGrab(at: event.time) }
    return .input(.pointerLeft, time: event.time)
  }

  private mutating func loseGrab(at time: Time) -> WindowEvent {
    heldButtons = 0
    return .input(.pointerGrabLost, time: time)
  }

  private func pointerPress(_ event: XButtonEvent, _ button: PointerButton) -> PointerPress {
    PointerPress(
      at: point(event.x, event.y), button: button, modifiers: Modifiers(state: event.state))
  }

  private func point(_ x: Int32, _ y: Int32) -> Point {
    Point(x: Double(x) / scale, y: Double(y) / scale)
  }

  /// The core protocol tells of a wheel as of four more buttons: up, down, left, right.
  private static func notches(of button: UInt32) -> Vector? {
    switch button {
    case 4: Vector(dx: 0, dy: -1)
    case 5: Vector(dx: 0, dy: 1)
    case 6: Vector(dx: -1, dy: 0)
    case 7: Vector(dx: 1, dy: 0)
    default: nil
    }
  }
}

extension PointerButton {
  fileprivate init?(_ number: UInt32) {
    switch number {
    case 1: self = .primary
    case 2: self = .middle
    case 3: self = .secondary
    default: return nil
    }
  }

  /// The button's bit in the `state` of an event.
  fileprivate var mask: UInt32 {
    switch self {
    case .primary: UInt32(Button1Mask)
    case .middle: UInt32(Button2Mask)
    case .secondary: UInt32(Button3Mask)
    }
  }
}
