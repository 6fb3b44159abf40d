import CX11
import CXInput
import Motion
import Scene

// A finger is a pointer that is there only while it presses, with the primary button; further
// fingers are nothing.
extension EventTranslation {
  mutating func touchBegan(_ event: XIDeviceEvent) -> WindowEvent? {
    let wasLost = finger?.hasLeft(before: event) ?? false
    guard pointers[event.deviceid]?.hasDirectTouch ?? true, heldButtons == 0,
      finger == nil || wasLost
    else { return nil }
    let report = PointerReport(event, scale: scale)
    let began = Finger(event, at: report.place)
    finger = began
    return .inputs(
      wasLost ? .pointerGrabLost : .pointerMoved(to: report.place),
      .pointerPressed(began.press(report)), time: event.time)
  }

  mutating func touchMoved(
    _ event: XIDeviceEvent, receivedAt received: Instant
  ) -> WindowEvent? {
    guard finger?.isOf(event) == true else { return nil }
    // Held back by somebody who may still claim it, the end is told as a movement.
    if event.flags & XITouchPendingEnd != 0 { return touchEnded(event, receivedAt: received) }
    let place = PointerReport(event, scale: scale).place
    finger?.place = place
    return .input(.pointerMoved(to: place), time: event.time)
  }

  /// The finger was lifted where it was last: the end of a touchscreen that was unplugged names a
  /// place that means nothing.
  mutating func touchEnded(
    _ event: XIDeviceEvent, receivedAt received: Instant
  ) -> WindowEvent? {
    guard let lifted = finger, lifted.isOf(event) else { return nil }
    finger = nil
    let release = InputEvent.pointerReleased(lifted.press(PointerReport(event, scale: scale)))
    return keepBack(
      .inputs(release, .pointerLeft, time: event.time), from: lifted.source, receivedAt: received)
  }
}

/// A finger on the screen.
struct Finger {
  let source: InputSource
  /// In logical pixels of the window.
  var place: Point
  private let touch: Int32
  /// Whether the server makes a pointer of it, for programs that know of no fingers.
  private let emulatesPointer: Bool

  init(_ event: XIDeviceEvent, at place: Point) {
    source = InputSource(event)
    self.place = place
    touch = event.detail
    emulatesPointer = event.flags & XITouchEmulatingPointer != 0
  }

  func isOf(_ event: XIDeviceEvent) -> Bool {
    touch == event.detail && source == InputSource(event)
  }

  /// Whether it is no longer there, as another touch begins: a screen makes a pointer of one finger
  /// at a time.
  func hasLeft(before event: XIDeviceEvent) -> Bool {
    emulatesPointer && event.flags & XITouchEmulatingPointer != 0
      && source == InputSource(event)
  }

  func press(_ report: PointerReport) -> PointerPress {
    PointerPress(at: place, modifiers: report.modifiers, isTouch: true)
  }
}
