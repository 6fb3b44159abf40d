public import Motion
public import Scene

/// A press that is held long enough without much movement.
///
/// It ends when the duration is reached, with the button still pressed. Its value is the position
/// of the pointer at that time. An earlier movement may arrive after that; if it went too far, the
/// gesture still fails.
public struct LongPressGesture: Gesture {
  /// The duration of the press. If it is not positive, the gesture ends immediately on the press.
  public let minimumDuration: Duration
  /// The distance that the pointer may move during the press, in logical pixels.
  public let maximumDistance: Double

  /// The state: possible until the gesture has ended or failed.
  public private(set) var state = GestureState<Point>.possible
  /// The instant at which the duration is reached, or `nil` without a press that may still become a
  /// long press.
  public private(set) var deadline: Instant?
  /// The instant at which the duration was reached, or `nil` before that.
  private var end: Instant?
  private var start = Point.zero
  private var newest = (position: Point.zero, time: Instant.distantPast)

  /// Creates a long press gesture.
  ///
  /// - Parameters:
  ///   - minimumDuration: The duration of the press.
  ///   - maximumDistance: The distance that the pointer may move, in logical pixels. If it is
  ///     negative or NaN, any movement makes the gesture fail.
  public init(minimumDuration: Duration, maximumDistance: Double) {
    self.minimumDuration = minimumDuration
    self.maximumDistance = maximumDistance
  }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point):
      (state, start, newest) = (.possible, point, (point, now))
      (deadline, end) = (now + minimumDuration, nil)
      advance(to: now)
    case .moved(let point):
      guard deadline != nil || isBeforeEnd(now) else { return }
      if now >= newest.time { newest = (point, now) }
      if !(start.distance(to: point) <= maximumDistance) { fail() }
    case .released: if case .possible = state { fail() }
    case .cancelled: fail()
    }
  }

  public mutating func advance(to now: Instant) {
    guard let deadline, now >= deadline else { return }
    (self.deadline, end) = (nil, deadline)
    state = .ended(newest.position)
  }

  private func isBeforeEnd(_ now: Instant) -> Bool { end.map { now < $0 } ?? false }

  private mutating func fail() { (state, deadline, end) = (.failed, nil, nil) }
}
