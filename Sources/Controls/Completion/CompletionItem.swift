/// What a person may mean by the text typed so far.
public struct CompletionItem: Hashable, Sendable {
  /// What takes the place of that text.
  public var text: String
  /// Which of its characters are what was typed, counted from its start; empty where none are, or
  /// where they stand so far behind that it would take too long to find them.
  public var match: Range<Int>

  public init(_ text: String, match: Range<Int> = 0..<0) {
    (self.text, self.match) = (text, match)
  }
}

/// Knows what text may be meant for.
public protocol CompletionSource {
  /// What a text may be the beginning of, or a part.
  ///
  /// - Parameters:
  ///   - text: Not empty, no spaces around it.
  ///   - limit: How many are wanted at most.
  /// - Returns: The best first.
  /// - Complexity: Asked with each key, so it should take no more than a millisecond or two.
  func completions(of text: String, limit: Int) -> [CompletionItem]
}
