/// A selection through which clients exchange data.
public enum Pasteboard: CaseIterable, Hashable, Sendable {
  /// The data that the user copied or cut last, in any client.
  case clipboard
  /// The text that the user selected last, in any client. A click with the middle button pastes it.
  case primary
}
