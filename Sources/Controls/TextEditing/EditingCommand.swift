public import Scene

/// A command of a key in editable text.
public enum EditingCommand: Hashable, Sendable {
  /// Moves the caret. With `extending`, the selection grows to it.
  case move(TextSelection.Movement, extending: Bool)
  /// Selects the whole text, or nothing.
  case selectAll, selectNone
  /// Deletes the selection. If nothing is selected, deletes a part of the text.
  case delete(Deletion)
  /// Reverts the last edit, or performs it again.
  case undo, redo
  /// Transfers the selection to the clipboard, or the clipboard to the text.
  case copy, cut, paste

  /// Whether the effect is visible at the caret, so that the caret must be scrolled into view.
  var actsAtCaret: Bool {
    switch self {
    case .selectAll, .selectNone, .copy: false
    case .move, .delete, .undo, .redo, .cut, .paste: true
    }
  }

  /// Whether a held key performs the command again and again, because it moves, deletes, or undoes that.
  public var isRepeatable: Bool {
    switch self {
    case .move, .delete, .undo, .redo: true
    case .selectAll, .selectNone, .copy, .cut, .paste: false
    }
  }

  /// The part of the text that a key deletes if nothing is selected.
  public enum Deletion: Hashable, Sendable {
    /// A character.
    case backward, forward
    /// To the next word boundary.
    case wordBackward, wordForward
    /// From the caret to an end of the text run.
    case toStart, toEnd
  }
}

/// The key bindings of GTK and Qt on X11. In addition, the Super key works like Command on macOS,
/// and Alt like Option.
extension EditingCommand {
  /// Creates the command of a key. Returns `nil` if the key has no command, so that another control
  /// can handle it.
  public init?(_ press: KeyPress) {
    if let movement = Self.movement(press.key, press.modifiers.subtracting(.shift)) {
      self = .move(movement, extending: press.modifiers.contains(.shift))
    } else if let command = Self.command(press) {
      self = command
    } else {
      return nil
    }
  }

  private static func movement(_ key: Key, _ modifiers: Modifiers) -> TextSelection.Movement? {
    switch (key, modifiers) {
    case (.left, []): .left
    case (.right, []): .right
    case (.left, .control): .wordLeft
    case (.right, .control): .wordRight
    case (.left, .alt): .tokenLeft
    case (.right, .alt): .tokenRight
    case (.up, []): .up
    case (.down, []): .down
    case (.home, []): .lineStart
    case (.end, []): .lineEnd
    case (.left, .super), (.home, .control): .toStart
    case (.right, .super), (.end, .control): .toEnd
    default: nil
    }
  }

  private static func command(_ press: KeyPress) -> EditingCommand? {
    switch (press.key, press.modifiers) {
    case (.backspace, []), (.backspace, .shift): .delete(.backward)
    case (.backspace, .control): .delete(.wordBackward)
    case (.delete, []): .delete(.forward)
    case (.delete, .control): .delete(.wordForward)
    case (.character("u"), .control): .delete(.toStart)
    case (.character("k"), .control): .delete(.toEnd)
    case (.character("a"), .control), (.character("/"), .control): .selectAll
    case (.character("a"), [.control, .shift]), (.character("\\"), .control): .selectNone
    case (.character("c"), .control), (.insert, .control): .copy
    case (.character("x"), .control), (.delete, .shift): .cut
    case (.character("v"), .control), (.insert, .shift): .paste
    case (.character("z"), .control): .undo
    case (.character("z"), [.control, .shift]), (.character("y"), .control): .redo
    default: nil
    }
  }
}
