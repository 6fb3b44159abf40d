package import Scene

/// A caret, or a selected range with a fixed and a moving end.
///
/// The ends are insertion indices between *n* elements, such as characters or tokens: 0 is before
/// the first element, and *n* is after the last.
public struct TextSelection: Hashable, Sendable {
  /// The fixed end of the range.
  public private(set) var anchor: Int
  /// The moving end of the range, at which the caret is displayed.
  public private(set) var head: Int

  /// Creates a caret at an insertion index.
  ///
  /// - Precondition: The index is not negative.
  package init(caret: Int) { self.init(anchor: caret, head: caret) }

  /// Creates a range.
  ///
  /// - Precondition: Neither end is negative.
  package init(anchor: Int, head: Int) {
    precondition(anchor >= 0 && head >= 0, "negative insertion index: \(anchor), \(head)")
    self.anchor = anchor
    self.head = head
  }

  /// Creates the selection that an assistive program requests.
  ///
  /// - Parameters:
  ///   - offsets: The offsets of clients in the text.
  ///   - start: The insertion index before the text.
  package init(_ offsets: Range<Int>, in text: AccessibleText.Content, from start: Int = 0) {
    func index(_ offset: Int) -> Int { start + text.graphemeIndex(ofOffset: offset) }
    self.init(anchor: index(offsets.lowerBound), head: index(offsets.upperBound))
  }

  /// The range between both ends.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Whether the selection is only a caret.
  public var isCaret: Bool { anchor == head }

  /// A movement of the caret. Left and right are directions on the screen, regardless of the
  /// direction of the text.
  public enum Movement: Hashable, Sendable {
    /// By one character or token.
    case left, right
    /// To the next word boundary.
    case wordLeft, wordRight
    /// Past one token, or past one text run.
    case tokenLeft, tokenRight
    /// By one line.
    case up, down
    /// To an end of the line.
    case lineStart, lineEnd
    /// To an end of the text.
    case toStart, toEnd
  }

  /// Moves the caret to an insertion index, clamped to 0…`count`.
  ///
  /// - Parameters:
  ///   - index: The insertion index.
  ///   - extending: Whether the anchor stays. Otherwise it moves with the caret.
  ///   - count: The number of elements.
  package mutating func moveCaret(to index: Int, extending: Bool = false, count: Int) {
    head = max(0, min(index, count))
    if !extending { anchor = head }
  }

  /// Selects all of `count` elements, with the caret at the end.
  package mutating func selectAll(count: Int) { (anchor, head) = (0, count) }

  /// Collapses the range to the caret.
  package mutating func collapse() { anchor = head }
}
