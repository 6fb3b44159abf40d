public import Motion

/// Two gestures of which the first has precedence. The second is used only if the first fails.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
  /// The value of the gesture in use.
  public enum Value: Sendable {
    /// The value of the first gesture.
    case first(First.Value)
    /// The value of the second gesture, after the first has failed.
    case second(Second.Value)
  }

  @usableFromInline var both: GesturePair<First, Second>

  @inlinable init(first: First, second: Second) { both = GesturePair(first, second) }

  /// The state of the first gesture, or of the second one after the first has failed.
  @inlinable public var state: GestureState<Value> {
    switch both.first.state {
    case .possible: return .possible
    case .active(let value): return .active(.first(value))
    case .ended(let value): return .ended(.first(value))
    case .failed: break
    }
    switch both.second.state {
    case .possible: return .possible
    case .active(let value): return .active(.second(value))
    case .ended(let value): return .ended(.second(value))
    case .failed: return .failed
    }
  }

  /// The earlier deadline of both gestures.
  @inlinable public var deadline: Instant? { both.deadline }

  @inlinable public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  @inlinable public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
