public import Motion
import Scene

/// Two gestures in one press, one after the other.
///
/// The end of the first gesture is a press for the second one, at the current position of the
/// pointer. If either gesture fails, the sequence fails. The first gesture may also fail after its
/// end, because of a movement that arrives late.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
  /// The values of both gestures.
  public struct Value: Sendable {
    /// The value of the first gesture, which has ended.
    public var first: First.Value
    /// The value of the second gesture, or `nil` while that gesture is only possible.
    public var second: Second.Value?
  }

  var first: First
  var second: Second
  /// The latest known position of the pointer and its time. The second gesture starts at this
  /// position.
  var newest = (position: Point.zero, time: Instant.distantPast)
  /// The instant at which the first gesture ended, or `nil` before that.
  var firstEnd: Instant?

  /// The state: possible until the first gesture has ended, then active until the second one ends
  /// or fails.
  public var state: GestureState<Value> {
    switch first.state {
    case .ended(let value) where hasSecondStarted: state(after: value)
    case .failed: .failed
    case .ended, .active, .possible: .possible
    }
  }

  /// The deadline of the gesture that is in progress.
  public var deadline: Instant? { hasSecondStarted ? second.deadline : first.deadline }

  var hasSecondStarted: Bool { firstEnd != nil }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point):
      firstEnd = nil
      newest = (point, now)
    case .moved(let point):
      if now >= newest.time { newest = (point, now) }
      if let firstEnd, now < firstEnd { first.handle(event, at: now) }
    case .released(let point): if now >= newest.time { newest = (point, now) }
    case .cancelled:
      // The first gesture must fail as well, although it has ended.
      if hasSecondStarted { first.handle(event, at: now) }
    }
    if hasSecondStarted { return second.handle(event, at: now) }
    first.handle(event, at: now)
    beginSecond(at: now)
  }

  public mutating func advance(to now: Instant) {
    guard !hasSecondStarted else { return second.advance(to: now) }
    guard let deadline = first.deadline, now >= deadline else { return }
    first.advance(to: deadline)
    beginSecond(at: deadline)
    advance(to: now)
  }

  mutating func beginSecond(at now: Instant) {
    guard !hasSecondStarted, case .ended = first.state else { return }
    firstEnd = now
    second.handle(.pressed(newest.position), at: now)
  }

  func state(after value: First.Value) -> GestureState<Value> {
    switch second.state {
    case .possible: .active(Value(first: value, second: nil))
    case .active(let second): .active(Value(first: value, second: second))
    case .ended(let second): .ended(Value(first: value, second: second))
    case .failed: .failed
    }
  }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
