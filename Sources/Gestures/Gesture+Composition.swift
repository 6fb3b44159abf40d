extension Gesture {
  /// Returns a gesture that continues with `second` in the same press after this gesture has ended.
  @inlinable public func sequenced<Second: Gesture>(before second: Second) -> SequenceGesture<Self, Second> {
    SequenceGesture(first: self, second: second)
  }

  /// Returns a gesture that recognizes this gesture and `second` independently of each other.
  @inlinable public func simultaneously<Second: Gesture>(with second: Second) -> SimultaneousGesture<
    Self, Second
  > { SimultaneousGesture(first: self, second: second) }

  /// Returns a gesture that uses `second` if this gesture fails.
  @inlinable public func exclusively<Second: Gesture>(before second: Second) -> ExclusiveGesture<Self, Second>
  { ExclusiveGesture(first: self, second: second) }
}
