public import Motion
import Scene

extension Gesture {
  /// This gesture, and when it has ended, the other one in the same press.
  public func sequenced<Second: Gesture>(before second: Second) -> Sequenced<Self, Second> {
    Sequenced(first: self, second: second)
  }

  /// Both gestures, neither caring about the other.
  public func simultaneously<Second: Gesture>(with second: Second) -> Simultaneous<Self, Second> {
    Simultaneous(first: self, second: second)
  }

  /// This gesture, or the other one where this one fails.
  public func exclusively<Second: Gesture>(before second: Second) -> Exclusive<Self, Second> {
    Exclusive(first: self, second: second)
  }
}

/// Two gestures in one press, one after the other.
public struct Sequenced<First: Gesture, Second: Gesture>: Gesture {
  /// What both have come to.
  public struct Value: Sendable {
    public var first: First.Value
    /// `nil` while the second is only possible.
    public var second: Second.Value?
  }

  private var first: First
  private var second: Second
  /// The pointer as it was when the first ended; the second begins there.
  private var location = Point.zero
  private var isSecondUnderWay = false

  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  public var state: GestureState<Value> {
    switch first.state {
    case .ended(let value) where isSecondUnderWay: state(after: value)
    case .failed: .failed
    case .ended, .active, .possible: .possible
    }
  }

  public var deadline: Instant? { isSecondUnderWay ? second.deadline : first.deadline }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point):
      isSecondUnderWay = false
      location = point
    case .moved(let point), .released(let point):
      location = point
    case .cancelled:
      first.handle(event, at: now)
    }
    if isSecondUnderWay { return second.handle(event, at: now) }
    first.handle(event, at: now)
    beginSecond(at: now)
  }

  public mutating func advance(to now: Instant) {
    guard !isSecondUnderWay else { return second.advance(to: now) }
    guard let deadline = first.deadline, now >= deadline else { return }
    first.advance(to: deadline)
    beginSecond(at: deadline)
    advance(to: now)
  }

  private mutating func beginSecond(at now: Instant) {
    guard !isSecondUnderWay, case .ended = first.state else { return }
    isSecondUnderWay = true
    second.handle(.pressed(location), at: now)
  }

  private func state(after value: First.Value) -> GestureState<Value> {
    switch second.state {
    case .possible: .active(Value(first: value, second: nil))
    case .active(let second): .active(Value(first: value, second: second))
    case .ended(let second): .ended(Value(first: value, second: second))
    case .failed: .failed
    }
  }
}

/// Two gestures that watch the same press.
public struct Simultaneous<First: Gesture, Second: Gesture>: Gesture {
  /// What each has come to; `nil` while only possible, or failed.
  public struct Value: Sendable {
    public var first: First.Value?
    public var second: Second.Value?
  }

  private var first: First
  private var second: Second

  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

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

  public var deadline: Instant? {
    [first.deadline, second.deadline].compactMap(\.self).min()
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

/// Two gestures of which the first takes precedence: the second counts only where the first failed.
public struct Exclusive<First: Gesture, Second: Gesture>: Gesture {
  /// Which of them it is.
  public enum Value: Sendable {
    case first(First.Value)
    case second(Second.Value)
  }

  private var first: First
  private var second: Second

  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

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

  public var deadline: Instant? {
    [first.deadline, second.deadline].compactMap(\.self).min()
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
