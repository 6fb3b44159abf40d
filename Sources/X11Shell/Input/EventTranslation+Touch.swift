import CX11
import CXInput
import Motion
import Scene

// A touch acts as a pointer that exists only while it presses, with the primary button. Further
// touches are ignored.
extension EventTranslation {
  mutating func touchBegan(_ event: XIDeviceEvent) -> WindowEvent? {
    let wasLost = finger?.hasEnded(before: event) ?? false
    guard pointers[event.deviceid]?.hasDirectTouch ?? true, heldButtons == 0, finger == nil || wasLost else {
      return nil
    }
    let report = PointerReport(event, scale: scale)
    let began = Finger(event, at: report.position)
    finger = began
    return .inputs(
      wasLost ? .pointerGrabLost : .pointerMoved(to: report.position), .pointerPressed(began.press(report)),
      time: event.time)
  }

  mutating func touchMoved(_ event: XIDeviceEvent, receivedAt received: Instant) -> WindowEvent? {
    guard finger?.matches(event) == true else { return nil }
    // Another client may still claim the touch, so its end is sent as an update.
    if event.flags & XITouchPendingEnd != 0 { return touchEnded(event, receivedAt: received) }
    let position = PointerReport(event, scale: scale).position
    finger?.position = position
    return .input(.pointerMoved(to: position), time: event.time)
  }

  /// Translates a touch end, at the last known position. The end event of an unplugged touchscreen
  /// has a meaningless position.
  mutating func touchEnded(_ event: XIDeviceEvent, receivedAt received: Instant) -> WindowEvent? {
    guard let lifted = finger, lifted.matches(event) else { return nil }
    finger = nil
    let release = InputEvent.pointerReleased(lifted.press(PointerReport(event, scale: scale)))
    return deferRelease(
      .inputs(release, .pointerLeft, time: event.time), from: lifted.source, receivedAt: received)
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

  func press(_ report: PointerReport) -> PointerPress {
    PointerPress(at: position, modifiers: report.modifiers, isTouch: true)
  }
}
