/// A place where programs leave data for each other.
public enum Pasteboard: CaseIterable, Hashable, Sendable {
  /// What was copied or cut last, wherever that was.
  case clipboard
  /// What is selected, wherever that was done last; a press of the middle button pastes it.
  case primary
}
