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

  /// A step of the caret.
  public enum Movement: Hashable, Sendable {
    case backward, forward
    /// To the next border of a word; where there are no words, the whole is one.
    case wordBackward, wordForward
    case toStart, toEnd
  }

  /// Moves the caret among `count` things.
  ///
  /// - Parameter extending: Whether the anchor stays. Otherwise it follows, and a step by one out
  ///   of a range goes to that side of the range instead.
  public mutating func move(_ movement: Movement, extending: Bool, count: Int) {
    switch movement {
    case .backward where !extending && !isCaret: place(at: range.lowerBound, count: count)
    case .forward where !extending && !isCaret: place(at: range.upperBound, count: count)
    case .backward: place(at: head - 1, extending: extending, count: count)
    case .forward: place(at: head + 1, extending: extending, count: count)
    case .wordBackward, .toStart: place(at: 0, extending: extending, count: count)
    case .wordForward, .toEnd: place(at: count, extending: extending, count: count)
    }
  }

  /// Puts the caret into a gap, the nearest there is.
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

  /// Keeps both ends among `count` things, after some went away.
  public mutating func clamp(to count: Int) {
    (anchor, head) = (min(anchor, count), min(head, count))
  }
}
