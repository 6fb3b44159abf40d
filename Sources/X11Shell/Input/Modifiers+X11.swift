import CX11
import Scene

extension Modifiers {
  /// The modifiers in the `state` of a core event.
  ///
  /// Alt and the logo key are where every layout of XKB's has had them for decades, at Mod1 and
  /// Mod4.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.super) }
  }

  /// Whether a key pressed with these commands something instead of typing. AltGr is not among
  /// them.
  var command: Bool { !isDisjoint(with: [.control, .alt, .super]) }
}
