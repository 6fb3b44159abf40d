/// A caret, or a range with a fixed and a moving end, among the gaps of a row of things: 0 is
/// before the first of them, *n* after the last of *n*.
///
/// The same for characters and for tokens. It knows only how many things there are.
public struct TextSelection: Hashable, Sendable {
  /// The end that stays.
  public private(set) var anchor: Int
  /// The end that moves; the caret stands here.
  public private(set) var head: Int

  /// A caret in a gap.
  public init(caret: Int) {
    self.init(anchor: caret, head: caret)
  }

  /// A range.
  ///
  /// - Precondition: Neither end is negative.
  public init(anchor: Int, head: Int) {
    precondition(anchor >= 0 && head >= 0, "no gap before the first: \(anchor), \(head)")
    self.anchor = anchor
    self.head = head
  }

  /// What lies between both ends.
  public var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Whether it is a caret alone.
  public var isCaret: Bool { anchor == head }

  /// A step of the caret, as it is seen: left is where it points on the screen, whichever way the
  /// text is read.
  public enum Movement: Hashable, Sendable {
    case left, right
    /// To the next border of a word.
    case wordLeft, wordRight
    /// By one thing that is no text, or past all text that stands in one piece.
    case pieceLeft, pieceRight
    case up, down
    case lineStart, lineEnd
    case toStart, toEnd
  }

  /// Puts the caret into a gap, the nearest there is.
  ///
  /// - Parameter extending: Whether the anchor stays; otherwise it follows.
  public mutating func place(at gap: Int, extending: Bool = false, count: Int) {
    head = max(0, min(gap, count))
    if !extending { anchor = head }
  }

  /// Selects all of `count` things, the caret at their end.
  public mutating func selectAll(count: Int) {
    (anchor, head) = (0, count)
  }

  /// Gives the range up and keeps the caret.
  public mutating func collapse() { anchor = head }
}
