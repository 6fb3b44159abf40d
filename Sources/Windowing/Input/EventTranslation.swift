import CX11
import Scene
import X11

/// The translation of X events into input, except keys, which need the input method.
///
/// It depends only on the events that it has received.
struct EventTranslation {
  /// The number of device pixels per logical pixel.
  var scale: Double
  /// Whether positions are relative to the screen, because the window moves with its content.
  var usesScreenPositions = false
  /// The mask of the buttons that were pressed in the window and are not released yet.
  var heldButtons: UInt32 = 0
  /// The source of the pressed buttons. `nil` if none is down or the core protocol reported the
  /// press.
  var holder: InputSource?
  /// The active touch.
  var finger: Finger?
  /// The releases that are deferred until their cause is known.
  var deferredReleases: [DeferredRelease] = []
  /// The pointers that XInput reports, by device number.
  var pointers: [Int32: MasterPointer] = [:]
  /// The serial number from which XInput reports pointer events. `nil` if XInput is not used.
  var xinputStart: UInt?

  init(scale: Double) { self.scale = scale }

  /// Returns whether an event may be handled.
  ///
  /// Any client can send any event, which then has `send_event` set. A password field must not
  /// accept keys from another client (xterm does so only with `allowSendEvents`), and a window must
  /// not accept its size. Only client messages and replies of selection owners, which are always
  /// sent, are accepted. Input through the server, as from on-screen keyboards with the XTEST
  /// extension, counts as user input. A `ConfigureNotify` sent by a window manager contains only a
  /// position, which is not used. Old servers allow clients to send even extension events.
  static func accepts(_ event: XEvent) -> Bool {
    event.xany.send_event == False || event.type == ClientMessage || event.type == SelectionNotify
  }

  /// Translates an event. Returns `nil` if it means nothing to a window.
  mutating func translate(_ event: XEvent) -> TranslatedEvent? {
    switch event.type {
    case MotionNotify: moved(report(event.xbutton))
    case ButtonPress: pressed(event.xbutton.button, report(event.xbutton))
    case ButtonRelease: released(event.xbutton.button, report(event.xbutton))
    case EnterNotify: enter(event.xcrossing)
    case LeaveNotify: leave(event.xcrossing)
    case UnmapNotify: unmap()
    default: nil
    }
  }
}

// Pointer events, independent of the protocol that reports them.
extension EventTranslation {
  /// Translates a movement. If a button that was pressed here is up, its release was lost, and so
  /// was the grab.
  mutating func moved(_ report: PointerReport) -> TranslatedEvent {
    if heldButtons & report.buttons != heldButtons { return loseGrab(at: report.time) }
    return .input(.pointerMoved(to: report.position), time: report.time)
  }

  /// Translates a button press. Detects a lost release in the same way as `moved(_:)`.
  ///
  /// - Parameter number: The button number. The four numbers after 3 are wheel directions, not
  ///   presses.
  mutating func pressed(_ number: UInt32, _ report: PointerReport) -> TranslatedEvent? {
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

  mutating func released(_ number: UInt32, _ report: PointerReport) -> TranslatedEvent? {
    guard let button = PointerButton(number), heldButtons & button.mask != 0 else { return nil }
    heldButtons &= ~button.mask
    return .input(.pointerReleased(PointerPress(report, button)), time: report.time)
  }

  /// Translates an enter event, also after a grab: the pointer has a new position.
  mutating func entered(_ report: PointerReport, mode: Int32) -> TranslatedEvent? {
    mode == NotifyGrab ? nil : moved(report)
  }

  /// Translates a leave event. While a button is down, the window receives all pointer events, so
  /// leaving is ignored. A grab by another client is reported.
  mutating func exited(_ report: PointerReport, mode: Int32, detail: Int32) -> TranslatedEvent? {
    guard detail != NotifyInferior else { return nil }
    if heldButtons != 0 { return mode == NotifyNormal ? nil : loseGrab(at: report.time) }
    return .input(.pointerLeft, time: report.time)
  }

  /// Whether a button or touch that was pressed in the window is still down.
  var isPressed: Bool { heldButtons != 0 || finger != nil }

  /// Clears all presses. The server ends the pointer grab with the window and sends no release.
  private mutating func unmap() -> TranslatedEvent? {
    clearPresses()
    return nil
  }

  /// Clears the state of all presses.
  mutating func clearPresses() {
    (heldButtons, holder, finger) = (0, nil, nil)
    deferredReleases.removeAll()
  }

  mutating func loseGrab(at time: Time) -> TranslatedEvent {
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
  mutating func enter(_ event: XCrossingEvent) -> TranslatedEvent? {
    isSentByXInput(event) ? nil : entered(report(event), mode: event.mode)
  }

  mutating func leave(_ event: XCrossingEvent) -> TranslatedEvent? {
    guard !isSentByXInput(event) else { return nil }
    return exited(report(event), mode: event.mode, detail: event.detail)
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

/// The input that an X event reports.
enum TranslatedEvent {
  /// User input, with the server time in milliseconds.
  case input(InputEvent, time: UInt)
  /// Two simultaneous inputs, in this order.
  case inputs(InputEvent, InputEvent, time: UInt)
  /// A press anywhere on the screen, by touch or at the pointer position.
  case pressedAnywhere(isTouch: Bool)
  /// A release was deferred. The next event shows its cause.
  case deferred
}
