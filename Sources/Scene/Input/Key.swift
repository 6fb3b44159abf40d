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
