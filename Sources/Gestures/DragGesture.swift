public import Motion
public import Scene

/// A drag: a press followed by a movement.
///
/// The drag becomes active when the pointer has moved far enough, and ends when the button is
/// released.
public struct DragGesture: Gesture {
  /// The current values of a drag.
  public struct Value: Hashable, Sendable {
    /// The position of the press.
    public var startPosition: Point
    /// The current position of the pointer.
    public var position: Point
    /// The velocity of the pointer on release, in logical pixels per second. It is zero before the
    /// release, and if the pointer had paused.
    public var velocity: Vector

    /// The displacement from the press to the current position.
    public var translation: Vector { position - startPosition }
  }

  /// The distance that the pointer must move to start the drag, in logical pixels. If it is 0,
  /// every press is a drag.
  public let minimumDistance: Double

  /// The state: possible until the pointer has moved far enough, then active until the release.
  public private(set) var state = GestureState<Value>.possible
  private var start: Point?
  /// The latest known position of the pointer and its time.
  private var newest = (position: Point.zero, time: Instant.distantPast)
  private var estimator = VelocityEstimator()

  /// Creates a drag gesture.
  ///
  /// - Parameter minimumDistance: The distance that the pointer must move, in logical pixels. A
  ///   negative value counts as 0. With NaN, no press is a drag.
  public init(minimumDistance: Double = 0) { self.minimumDistance = minimumDistance }

  /// Always `nil`: the state of a drag does not depend on time.
  public var deadline: Instant? { nil }

  /// Does nothing, since a drag has no deadline.
  public mutating func advance(to now: Instant) {}

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    switch event {
    case .pressed(let point):
      (state, start, newest) = (.possible, point, (point, now))
      estimator.reset()
      follow(point, at: now)
    case .moved(let point): follow(point, at: now)
    case .released(let point):
      // A release without movement is not a sample, since it would look like a pause.
      if point != state.value?.position { follow(point, at: now) }
      finish(at: now)
    case .cancelled: (state, start) = (.failed, nil)
    }
  }

  /// Updates the drag with a position of the pointer. A position older than the latest one counts
  /// only for the velocity and for the minimum distance. A position that is not finite is ignored.
  private mutating func follow(_ point: Point, at now: Instant) {
    guard let start, point.x.isFinite, point.y.isFinite else { return }
    estimator.add(point, at: now)
    if now >= newest.time { newest = (point, now) }
    if case .possible = state, !(start.distance(to: point) >= minimumDistance) { return }
    state = .active(Value(startPosition: start, position: newest.position, velocity: .zero))
  }

  private mutating func finish(at now: Instant) {
    start = nil
    guard case .active(var value) = state else {
      state = .failed
      return
    }
    value.velocity = estimator.velocity(at: now)
    state = .ended(value)
  }
}
