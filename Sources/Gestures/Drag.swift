public import Motion
public import Scene

/// A press that moves; it begins once the pointer has gone far enough and ends with the release.
public struct Drag: Gesture {
  /// A drag as it stands.
  public struct Value: Hashable, Sendable {
    /// Where the pointer was pressed.
    public var start: Point
    /// Where the pointer is.
    public var location: Point
    /// How fast the pointer moved when it was let go, in logical pixels per second; zero where it had
    /// paused, and before the end.
    public var velocity: Vector

    /// From where it was pressed to where it is.
    public var translation: Vector { location - start }
  }

  /// How far the pointer must go before it is a drag, in logical pixels; 0 makes every press one.
  public let minimumDistance: Double

  /// Possible until the pointer has gone far enough, active until the release.
  public private(set) var state = GestureState<Value>.possible
  private var start: Point?
  /// Where the pointer was seen last, and when.
  private var newest = (location: Point.zero, time: Instant.distantPast)
  private var estimator = VelocityEstimator()

  /// - Parameter minimumDistance: Negative counts as 0; with NaN no press is a drag.
  public init(minimumDistance: Double = 0) {
    self.minimumDistance = minimumDistance
  }

  /// Time alone never begins or ends a drag.
  public var deadline: Instant? { nil }

  /// Does nothing.
  public mutating func advance(to now: Instant) {}

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    switch event {
    case .pressed(let point):
      (state, start, newest) = (.possible, point, (point, now))
      estimator.forget()
      follow(point, at: now)
    case .moved(let point):
      follow(point, at: now)
    case .released(let point):
      // A release that moves nothing is no sample: it would look like a pause.
      if point != state.value?.location { follow(point, at: now) }
      finish(at: now)
    case .cancelled:
      (state, start) = (.failed, nil)
    }
  }

  /// Takes in where the pointer was. What is older than the newest counts for the velocity alone,
  /// and for whether the pointer went far enough; what is nowhere finite counts for nothing.
  private mutating func follow(_ point: Point, at now: Instant) {
    guard let start, point.x.isFinite, point.y.isFinite else { return }
    estimator.add(point, at: now)
    if now >= newest.time { newest = (point, now) }
    if case .possible = state, !(start.distance(to: point) >= minimumDistance) { return }
    state = .active(Value(start: start, location: newest.location, velocity: .zero))
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
