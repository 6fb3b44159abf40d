/// A token that is a piece of text.
public struct TextToken: Identifiable, Hashable, Sendable {
  /// Told apart by this, since equal texts may repeat.
  public let id: Int
  public let text: String

  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}
