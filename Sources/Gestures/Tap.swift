public import Motion
public import Scene

/// A press and a release near each other; its value is where the pointer was released.
public struct Tap: Gesture {
  /// A press held this long is none; `nil` where time does not matter.
  public let maximumDuration: Duration?
  /// How far the pointer may move meanwhile, in logical pixels.
  public let maximumDistance: Double

  /// Possible until it has ended or failed.
  public private(set) var state = GestureState<Point>.possible
  /// When the press has been held too long; `nil` where that cannot happen.
  public private(set) var deadline: Instant?
  private var start: Point?

  /// - Parameters:
  ///   - maximumDuration: Not positive: no press is short enough.
  ///   - maximumDistance: Negative or NaN: no press is a tap.
  public init(maximumDuration: Duration? = nil, maximumDistance: Double) {
    self.maximumDuration = maximumDuration
    self.maximumDistance = maximumDistance
  }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point):
      (state, start) = (.possible, point)
      deadline = maximumDuration.map { now + $0 }
    case .moved(let point):
      if !isNear(point) { fail() }
    case .released(let point):
      guard case .possible = state, start != nil, isNear(point) else { return fail() }
      (state, start, deadline) = (.ended(point), nil, nil)
    case .cancelled:
      fail()
    }
  }

  public mutating func advance(to now: Instant) {
    if let deadline, now >= deadline { fail() }
  }

  private func isNear(_ point: Point) -> Bool {
    guard let start else { return true }
    return start.distance(to: point) <= maximumDistance
  }

  private mutating func fail() {
    (state, start, deadline) = (.failed, nil, nil)
  }
}
