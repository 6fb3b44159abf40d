public import Scene

/// What a key means in a text field of any kind.
///
/// The map is that of GTK and Qt on X11, with the logo key as macOS uses Command.
public enum EditingCommand: Hashable, Sendable {
  case move(TextSelection.Movement, extending: Bool)
  case selectAll
  case selectNone
  case deleteBackward
  case deleteForward
  case deleteWordBackward
  case deleteWordForward
  case deleteToStart
  case deleteToEnd

  /// The command of a key; `nil` where it is none, so that the key can go on to somebody else.
  public init?(_ press: KeyPress) {
    let isExtending = press.modifiers.contains(.shift)
    if let movement = Self.movement(press.key, press.modifiers.subtracting(.shift)) {
      self = .move(movement, extending: isExtending)
    } else if let command = Self.deletion(press) ?? Self.selection(press) {
      self = command
    } else {
      return nil
    }
  }

  private static func movement(
    _ key: Key, _ modifiers: Modifiers
  ) -> TextSelection.Movement? {
    switch (key, modifiers) {
    case (.left, []): .backward
    case (.right, []): .forward
    case (.left, .control): .wordBackward
    case (.right, .control): .wordForward
    case (.left, .super), (.home, []), (.home, .control): .toStart
    case (.right, .super), (.end, []), (.end, .control): .toEnd
    default: nil
    }
  }

  private static func deletion(_ press: KeyPress) -> EditingCommand? {
    switch (press.key, press.modifiers) {
    case (.backspace, []), (.backspace, .shift): .deleteBackward
    case (.backspace, .control): .deleteWordBackward
    case (.delete, []): .deleteForward
    case (.delete, .control): .deleteWordForward
    case (.character("u"), .control): .deleteToStart
    case (.character("k"), .control): .deleteToEnd
    default: nil
    }
  }

  private static func selection(_ press: KeyPress) -> EditingCommand? {
    switch (press.key, press.modifiers) {
    case (.character("a"), .control), (.character("/"), .control): .selectAll
    case (.character("a"), [.control, .shift]), (.character("\\"), .control): .selectNone
    default: nil
    }
  }
}
