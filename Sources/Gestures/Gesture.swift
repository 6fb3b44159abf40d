public import Motion
public import Scene

/// What a pointer does while a gesture watches it; places are in logical pixels.
public enum GestureEvent: Hashable, Sendable {
  /// The button went down there.
  case pressed(Point)
  /// With the button down it went there.
  case moved(Point)
  /// The button went up there.
  case released(Point)
  /// The pointer was taken away: nothing of this press may count.
  case cancelled
}

/// How far a gesture has come.
public enum GestureState<Value: Sendable>: Sendable {
  /// It may still become one.
  case possible
  /// It is one and goes on.
  case active(Value)
  /// It was one and is over.
  case ended(Value)
  /// This press will not become one, or is none any more.
  case failed

  /// The value of a gesture that goes on or is over.
  @inlinable public var value: Value? {
    switch self {
    case .active(let value), .ended(let value): value
    case .possible, .failed: nil
    }
  }
}

extension GestureState: Equatable where Value: Equatable {}

/// A way of pressing that means something: a plain value, told what the pointer does and when.
///
/// A gesture has no clock. Where time alone changes it, `deadline` says when, so that one timer
/// serves any number of gestures and none of them polls.
///
/// What composes gestures can be inlined, so that a program's compositions cost no more than if each
/// were written by hand.
public protocol Gesture: Sendable {
  /// What is told of a gesture that goes on or is over.
  associatedtype Value: Sendable

  /// How far it has come.
  var state: GestureState<Value> { get }

  /// When its state changes if the pointer does nothing more; `nil` where time changes nothing.
  var deadline: Instant? { get }

  /// Takes in what the pointer does, after every deadline up to then. A `pressed` begins it anew,
  /// but where it waits for a further press.
  ///
  /// Events may come late: a movement that is told after a newer one does not move back what
  /// follows the pointer.
  mutating func handle(_ event: GestureEvent, at now: Instant)

  /// Passes the deadlines up to `now`, each as if at its own instant.
  mutating func advance(to now: Instant)
}
