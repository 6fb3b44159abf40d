import CX11
import CXInput
import Motion

/// The end of a press by a button or a finger, kept back until it is known what ended it.
///
/// When a device is switched off or unplugged, the server lets go of whatever it holds: first it
/// tells that the button came up or that the finger was lifted, by an event that nothing tells from
/// a person's, place, flags and time included, and then that the device has left (`DisableDevice` in
/// `dix/devices.c`). It serves nobody between the two, so whichever other event follows an end
/// proves that a person let go. It may send them apart: what follows is waited for. That something
/// does follow soon is seen to by an event that the window has the server send to itself, which
/// comes back a moment later, and which nobody else hears of.
struct PressEnding {
  let source: InputSource
  /// What it is if it is a person's.
  let meaning: WindowEvent
  /// When it was received, which waiting for its proof must not change.
  let received: Instant
}

extension EventTranslation {
  /// Keeps back what ends a press; nothing where it ends none.
  mutating func keepBack(
    _ meaning: WindowEvent?, from source: InputSource, receivedAt received: Instant
  ) -> WindowEvent? {
    guard let meaning else { return nil }
    endings.append(PressEnding(source: source, meaning: meaning, received: received))
    return .keptBack
  }

  /// Whether what was kept back is a person's, since this event follows.
  ///
  /// - Parameter opcode: XInput's, since each extension counts its events from its own first.
  static func provesEndings(_ event: XEvent, opcode: Int32) -> Bool {
    guard event.type == GenericEvent, event.xcookie.extension == opcode else { return true }
    return ![XI_ButtonRelease, XI_TouchEnd, XI_DeviceChanged, XI_HierarchyChanged]
      .contains(event.xcookie.evtype)
  }

  /// Hands over what was kept back, oldest first, and forgets it.
  mutating func takeEndings() -> [PressEnding] {
    defer { endings.removeAll(keepingCapacity: true) }
    return endings
  }
}
