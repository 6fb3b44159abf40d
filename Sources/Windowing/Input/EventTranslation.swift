import CX11
import Motion
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
  private(set) var heldButtons: UInt32 = 0
  /// The source of the pressed buttons. `nil` if none is down or the core protocol reported the
  /// press.
  private(set) var holder: InputSource?
  /// The active touch.
  private(set) var finger: Finger?
  /// The releases that are deferred until their cause is known.
  private(set) var deferredReleases: [DeferredRelease] = []
  /// The pointers that XInput reports, by device number.
  var pointers: [Int32: MasterPointer] = [:]
  /// The serial number from which XInput reports pointer events. `nil` if XInput is not used.
  var xinputStart: UInt?

  init(scale: Double) { self.scale = scale }

  /// Translates an event. Returns `nil` if it means nothing to a window.
  mutating func translate(_ event: XEvent) -> TranslatedEvent? {
    switch event.type {
    case MotionNotify: moved(report(event.xbutton))
    case ButtonPress: pressed(event.xbutton.button, report(event.xbutton))
    case ButtonRelease: released(event.xbutton.button, report(event.xbutton))
    case EnterNotify where !isSentByXInput(event.xcrossing):
      entered(report(event.xcrossing), mode: event.xcrossing.mode)
    case LeaveNotify where !isSentByXInput(event.xcrossing):
      exited(report(event.xcrossing), mode: event.xcrossing.mode, detail: event.xcrossing.detail)
    case UnmapNotify: unmap()
    default: nil
    }
  }

  /// Returns whether XInput also reports the crossing. The server sends a motion or button event
  /// once, but a crossing through both protocols.
  private func isSentByXInput(_ event: XCrossingEvent) -> Bool {
    xinputStart.map { event.serial >= $0 } ?? false
  }
}

// Pointer events, independent of the protocol that reports them.
extension EventTranslation {
  /// Translates a movement. If a button that was pressed here is up, its release was lost, and so
  /// was the grab.
  private mutating func moved(_ report: PointerReport) -> TranslatedEvent {
    if heldButtons & report.buttons != heldButtons { return loseGrab(at: report.time) }
    return .input(.pointerMoved(to: report.position), time: report.time)
  }

  /// Translates a button press. Detects a lost release in the same way as `moved(_:)`.
  ///
  /// - Parameter number: The button number. The four numbers after 3 are wheel directions, not
  ///   presses.
  private mutating func pressed(_ number: UInt32, _ report: PointerReport) -> TranslatedEvent? {
    if let notch = Self.notch(of: number) {
      return .input(.scrolled(ScrollEvent(at: report.position, notches: notch)), time: report.time)
    }
    guard let button = PointerButton(number) else { return nil }
    let press = InputEvent.pointerPressed(report.press(button))
    let wasLost = heldButtons & report.buttons != heldButtons
    if wasLost { clearPresses() }
    heldButtons |= Self.mask(of: number)
    return wasLost ? .inputs(.pointerGrabLost, press, time: report.time) : .input(press, time: report.time)
  }

  private mutating func released(_ number: UInt32, _ report: PointerReport) -> TranslatedEvent? {
    guard let button = PointerButton(number), heldButtons & Self.mask(of: number) != 0 else { return nil }
    heldButtons &= ~Self.mask(of: number)
    return .input(.pointerReleased(report.press(button)), time: report.time)
  }

  /// Translates an enter event, also after a grab: the pointer has a new position.
  private mutating func entered(_ report: PointerReport, mode: Int32) -> TranslatedEvent? {
    mode == NotifyGrab ? nil : moved(report)
  }

  /// Translates a leave event. While a button is down, the window receives all pointer events, so
  /// leaving is ignored. A grab by another client is reported.
  private mutating func exited(_ report: PointerReport, mode: Int32, detail: Int32) -> TranslatedEvent? {
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

  private mutating func loseGrab(at time: Time) -> TranslatedEvent {
    clearPresses()
    return .input(.pointerGrabLost, time: time)
  }

  /// Returns the bit of a button in the `state` of a core event.
  private static func mask(of button: UInt32) -> UInt32 { (UInt32(Button1Mask) >> 1) << button }

  /// Returns the notch of a wheel button, and `nil` for other buttons. The core protocol reports a
  /// wheel as four more buttons: up, down, left, right.
  private static func notch(of button: UInt32) -> Vector? {
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
  init?(_ number: UInt32) {
    switch number {
    case 1: self = .primary
    case 2: self = .middle
    case 3: self = .secondary
    default: return nil
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

// X Input Extension events, handled for each pointer separately.
extension EventTranslation {
  /// Translates an event whose data was fetched. Returns `nil` if it means nothing to a window.
  mutating func translate(_ event: XGenericEventCookie, receivedAt received: Instant) -> TranslatedEvent? {
    guard let data = UnsafeRawPointer(event.data) else { return nil }
    func load<Event>(_: Event.Type) -> Event { data.assumingMemoryBound(to: Event.self).pointee }
    return switch event.evtype {
    case XI_Motion: motion(load(XIDeviceEvent.self))
    case XI_ButtonPress: press(load(XIDeviceEvent.self))
    case XI_ButtonRelease: release(load(XIDeviceEvent.self), receivedAt: received)
    case XI_TouchBegin: touchBegan(load(XIDeviceEvent.self))
    case XI_TouchUpdate: touchMoved(load(XIDeviceEvent.self), receivedAt: received)
    case XI_TouchEnd: touchEnded(load(XIDeviceEvent.self), receivedAt: received)
    case XI_Enter, XI_Leave: crossed(load(XIEnterEvent.self))
    // Wheel notches, which are buttons too, are not presses, and neither is a touch on a touchpad.
    case XI_RawButtonPress:
      PointerButton(UInt32(truncatingIfNeeded: load(XIRawEvent.self).detail)).map { _ in
        .pressedAnywhere(isTouch: false)
      }
    case XI_RawTouchBegin:
      pointers[load(XIRawEvent.self).deviceid]?.hasDirectTouch ?? true ? .pressedAnywhere(isTouch: true) : nil
    case XI_DeviceChanged: deviceChanged(load(XIDeviceChangedEvent.self))
    case XI_HierarchyChanged: hierarchyChanged(load(XIHierarchyEvent.self))
    default: nil
    }
  }

  /// Returns the pointer whose scroll axes must be read again after the event, `nil` if there is
  /// none. The axes may have changed while the pointer was outside the window.
  func pointerToRead(after event: XGenericEventCookie) -> Int32? {
    guard event.evtype == XI_Enter, let data = event.data else { return nil }
    let crossing = data.assumingMemoryBound(to: XIEnterEvent.self).pointee
    guard crossing.mode != XINotifyGrab, crossing.detail != XINotifyInferior,
      pointers[crossing.deviceid]?.scrollsSmoothly ?? true
    else { return nil }
    return crossing.deviceid
  }

  /// Translates a motion event. A change of a scroll axis is also a motion event, at the old
  /// position.
  private mutating func motion(_ event: XIDeviceEvent) -> TranslatedEvent? {
    // Mutating access costs an allocation.
    let scroll =
      pointers[event.deviceid]?.scrolls(by: event.valuators) == true
      ? pointers[event.deviceid]?.scroll(by: event.valuators, serial: event.serial) : nil
    guard isAccepted(event.deviceid) else { return nil }
    let report = report(event)
    switch scroll {
    case nil, MasterPointer.Scroll.none?: return event.isEmulated ? nil : moved(report)
    case .unchanged: return nil
    case .notches(let notches):
      let step = ScrollEvent(at: report.position, notches: notches)
      return .input(.scrolled(step), time: event.time)
    }
  }

  /// Translates a button press. The server also sends wheel buttons, for clients without axis
  /// support.
  private mutating func press(_ event: XIDeviceEvent) -> TranslatedEvent? {
    let number = UInt32(truncatingIfNeeded: event.detail)
    guard isAccepted(event.deviceid) else { return nil }
    if let notch = Self.notch(of: number) {
      let isReported = pointers[event.deviceid]?.hasScrollAxis(for: notch, serial: event.serial) ?? false
      return isReported ? nil : pressed(number, report(event))
    }
    guard !event.isEmulated else { return nil }
    let meaning = pressed(number, report(event))
    if heldButtons != 0, holder == nil { holder = InputSource(event) }
    return meaning
  }

  private mutating func release(_ event: XIDeviceEvent, receivedAt received: Instant) -> TranslatedEvent? {
    guard isAccepted(event.deviceid), !event.isEmulated else { return nil }
    defer { if heldButtons == 0 { holder = nil } }
    guard let meaning = released(UInt32(truncatingIfNeeded: event.detail), report(event)) else { return nil }
    let release = DeferredRelease(source: InputSource(event), meaning: meaning, received: received)
    deferredReleases.append(release)
    return .deferred
  }

  private mutating func crossed(_ event: XIEnterEvent) -> TranslatedEvent? {
    guard isAccepted(event.deviceid) else { return nil }
    return event.evtype == XI_Enter
      ? entered(report(event), mode: event.mode)
      : exited(report(event), mode: event.mode, detail: event.detail)
  }

  /// Returns whether events of a pointer are accepted. While a touch or a button of one pointer is
  /// down, other pointers are ignored.
  private func isAccepted(_ pointer: Int32) -> Bool {
    finger == nil && (holder.map { $0.pointer == pointer } ?? true)
  }

  /// Updates the axes of a pointer when its device was replaced or has changed.
  private mutating func deviceChanged(_ event: XIDeviceChangedEvent) -> TranslatedEvent? {
    pointers[event.deviceid] = MasterPointer(event.classes, count: Int(event.num_classes))
    return nil
  }

  /// Reports a lost grab if a removed device had a button or touch down. Its release never arrives,
  /// or was not caused by the user.
  private mutating func hierarchyChanged(_ event: XIHierarchyEvent) -> TranslatedEvent? {
    let leaving = XIMasterRemoved | XISlaveRemoved | XISlaveDetached | XIDeviceDisabled
    let sources = [finger?.source, holder].compactMap(\.self) + deferredReleases.map(\.source)
    var isLost = false
    for info in UnsafeBufferPointer(start: event.info, count: Int(event.num_info))
    where info.flags & leaving != 0 {
      pointers[info.deviceid] = nil
      isLost = isLost || sources.contains { $0.matches(info.deviceid) }
    }
    return isLost ? loseGrab(at: event.time) : nil
  }
}

/// The source of input: a master pointer and the device that moves it.
struct InputSource: Hashable {
  let pointer: Int32
  let device: Int32

  init(_ event: XIDeviceEvent) { (pointer, device) = (event.deviceid, event.sourceid) }

  /// Returns whether the number identifies the pointer or the device.
  func matches(_ number: Int32) -> Bool { pointer == number || device == number }
}

extension XIDeviceEvent {
  /// Whether the server generated the event from a touch or a scroll axis.
  fileprivate var isEmulated: Bool { flags & XIPointerEmulated != 0 }
}

// A touch acts as a pointer that exists only while it presses, with the primary button. Further
// touches are ignored.
extension EventTranslation {
  private mutating func touchBegan(_ event: XIDeviceEvent) -> TranslatedEvent? {
    let wasLost = finger?.hasEnded(before: event) ?? false
    guard pointers[event.deviceid]?.hasDirectTouch ?? true, heldButtons == 0, finger == nil || wasLost else {
      return nil
    }
    let report = report(event)
    let began = Finger(event, at: report.position)
    finger = began
    return .inputs(
      wasLost ? .pointerGrabLost : .pointerMoved(to: report.position), .pointerPressed(began.press(report)),
      time: event.time)
  }

  private mutating func touchMoved(_ event: XIDeviceEvent, receivedAt received: Instant) -> TranslatedEvent? {
    guard finger?.matches(event) == true else { return nil }
    // Another client may still claim the touch, so its end is sent as an update.
    if event.flags & XITouchPendingEnd != 0 { return touchEnded(event, receivedAt: received) }
    let position = report(event).position
    finger?.position = position
    return .input(.pointerMoved(to: position), time: event.time)
  }

  /// Translates a touch end, at the last known position. The end event of an unplugged touchscreen
  /// has a meaningless position.
  private mutating func touchEnded(_ event: XIDeviceEvent, receivedAt received: Instant) -> TranslatedEvent? {
    guard let lifted = finger, lifted.matches(event) else { return nil }
    finger = nil
    let meaning = TranslatedEvent.inputs(
      .pointerReleased(lifted.press(report(event))), .pointerLeft, time: event.time)
    deferredReleases.append(DeferredRelease(source: lifted.source, meaning: meaning, received: received))
    return .deferred
  }
}

/// The touch that is tracked.
struct Finger {
  let source: InputSource
  /// The position in logical pixels of the window.
  var position: Point
  private let touch: Int32
  /// Whether the server emulates a pointer with this touch, for clients without touch support.
  private let emulatesPointer: Bool

  init(_ event: XIDeviceEvent, at position: Point) {
    source = InputSource(event)
    self.position = position
    touch = event.detail
    emulatesPointer = event.flags & XITouchEmulatingPointer != 0
  }

  func matches(_ event: XIDeviceEvent) -> Bool { touch == event.detail && source == InputSource(event) }

  /// Returns whether this touch has ended when another one begins. A touchscreen emulates a pointer
  /// with one touch at a time.
  func hasEnded(before event: XIDeviceEvent) -> Bool {
    emulatesPointer && event.flags & XITouchEmulatingPointer != 0 && source == InputSource(event)
  }

  fileprivate func press(_ report: PointerReport) -> PointerPress {
    PointerPress(at: position, modifiers: report.modifiers, isTouch: true)
  }
}

/// A button release or touch end, deferred until its cause is known.
///
/// When a device is disabled or unplugged, the server releases its buttons and touches. First it
/// sends a release, which is equal to one that the user caused, including position, flags and time.
/// Then it reports that the device has left (`DisableDevice` in `dix/devices.c`). It serves no
/// client between the two, so any other event after a release proves that the user caused it. The
/// server may send the two separately, so the next event is awaited. To make sure that one follows
/// soon, the window makes the server send it an event. It returns a moment later, and no other
/// client receives it.
struct DeferredRelease {
  let source: InputSource
  /// The window event, if the user caused the release.
  let meaning: TranslatedEvent
  /// The time of receipt, which the deferral must not change.
  let received: Instant
}

extension EventTranslation {
  /// Returns whether an event proves that the user caused the deferred releases.
  ///
  /// - Parameter opcode: XInput's opcode, since each extension numbers its events separately.
  static func confirmsReleases(_ event: XEvent, opcode: Int32) -> Bool {
    guard event.type == GenericEvent, event.xcookie.extension == opcode else { return true }
    return ![XI_ButtonRelease, XI_TouchEnd, XI_DeviceChanged, XI_HierarchyChanged].contains(
      event.xcookie.evtype)
  }

  /// Returns the deferred releases, oldest first, and clears them.
  mutating func takeDeferredReleases() -> [DeferredRelease] {
    defer { deferredReleases.removeAll(keepingCapacity: true) }
    return deferredReleases
  }
}

/// The common fields of core and XInput pointer events.
private struct PointerReport {
  /// The position in logical pixels of the window, or of the screen if the window moves with its content.
  let position: Point
  /// The buttons that were down before the event, as in the `state` of a core event.
  let buttons: UInt32
  let modifiers: Modifiers
  /// The server time, in milliseconds.
  let time: UInt

  func press(_ button: PointerButton) -> PointerPress {
    PointerPress(at: position, button: button, modifiers: modifiers)
  }
}

extension EventTranslation {
  /// Returns the fields of a motion or button event. Xlib's structures for both are equal up to there.
  private func report(_ event: XButtonEvent) -> PointerReport {
    report(
      Double(event.x), Double(event.y), Double(event.x_root), Double(event.y_root), buttons: event.state,
      modifiers: event.state, event.time)
  }

  private func report(_ event: XCrossingEvent) -> PointerReport {
    report(
      Double(event.x), Double(event.y), Double(event.x_root), Double(event.y_root), buttons: event.state,
      modifiers: event.state, event.time)
  }

  private func report(_ event: XIDeviceEvent) -> PointerReport {
    report(
      event.event_x, event.event_y, event.root_x, event.root_y, buttons: event.buttons.coreState,
      modifiers: UInt32(truncatingIfNeeded: event.mods.effective), event.time)
  }

  private func report(_ event: XIEnterEvent) -> PointerReport {
    report(
      event.event_x, event.event_y, event.root_x, event.root_y, buttons: event.buttons.coreState,
      modifiers: UInt32(truncatingIfNeeded: event.mods.effective), event.time)
  }

  private func report(
    _ x: Double, _ y: Double, _ rootX: Double, _ rootY: Double, buttons: UInt32, modifiers: UInt32,
    _ time: Time
  ) -> PointerReport {
    let (x, y) = usesScreenPositions ? (rootX, rootY) : (x, y)
    return PointerReport(
      position: Point(x: x / scale, y: y / scale), buttons: buttons, modifiers: Modifiers(state: modifiers),
      time: time)
  }
}

extension XIButtonState {
  /// The first buttons in the format of a core event's `state`. Here number 1 is the bit of the
  /// value 2, there it is `Button1Mask`.
  fileprivate var coreState: UInt32 {
    guard let mask, mask_len > 0 else { return 0 }
    return UInt32(mask[0] & 0b1111_1110) << 7
  }
}
