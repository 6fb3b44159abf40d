public import Motion

/// Two gestures that are recognized independently in the same press.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
  /// The values of both gestures. A value is `nil` while its gesture is only possible, or if it
  /// failed.
  public struct Value: Sendable {
    /// The value of the first gesture.
    public var first: First.Value?
    /// The value of the second gesture.
    public var second: Second.Value?

    @inlinable init(first: First.Value?, second: Second.Value?) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline var both: GesturePair<First, Second>

  @inlinable init(first: First, second: Second) { both = GesturePair(first, second) }

  /// The state: active while one gesture is recognized and one of them may still change; failed
  /// only if both have failed.
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

  /// The earlier deadline of both gestures.
  @inlinable public var deadline: Instant? { both.deadline }

  @inlinable public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  @inlinable public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
