import Motion
import Scene

/// Two gestures that are told of the same press, each for itself.
struct GesturePair<First: Gesture, Second: Gesture>: Sendable {
  private(set) var first: First
  private(set) var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The earlier of both.
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
