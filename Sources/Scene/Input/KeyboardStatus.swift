/// The state of the keyboard, independent of the window that has the focus. It influences the typed
/// character and is not visible on the keys.
public struct KeyboardStatus: Hashable, Sendable {
  public var isCapsLockOn: Bool
  /// The name of the active layout, such as "English (US)". It is `nil` if the name is unknown. The
  /// name comes from outside of the program, so it may have any length and content.
  public var layout: String?
  /// Whether the user can switch to a layout with another name.
  public var hasSeveralLayouts: Bool
  public var grab: KeyboardGrabStatus

  public init(
    isCapsLockOn: Bool = false, layout: String? = nil, hasSeveralLayouts: Bool = false,
    grab: KeyboardGrabStatus = .none
  ) {
    self.isCapsLockOn = isCapsLockOn
    self.layout = layout
    self.hasSeveralLayouts = hasSeveralLayouts
    self.grab = grab
  }
}

/// The status of the keyboard grab. While the keyboard is grabbed, no other client receives keys.
public enum KeyboardGrabStatus: Hashable, Sendable {
  /// No grab was requested.
  case none
  /// The window has grabbed the keyboard and has the focus.
  case grabbed
  /// The window has grabbed the keyboard, but another window has the focus. The user may look at
  /// that window.
  case grabbedWithoutFocus
  /// Another client has grabbed the keyboard, so this window receives no keys.
  case grabbedByOtherClient
  /// The grab failed for another reason.
  case failed
}
