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

extension TokenField where Kind == TextTokens {
  /// Creates a field of texts, numbered from 0 on, with the caret before the first.
  ///
  /// - Parameter validation: Tells what is wrong with a text; `nil` where any text will do.
  /// - Complexity: O(*n*) in the number of texts, of which it measures those that can be seen.
  public init(
    _ texts: [String], validation: TextTokens.Validation? = nil,
    configuration: TokenFieldConfiguration = TokenFieldConfiguration(), in environment: Environment
  ) {
    // Here, where the compiler knows what the tokens are, a million of them take a tenth of the time.
    self.init(
      texts.enumerated().lazy.map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: texts.count, validation: validation),
      configuration: configuration, in: environment)
  }
}
