import CX11
import Scene

// Pointer events, independent of the protocol that reports them.
extension EventTranslation {
  /// Translates a movement. If a button that was pressed here is up, its release was lost, and so
  /// was the grab.
  mutating func moved(_ report: PointerReport) -> WindowEvent {
    if heldButtons & report.buttons != heldButtons { return loseGrab(at: report.time) }
    return .input(.pointerMoved(to: report.position), time: report.time)
  }

  /// Translates a button press. Detects a lost release in the same way as `moved(_:)`.
  ///
  /// - Parameter number: The button number. The four numbers after 3 are wheel directions, not
  ///   presses.
  mutating func pressed(_ number: UInt32, _ report: PointerReport) -> WindowEvent? {
    if let notch = Self.notch(of: number) {
      return .input(.scrolled(ScrollEvent(at: report.position, notches: notch)), time: report.time)
    }
    guard let button = PointerButton(number) else { return nil }
    let press = InputEvent.pointerPressed(PointerPress(report, button))
    let wasLost = heldButtons & report.buttons != heldButtons
    if wasLost { clearPresses() }
    heldButtons |= button.mask
    return wasLost ? .inputs(.pointerGrabLost, press, time: report.time) : .input(press, time: report.time)
  }

  mutating func released(_ number: UInt32, _ report: PointerReport) -> WindowEvent? {
    guard let button = PointerButton(number), heldButtons & button.mask != 0 else { return nil }
    heldButtons &= ~button.mask
    return .input(.pointerReleased(PointerPress(report, button)), time: report.time)
  }

  /// Translates an enter event, also after a grab: the pointer has a new position.
  mutating func entered(_ report: PointerReport, mode: Int32) -> WindowEvent? {
    mode == NotifyGrab ? nil : moved(report)
  }

  /// Translates a leave event. While a button is down, the window receives all pointer events, so
  /// leaving is ignored. A grab by another client is reported.
  mutating func exited(_ report: PointerReport, mode: Int32, detail: Int32) -> WindowEvent? {
    guard detail != NotifyInferior else { return nil }
    if heldButtons != 0 { return mode == NotifyNormal ? nil : loseGrab(at: report.time) }
    return .input(.pointerLeft, time: report.time)
  }

  /// Whether a button or touch that was pressed in the window is still down.
  var isPressed: Bool { heldButtons != 0 || finger != nil }

  /// Clears the state of all presses.
  mutating func clearPresses() {
    (heldButtons, holder, finger) = (0, nil, nil)
    deferredReleases.removeAll()
  }

  mutating func loseGrab(at time: Time) -> WindowEvent {
    clearPresses()
    return .input(.pointerGrabLost, time: time)
  }

  /// Returns the notch of a wheel button, and `nil` for other buttons. The core protocol reports a
  /// wheel as four more buttons: up, down, left, right.
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

// Core protocol events, which do not distinguish pointers.
extension EventTranslation {
  mutating func motion(_ event: XMotionEvent) -> WindowEvent? { moved(PointerReport(event, scale: scale)) }

  mutating func press(_ event: XButtonEvent) -> WindowEvent? {
    pressed(event.button, PointerReport(event, scale: scale))
  }

  mutating func release(_ event: XButtonEvent) -> WindowEvent? {
    released(event.button, PointerReport(event, scale: scale))
  }

  mutating func enter(_ event: XCrossingEvent) -> WindowEvent? {
    isSentByXInput(event) ? nil : entered(PointerReport(event, scale: scale), mode: event.mode)
  }

  mutating func leave(_ event: XCrossingEvent) -> WindowEvent? {
    guard !isSentByXInput(event) else { return nil }
    return exited(PointerReport(event, scale: scale), mode: event.mode, detail: event.detail)
  }

  /// Returns whether XInput also reports the crossing. The server sends a motion or button event
  /// once, but a crossing through both protocols.
  private func isSentByXInput(_ event: XCrossingEvent) -> Bool {
    xinputStart.map { event.serial >= $0 } ?? false
  }
}

extension PointerPress {
  fileprivate init(_ report: PointerReport, _ button: PointerButton) {
    self.init(at: report.position, button: button, modifiers: report.modifiers)
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

  /// The button's bit in the `state` of a core event.
  fileprivate var mask: UInt32 {
    switch self {
    case .primary: UInt32(Button1Mask)
    case .middle: UInt32(Button2Mask)
    case .secondary: UInt32(Button3Mask)
    }
  }
}
