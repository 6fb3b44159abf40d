public import Motion

/// Two gestures that watch the same press.
public struct Simultaneous<First: Gesture, Second: Gesture>: Gesture {
  /// What each has come to; `nil` while only possible, or failed.
  public struct Value: Sendable {
    /// Of the first.
    public var first: First.Value?
    /// Of the second.
    public var second: Second.Value?

    @inlinable
    init(first: First.Value?, second: Second.Value?) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline var both: GesturePair<First, Second>

  @inlinable
  init(first: First, second: Second) { both = GesturePair(first, second) }

  /// Active as long as either may go on and one of them counts; failed only where both are.
  @inlinable public var state: GestureState<Value> {
    let value = Value(first: both.first.state.value, second: both.second.state.value)
    switch (both.first.state, both.second.state) {
    case (.failed, .failed): return .failed
    case (.active, _), (_, .active): return .active(value)
    case (.possible, _), (_, .possible):
      return value.first == nil && value.second == nil ? .possible : .active(value)
    case (.ended, _), (_, .ended): return .ended(value)
    }
  }

  /// The earlier of both.
  @inlinable public var deadline: Instant? { both.deadline }

  @inlinable
  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  @inlinable
  public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension Simultaneous.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
