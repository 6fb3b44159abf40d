public import Motion
public import Scene

/// A press that is held long enough without moving far. It ends when the time is reached, with the
/// pointer still down, and its value is where the pointer is then. A movement from before that may
/// be told after it; where it went too far, the press fails still.
public struct LongPress: Gesture {
  /// How long the press must be held; not positive ends it at once.
  public let minimumDuration: Duration
  /// How far the pointer may move meanwhile, in logical pixels.
  public let maximumDistance: Double

  /// Possible until it has ended or failed.
  public private(set) var state = GestureState<Point>.possible
  /// When the time is reached; `nil` without a press that may still become one.
  public private(set) var deadline: Instant?
  /// When the time was reached; `nil` where it was not.
  private var end: Instant?
  private var start = Point.zero
  private var newest = (location: Point.zero, time: Instant.distantPast)

  /// - Parameter maximumDistance: Negative or NaN: any movement fails it.
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
    case .released:
      if case .possible = state { fail() }
    case .cancelled:
      fail()
    }
  }

  public mutating func advance(to now: Instant) {
    guard let deadline, now >= deadline else { return }
    (self.deadline, end) = (nil, deadline)
    state = .ended(newest.location)
  }

  private func isBeforeEnd(_ now: Instant) -> Bool { end.map { now < $0 } ?? false }

  private mutating func fail() {
    (state, deadline, end) = (.failed, nil, nil)
  }
}
