/// A key by what it means, whatever keyboard it is on; a keypad's keys count as the main ones.
public enum Key: Hashable, Sendable {
  case left, right, up, down
  case home, end, pageUp, pageDown
  case tab, enter, escape, space
  case backspace, delete, insert
  case menu
  /// F1 to F35, by number.
  case function(Int)
  /// A key that types, by the lower-case character it stands for without modifiers.
  case character(Unicode.Scalar)
  /// Any other key: a bare modifier, a multimedia key.
  case unidentified
}

/// The modifier keys that were down.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1 << 0)
  public static let control = Modifiers(rawValue: 1 << 1)
  public static let alt = Modifiers(rawValue: 1 << 2)
  /// The key with a logo: Command on one keyboard, Windows on another.
  public static let `super` = Modifiers(rawValue: 1 << 3)

  /// Those that make a key a command instead of text.
  public static let command: Modifiers = [.control, .alt, .super]
}
