/// A key by its meaning, independent of the keyboard. Keypad keys count as the corresponding main
/// keys.
public enum Key: Hashable, Sendable {
  case left, right, up, down
  case home, end, pageUp, pageDown
  case tab, enter, escape, space
  case backspace, delete, insert
  case menu
  /// A function key, F1 to F35, by its number.
  case function(Int)
  /// A key that types a character, given as the lowercase character that it types without
  /// modifiers.
  case character(Unicode.Scalar)
  /// Any other key, such as a modifier alone or a multimedia key.
  case unidentified
}

/// A set of modifier keys.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let control = Modifiers(rawValue: 1 << 1)
  public static let alt = Modifiers(rawValue: 1 << 2)
  /// The logo key: Command on some keyboards, Windows on others.
  public static let `super` = Modifiers(rawValue: 1 << 3)

  /// The modifiers that turn a key into a command instead of text.
  public static let command: Modifiers = [.control, .alt, .super]
}

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
  /// Whether a prompt has dropped keys that the user was already typing when it got the keyboard, and none was accepted
  /// since.
  public var hasDroppedKeys = false

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
