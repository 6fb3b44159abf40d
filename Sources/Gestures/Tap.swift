public import Motion
public import Scene

/// A press and a release near each other, once or several times in a row; its value is where the
/// pointer was released last.
public struct Tap: Gesture {
  /// How many times in a row.
  public let count: Int
  /// A press held this long is none; `nil` where time does not matter.
  public let maximumDuration: Duration?
  /// How far the pointer may move during a press, in logical pixels.
  public let maximumDistance: Double
  /// A press that comes this long after the release before it begins anew.
  public let maximumInterval: Duration
  /// How far a press may be from the one before it, in logical pixels; a press further away begins
  /// anew.
  public let maximumSeparation: Double

  /// Possible until it has ended or failed; between two taps it is possible still.
  public private(set) var state = GestureState<Point>.possible
  /// When the press has been held too long or the next one comes too late; `nil` where time
  /// changes nothing.
  public private(set) var deadline: Instant?
  /// Where the press under way began.
  private var start: Point?
  /// Where the press before it began; `nil` for the first.
  private var previous: Point?
  /// How many taps of the row are done.
  private var done = 0

  /// - Parameters:
  ///   - count: Below 1 counts as 1.
  ///   - maximumDuration: Not positive: no press is short enough.
  ///   - maximumDistance: Negative or NaN: no press is a tap.
  ///   - maximumInterval: Not positive: no press follows soon enough. The default is GTK's
  ///     `gtk-double-click-time`.
  ///   - maximumSeparation: Negative or NaN: no press is near enough. The default is twice GTK's
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
    case .moved(let point):
      if !isNear(point) { fail() }
    case .released(let point): finish(at: point, now)
    case .cancelled: fail()
    }
  }

  public mutating func advance(to now: Instant) {
    if let deadline, now >= deadline { fail() }
  }

  private mutating func begin(at point: Point, _ now: Instant) {
    if !follows(point) { done = 0 }
    (state, start, previous) = (.possible, point, point)
    deadline = maximumDuration.map { now + $0 }
    advance(to: now)
  }

  /// Whether a press goes on with the row: it waits for one, and there.
  private func follows(_ point: Point) -> Bool {
    guard start == nil, done > 0, let previous else { return false }
    return previous.distance(to: point) <= maximumSeparation
  }

  private mutating func finish(at point: Point, _ now: Instant) {
    guard case .possible = state, start != nil, isNear(point) else { return fail() }
    (start, done) = (nil, done + 1)
    if done < count {
      deadline = now + maximumInterval
    } else {
      (state, deadline, done) = (.ended(point), nil, 0)
    }
  }

  private func isNear(_ point: Point) -> Bool {
    guard let start else { return true }
    return start.distance(to: point) <= maximumDistance
  }

  private mutating func fail() {
    (state, start, deadline, done) = (.failed, nil, nil, 0)
  }
}
