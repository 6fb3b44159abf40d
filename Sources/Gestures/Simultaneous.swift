public import Motion

/// Two gestures that watch the same press.
public struct Simultaneous<First: Gesture, Second: Gesture>: Gesture {
  /// What each has come to; `nil` while only possible, or failed.
  public struct Value: Sendable {
    /// Of the first.
    public var first: First.Value?
    /// Of the second.
    public var second: Second.Value?
  }

  private var first: First
  private var second: Second

  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// Active as long as either may go on and one of them counts; failed only where both are.
  public var state: GestureState<Value> {
    let value = Value(first: first.state.value, second: second.state.value)
    switch (first.state, second.state) {
    case (.failed, .failed): return .failed
    case (.active, _), (_, .active): return .active(value)
    case (.possible, _), (_, .possible):
      return value.first == nil && value.second == nil ? .possible : .active(value)
    case (.ended, _), (_, .ended): return .ended(value)
    }
  }

  /// The earlier of both.
  public var deadline: Instant? {
    Instant.earliest(first.deadline, second.deadline)
  }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    first.handle(event, at: now)
    second.handle(event, at: now)
  }

  public mutating func advance(to now: Instant) {
    first.advance(to: now)
    second.advance(to: now)
  }
}

extension Simultaneous.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
