/// How the keyboard stands, whichever window has it: what decides on which character a key types and
/// is not to be seen on the key.
public struct KeyboardStatus: Hashable, Sendable {
  public var isCapsLockOn: Bool
  /// What the layout is called by which keys type, as in "English (US)"; `nil` where nobody says. It
  /// comes from outside, and is as long and as strange as whoever set it liked.
  public var layout: String?
  /// Whether the person can switch to a layout of another name.
  public var hasSeveralLayouts: Bool

  public init(
    isCapsLockOn: Bool = false, layout: String? = nil, hasSeveralLayouts: Bool = false
  ) {
    self.isCapsLockOn = isCapsLockOn
    self.layout = layout
    self.hasSeveralLayouts = hasSeveralLayouts
  }
}
