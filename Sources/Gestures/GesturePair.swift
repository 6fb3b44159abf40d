public import Motion
import Scene

/// Two gestures that receive the same events independently.
struct GesturePair<First: Gesture, Second: Gesture>: Sendable {
  var first: First
  var second: Second

  /// The earlier deadline of both gestures.
  var deadline: Instant? { .earliest(first.deadline, second.deadline) }

  mutating func handle(_ event: GestureEvent, at now: Instant) {
    first.handle(event, at: now)
    second.handle(event, at: now)
  }

  mutating func advance(to now: Instant) {
    first.advance(to: now)
    second.advance(to: now)
  }
}

/// Two gestures of which the first has precedence. The second is used only if the first fails.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
  /// The value of the gesture in use.
  public enum Value: Sendable {
    /// The value of the first gesture.
    case first(First.Value)
    /// The value of the second gesture, after the first has failed.
    case second(Second.Value)
  }

  var both: GesturePair<First, Second>

  init(first: First, second: Second) { both = GesturePair(first: first, second: second) }

  /// The state of the first gesture, or of the second one after the first has failed.
  public var state: GestureState<Value> {
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
  public var deadline: Instant? { both.deadline }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}

/// Two gestures that are recognized independently in the same press.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
  /// The values of both gestures. A value is `nil` while its gesture is only possible, or if it
  /// failed.
  public struct Value: Sendable {
    /// The value of the first gesture.
    public var first: First.Value?
    /// The value of the second gesture.
    public var second: Second.Value?
  }

  var both: GesturePair<First, Second>

  init(first: First, second: Second) { both = GesturePair(first: first, second: second) }

  /// The state: active while one gesture is recognized and one of them may still change; failed
  /// only if both have failed.
  public var state: GestureState<Value> {
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
  public var deadline: Instant? { both.deadline }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    both.handle(event, at: now)
  }

  public mutating func advance(to now: Instant) { both.advance(to: now) }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
