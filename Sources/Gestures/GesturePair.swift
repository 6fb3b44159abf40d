public import Motion
import Scene

/// Two gestures that receive the same events independently.
@usableFromInline struct GesturePair<First: Gesture, Second: Gesture>: Sendable {
  @usableFromInline var first: First
  @usableFromInline var second: Second

  @inlinable init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The earlier deadline of both gestures.
  @inlinable var deadline: Instant? { .earliest(first.deadline, second.deadline) }

  @inlinable mutating func handle(_ event: GestureEvent, at now: Instant) {
    first.handle(event, at: now)
    second.handle(event, at: now)
  }

  @inlinable mutating func advance(to now: Instant) {
    first.advance(to: now)
    second.advance(to: now)
  }
}
