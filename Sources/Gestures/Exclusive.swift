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

  private var first: First
  private var second: Second

  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// The first one's, and once it has failed, the second one's.
  public var state: GestureState<Value> {
    switch first.state {
    case .possible: return .possible
    case .active(let value): return .active(.first(value))
    case .ended(let value): return .ended(.first(value))
    case .failed: break
    }
    switch second.state {
    case .possible: return .possible
    case .active(let value): return .active(.second(value))
    case .ended(let value): return .ended(.second(value))
    case .failed: return .failed
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

extension Exclusive.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
