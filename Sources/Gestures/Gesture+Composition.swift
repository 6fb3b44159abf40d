extension Gesture {
  /// This gesture, and when it has ended, the other one in the same press.
  @inlinable
  public func sequenced<Second: Gesture>(before second: Second) -> Sequenced<Self, Second> {
    Sequenced(first: self, second: second)
  }

  /// Both gestures, neither caring about the other.
  @inlinable
  public func simultaneously<Second: Gesture>(with second: Second) -> Simultaneous<Self, Second> {
    Simultaneous(first: self, second: second)
  }

  /// This gesture, or the other one where this one fails.
  @inlinable
  public func exclusively<Second: Gesture>(before second: Second) -> Exclusive<Self, Second> {
    Exclusive(first: self, second: second)
  }
}
