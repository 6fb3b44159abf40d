import CX11
import Scene

extension Modifiers {
  /// Creates the modifiers from the `state` of a core event.
  ///
  /// Alt and the logo key are Mod1 and Mod4, where all XKB layouts have had them for decades.
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.super) }
  }

  /// Whether a key pressed with these modifiers is a command instead of text. AltGr is not
  /// included.
  var command: Bool { !isDisjoint(with: [.control, .alt, .super]) }
}
