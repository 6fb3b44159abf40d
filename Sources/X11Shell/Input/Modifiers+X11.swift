import CX11
import Scene

extension Modifiers {
  /// The modifiers in the `state` of a core event.
  ///
  /// Alt and the logo key are where every layout of XKB's has had them for decades, at Mod1 and Mod4.
  init(state: UInt32) {
    self = []
    for (mask, modifier): (Int32, Modifiers) in [
      (ShiftMask, .shift), (ControlMask, .control), (Mod1Mask, .alt), (Mod4Mask, .super),
    ] where state & UInt32(mask) != 0 {
      insert(modifier)
    }
  }

  /// Whether a key pressed with these commands something instead of typing. AltGr is not among them.
  var command: Bool { !isDisjoint(with: [.control, .alt, .super]) }
}
