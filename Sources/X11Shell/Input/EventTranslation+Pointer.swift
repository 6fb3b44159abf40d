import CX11
import Scene

// What a pointer does, whichever way it is told.
extension EventTranslation {
  /// A motion without the button that went down here tells that its release was swallowed.
  mutating func moved(_ report: PointerReport) -> WindowEvent {
    if heldButtons & report.buttons != heldButtons { return loseGrab(at: report.time) }
    return .input(.pointerMoved(to: report.place), time: report.time)
  }

  /// A press while a button is up that went down here tells the same.
  ///
  /// - Parameter number: The button's; the four after the third are a wheel's, and no press.
  mutating func pressed(_ number: UInt32, _ report: PointerReport) -> WindowEvent? {
    if let notch = Self.notch(of: number) {
      return .input(.scrolled(ScrollStep(at: report.place, notches: notch)), time: report.time)
    }
    guard let button = PointerButton(number) else { return nil }
    let press = InputEvent.pointerPressed(PointerPress(report, button))
    let wasLost = heldButtons & report.buttons != heldButtons
    if wasLost { letGo() }
    heldButtons |= button.mask
    return wasLost
      ? .inputs(.pointerGrabLost, press, time: report.time) : .input(press, time: report.time)
  }

  mutating func released(_ number: UInt32, _ report: PointerReport) -> WindowEvent? {
    guard let button = PointerButton(number), heldButtons & button.mask != 0 else { return nil }
    heldButtons &= ~button.mask
    return .input(.pointerReleased(PointerPress(report, button)), time: report.time)
  }

  /// The pointer came in, or came back from a grab: it is somewhere else than it was last known.
  mutating func entered(_ report: PointerReport, mode: Int32) -> WindowEvent? {
    mode == NotifyGrab ? nil : moved(report)
  }

  /// While a button is down, the window hears the pointer wherever it is, so that leaving is
  /// nothing; a grab by somebody else is.
  mutating func left(_ report: PointerReport, mode: Int32, detail: Int32) -> WindowEvent? {
    guard detail != NotifyInferior else { return nil }
    if heldButtons != 0 { return mode == NotifyNormal ? nil : loseGrab(at: report.time) }
    return .input(.pointerLeft, time: report.time)
  }

  /// Whether a button or a finger presses that went down in the window.
  var isPressed: Bool { heldButtons != 0 || finger != nil }

  /// Forgets whatever presses.
  mutating func letGo() {
    (heldButtons, holder, finger) = (0, nil, nil)
    endings.removeAll()
  }

  mutating func loseGrab(at time: Time) -> WindowEvent {
    letGo()
    return .input(.pointerGrabLost, time: time)
  }

  /// The protocol tells of a wheel as of four more buttons: up, down, left, right.
  static func notch(of button: UInt32) -> Vector? {
    switch button {
    case 4: Vector(dx: 0, dy: -1)
    case 5: Vector(dx: 0, dy: 1)
    case 6: Vector(dx: -1, dy: 0)
    case 7: Vector(dx: 1, dy: 0)
    default: nil
    }
  }
}

// The core protocol's events, of all pointers alike.
extension EventTranslation {
  mutating func motion(_ event: XMotionEvent) -> WindowEvent? {
    moved(PointerReport(event, scale: scale))
  }

  mutating func press(_ event: XButtonEvent) -> WindowEvent? {
    pressed(event.button, PointerReport(event, scale: scale))
  }

  mutating func release(_ event: XButtonEvent) -> WindowEvent? {
    released(event.button, PointerReport(event, scale: scale))
  }

  mutating func enter(_ event: XCrossingEvent) -> WindowEvent? {
    isToldByXInput(event) ? nil : entered(PointerReport(event, scale: scale), mode: event.mode)
  }

  mutating func leave(_ event: XCrossingEvent) -> WindowEvent? {
    guard !isToldByXInput(event) else { return nil }
    return left(PointerReport(event, scale: scale), mode: event.mode, detail: event.detail)
  }

  /// The server tells of a motion or a button once, of a crossing in both ways.
  private func isToldByXInput(_ event: XCrossingEvent) -> Bool {
    xinputStart.map { event.serial >= $0 } ?? false
  }
}

extension PointerPress {
  fileprivate init(_ report: PointerReport, _ button: PointerButton) {
    self.init(at: report.place, button: button, modifiers: report.modifiers)
  }
}

extension PointerButton {
  init?(_ number: UInt32) {
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
