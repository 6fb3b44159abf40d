public import Motion
public import Scene

/// A pointer event for a gesture. Positions are in logical pixels.
public enum GestureEvent: Hashable, Sendable {
  /// The button was pressed at a position.
  case pressed(Point)
  /// The pointer moved to a position with the button pressed.
  case moved(Point)
  /// The button was released at a position.
  case released(Point)
  /// The press was cancelled and must have no effect.
  case cancelled
}

/// The state of gesture recognition.
public enum GestureState<Value: Sendable>: Sendable {
  /// The gesture may still be recognized.
  case possible
  /// The gesture is recognized and in progress.
  case active(Value)
  /// The gesture was recognized and is complete.
  case ended(Value)
  /// The current press is not, or no longer, this gesture.
  case failed

  /// The value if the gesture is active or ended, otherwise `nil`.
  public var value: Value? {
    switch self {
    case .active(let value), .ended(let value): value
    case .possible, .failed: nil
    }
  }
}

extension GestureState: Equatable where Value: Equatable {}

/// A recognizer of a pointer gesture, as a plain value that receives events with their times.
///
/// A gesture has no clock. If time alone changes its state, `deadline` returns the instant of the
/// change. One timer can therefore serve any number of gestures, and none of them polls.
///
/// Gestures can be composed. The controls use `PressRecognizer` instead.
public protocol Gesture: Sendable {
  /// The value of an active or ended gesture.
  associatedtype Value: Sendable

  /// The current state.
  var state: GestureState<Value> { get }

  /// The instant at which the state changes if no event arrives before, or `nil` if time changes
  /// nothing.
  var deadline: Instant? { get }

  /// Updates the state after an event. Deadlines up to `now` are processed first.
  ///
  /// A `pressed` event restarts the gesture, unless the gesture is waiting for another press.
  ///
  /// Events may arrive late: a movement that arrives after a newer one does not move the current
  /// position back.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event.
  mutating func handle(_ event: GestureEvent, at now: Instant)

  /// Processes all deadlines up to `now`, each as if at its own instant.
  mutating func advance(to now: Instant)
}

extension Gesture {
  /// Returns a gesture that continues with `second` in the same press after this gesture has ended.
  public func sequenced<Second: Gesture>(before second: Second) -> SequenceGesture<Self, Second> {
    SequenceGesture(first: self, second: second)
  }

  /// Returns a gesture that recognizes this gesture and `second` independently of each other.
  public func simultaneously<Second: Gesture>(with second: Second) -> SimultaneousGesture<
    Self, Second
  > { SimultaneousGesture(first: self, second: second) }

  /// Returns a gesture that uses `second` if this gesture fails.
  public func exclusively<Second: Gesture>(before second: Second) -> ExclusiveGesture<Self, Second> {
    ExclusiveGesture(first: self, second: second)
  }
}
