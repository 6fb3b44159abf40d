/// What a key means wherever there is text to be edited.
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

  /// Whether its effect is seen at the caret, not wherever one looks.
  var isAboutCaret: Bool {
    switch self {
    case .selectAll, .selectNone, .copy: false
    case .move, .delete, .undo, .redo, .cut, .paste: true
    }
  }

  /// What a key deletes where nothing is selected.
  public enum Deletion: Hashable, Sendable {
    case backward, forward
    case wordBackward, wordForward
    /// To an end of the text that stands in one piece.
    case toStart, toEnd

    /// Whether it takes what stands before the caret.
    var isBackward: Bool { self == .backward || self == .wordBackward || self == .toStart }
  }
}
