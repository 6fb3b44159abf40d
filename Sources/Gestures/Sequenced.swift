public import Motion
public import Scene

/// Two gestures in one press, one after the other.
///
/// The first one's end is a press for the second, where the pointer is then. Where either fails, so
/// does the sequence; the first may fail by a movement that is told only after its end.
public struct Sequenced<First: Gesture, Second: Gesture>: Gesture {
  /// What both have come to.
  public struct Value: Sendable {
    /// Of the first, which has ended.
    public var first: First.Value
    /// `nil` while the second is only possible.
    public var second: Second.Value?

    @inlinable
    init(first: First.Value, second: Second.Value?) {
      self.first = first
      self.second = second
    }
  }

  @usableFromInline var first: First
  @usableFromInline var second: Second
  /// The pointer as it was when the first ended; the second begins there.
  @usableFromInline var newest = (location: Point.zero, time: Instant.distantPast)
  /// When the first ended; `nil` before.
  @usableFromInline var handover: Instant?

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// Possible until the first has ended, then active until the second ends or fails.
  @inlinable public var state: GestureState<Value> {
    switch first.state {
    case .ended(let value) where isSecondUnderWay: state(after: value)
    case .failed: .failed
    case .ended, .active, .possible: .possible
    }
  }

  /// That of the one whose turn it is.
  @inlinable public var deadline: Instant? { isSecondUnderWay ? second.deadline : first.deadline }

  @inlinable var isSecondUnderWay: Bool { handover != nil }

  @inlinable
  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point):
      handover = nil
      newest = (point, now)
    case .moved(let point):
      if now >= newest.time { newest = (point, now) }
      if let handover, now < handover { first.handle(event, at: now) }
    case .released(let point):
      if now >= newest.time { newest = (point, now) }
    case .cancelled:
      // What has ended for good is to fail too.
      if isSecondUnderWay { first.handle(event, at: now) }
    }
    if isSecondUnderWay { return second.handle(event, at: now) }
    first.handle(event, at: now)
    beginSecond(at: now)
  }

  @inlinable
  public mutating func advance(to now: Instant) {
    guard !isSecondUnderWay else { return second.advance(to: now) }
    guard let deadline = first.deadline, now >= deadline else { return }
    first.advance(to: deadline)
    beginSecond(at: deadline)
    advance(to: now)
  }

  @inlinable
  mutating func beginSecond(at now: Instant) {
    guard !isSecondUnderWay, case .ended = first.state else { return }
    handover = now
    second.handle(.pressed(newest.location), at: now)
  }

  @inlinable
  func state(after value: First.Value) -> GestureState<Value> {
    switch second.state {
    case .possible: .active(Value(first: value, second: nil))
    case .active(let second): .active(Value(first: value, second: second))
    case .ended(let second): .ended(Value(first: value, second: second))
    case .failed: .failed
    }
  }
}

extension Sequenced.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
