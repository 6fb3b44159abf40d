/// A completion of typed text.
public struct CompletionItem: Hashable, Sendable {
  /// The text that replaces the typed text.
  public var text: String
  /// The range of characters that match the typed text, as offsets from the start of `text`. Empty
  /// if there is no match, or if it is so far from the start that finding it would take too long.
  public var match: Range<Int>

  /// Creates a completion.
  public init(_ text: String, match: Range<Int> = 0..<0) { (self.text, self.match) = (text, match) }
}

/// A source of completions for typed text.
public protocol CompletionSource {
  /// Returns completions of typed text, which may be the beginning or another part of them.
  ///
  /// - Parameters:
  ///   - text: The typed text, not empty, without surrounding spaces.
  ///   - limit: The maximum number of completions.
  /// - Returns: The completions, best first.
  /// - Complexity: Called for each key. Should take at most one or two milliseconds.
  func completions(of text: String, limit: Int) -> [CompletionItem]
}
