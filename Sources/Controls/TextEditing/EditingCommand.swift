/// A command of a key in editable text.
public enum EditingCommand: Hashable, Sendable {
  case move(TextSelection.Movement, extending: Bool)
  case selectAll
  case selectNone
  case delete(Deletion)
  case undo
  case redo
  case copy
  case cut
  case paste

  /// Whether the effect is visible at the caret, so that the caret must be scrolled into view.
  var actsAtCaret: Bool {
    switch self {
    case .selectAll, .selectNone, .copy: false
    case .move, .delete, .undo, .redo, .cut, .paste: true
    }
  }

  /// The part of the text that a key deletes if nothing is selected.
  public enum Deletion: Hashable, Sendable {
    case backward, forward
    case wordBackward, wordForward
    /// From the caret to an end of the text run.
    case toStart, toEnd

    /// Whether the deletion removes text before the caret.
    var isBackward: Bool { self == .backward || self == .wordBackward || self == .toStart }
  }
}
