public import Motion
public import Scene

/// A press and a release close to each other, once or several times in a row.
///
/// Its value is the position of the last release.
public struct TapGesture: Gesture {
  /// The number of taps in a row.
  public let count: Int
  /// The duration from which a press is too long, or `nil` for no limit.
  public let maximumDuration: Duration?
  /// The distance that the pointer may move during a press, in logical pixels.
  public let maximumDistance: Double
  /// The time after a release from which the next press starts a new sequence.
  public let maximumInterval: Duration
  /// The maximum distance of a press from the previous one, in logical pixels. A press farther away
  /// starts a new sequence.
  public let maximumSeparation: Double

  /// The state: possible until the gesture has ended or failed, also between two taps.
  public private(set) var state = GestureState<Point>.possible
  /// The instant at which the current press is too long or the next press is too late, or `nil` if
  /// time changes nothing.
  public private(set) var deadline: Instant?
  /// The position of the current press.
  private var start: Point?
  /// The counter of the taps in the sequence.
  private var clicks = ClickCounter()

  /// Creates a tap gesture.
  ///
  /// - Parameters:
  ///   - count: The number of taps in a row. A value below 1 counts as 1.
  ///   - maximumDuration: The duration from which a press is too long. If it is not positive, every
  ///     press is too long.
  ///   - maximumDistance: The distance that the pointer may move, in logical pixels. If it is
  ///     negative or NaN, no press is a tap.
  ///   - maximumInterval: The time from which the next press is too late. If it is not positive,
  ///     every next press is too late. The default is GTK's `gtk-double-click-time`.
  ///   - maximumSeparation: The maximum distance between presses, in logical pixels. If it is
  ///     negative or NaN, no press is close enough. The default is twice GTK's
  ///     `gtk-double-click-distance`.
  public init(
    count: Int = 1, maximumDuration: Duration? = nil, maximumDistance: Double,
    maximumInterval: Duration = .milliseconds(400), maximumSeparation: Double = 10
  ) {
    self.count = max(1, count)
    self.maximumDuration = maximumDuration
    self.maximumDistance = maximumDistance
    self.maximumInterval = maximumInterval
    self.maximumSeparation = maximumSeparation
  }

  public mutating func handle(_ event: GestureEvent, at now: Instant) {
    advance(to: now)
    switch event {
    case .pressed(let point): begin(at: point, now)
    case .moved(let point): if !isNear(point) { fail() }
    case .released(let point): finish(at: point, now)
    case .cancelled: fail()
    }
  }

  public mutating func advance(to now: Instant) { if let deadline, now >= deadline { fail() } }

  private mutating func begin(at point: Point, _ now: Instant) {
    // A press without a release before it starts a new sequence.
    if start != nil { clicks.reset() }
    clicks.press(
      PointerPress(at: point), at: now, within: maximumInterval, distance: maximumSeparation, upTo: count)
    (state, start) = (.possible, point)
    deadline = maximumDuration.map { now + $0 }
    advance(to: now)
  }

  private mutating func finish(at point: Point, _ now: Instant) {
    guard case .possible = state, start != nil, isNear(point) else { return fail() }
    start = nil
    clicks.release(at: now)
    if clicks.count < count {
      deadline = now + maximumInterval
    } else {
      (state, deadline) = (.ended(point), nil)
      clicks.reset()
    }
  }

  private func isNear(_ point: Point) -> Bool {
    guard let start else { return true }
    return start.distance(to: point) <= maximumDistance
  }

  private mutating func fail() {
    (state, start, deadline) = (.failed, nil, nil)
    clicks.reset()
  }
}
