/// A token that consists of text.
public struct TextToken: Identifiable, Hashable, Sendable {
  /// The identity, which distinguishes tokens with equal texts.
  public let id: Int
  public let text: String

  public init(id: Int, text: String) {
    self.id = id
    self.text = text
  }
}

extension TokenField where Adapter == TextTokenAdapter {
  /// Creates a field of text tokens, numbered from 0, with the caret before the first token.
  ///
  /// - Parameter validation: Returns the problem of a text, or `nil` if the text is valid. If
  ///   `validation` is `nil`, every text is valid.
  /// - Complexity: O(*n*) in the number of texts. Only the visible tokens are measured.
  public init(
    _ texts: [String], validation: TextTokenAdapter.Validation? = nil,
    configuration: TokenFieldConfiguration = TokenFieldConfiguration(), in environment: Environment
  ) {
    // Here the compiler knows the type of the tokens, so a million of them take a tenth of the
    // time.
    self.init(
      texts.enumerated().lazy.map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: texts.count, validation: validation), configuration: configuration,
      in: environment)
  }
}
