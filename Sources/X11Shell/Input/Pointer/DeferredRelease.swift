import CX11
import CXInput
import Motion

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
  let meaning: WindowEvent
  /// The time of receipt, which the deferral must not change.
  let received: Instant
}

extension EventTranslation {
  /// Defers an event that ends a press. Returns `nil` if there is none.
  mutating func deferRelease(_ meaning: WindowEvent?, from source: InputSource, receivedAt received: Instant)
    -> WindowEvent?
  {
    guard let meaning else { return nil }
    deferredReleases.append(DeferredRelease(source: source, meaning: meaning, received: received))
    return .deferred
  }

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
