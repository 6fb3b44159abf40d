public import Motion

/// Two gestures of which the first takes precedence: the second counts only where the first failed.
public struct Exclusive<First: Gesture, Second: Gesture>: Gesture {
  /// Which of them it is.
  public enum Value: Sendable {
    /// The first counts.
    case first(First.Value)
    /// The first has failed and the second counts.
    case second(Second.Value)
  }

  @usableFromInline var both: GesturePair<First, Second>

  @inlinable
  init(first: First, second: Second) { both = GesturePair(first, second) }

  /// The first one's, and once it has failed, the second one's.
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

  /// The earlier of both.
  @inlinable public var deadline: Instant? { both.deadline }

  @inlinable
  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  @inlinable
  public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension Exclusive.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
