/// How the keyboard stands, whichever window has it: what decides on which character a key types and
/// is not to be seen on the key.
public struct KeyboardStatus: Hashable, Sendable {
  public var isCapsLockOn: Bool
  /// What the layout is called by which keys type, as in "English (US)"; `nil` where nobody says. It
  /// comes from outside, and is as long and as strange as whoever set it liked.
  public var layout: String?
  /// Whether the person can switch to a layout of another name.
  public var hasSeveralLayouts: Bool
  public var grab: KeyboardGrab

  public init(
    isCapsLockOn: Bool = false, layout: String? = nil, hasSeveralLayouts: Bool = false,
    grab: KeyboardGrab = .none
  ) {
    self.isCapsLockOn = isCapsLockOn
    self.layout = layout
    self.hasSeveralLayouts = hasSeveralLayouts
    self.grab = grab
  }
}

/// Whether no other window gets any key.
public enum KeyboardGrab: Hashable, Sendable {
  /// That was not asked for.
  case none
  /// The window has the keyboard for itself.
  case held
  /// So it has, though another window has the focus, which may be where the person looks.
  case kept
  /// Another program has it for itself, so that no key comes to the window.
  case heldElsewhere
  /// The window was not given it, for another reason.
  case refused
}
