/// A clock of its own, driven by another: it can run slower or faster, stand still and be set.
///
/// What moves by it asks for its place at `time(at: now)`, and wakes at `moment(of:)` of its own
/// next change, so that a whole scene is slowed or paused by one value.
public struct Playback: Hashable, Sendable {
  /// How much faster than the driving clock it runs, in 0…1000; 0 while it stands still.
  public private(set) var rate = 1.0
  /// A moment of the driving clock.
  private var drivingAnchor = Instant.zero
  /// What this clock shows then.
  private var ownAnchor = Instant.zero

  /// Creates one that shows the driving clock's own time.
  public init() {}

  /// What it shows.
  public func time(at now: Instant) -> Instant {
    let elapsed = now.nanoseconds(since: drivingAnchor)
    guard rate != 1 else { return ownAnchor + .nanoseconds(elapsed) }
    return ownAnchor + .nanoseconds(Int64(saturating: Double(elapsed) * rate))
  }

  /// When it will show a time, or when it did; `nil` while it stands still.
  ///
  /// - Returns: The first moment at which it shows as much.
  public func moment(of time: Instant) -> Instant? {
    guard rate > 0 else { return nil }
    let elapsed = time.nanoseconds(since: ownAnchor)
    guard rate != 1 else { return drivingAnchor + .nanoseconds(elapsed) }
    return drivingAnchor + .nanoseconds(Int64(saturating: (Double(elapsed) / rate).rounded(.up)))
  }

  /// Lets it run at another rate from now on; it shows the same time as before.
  ///
  /// - Parameter rate: Clamped to 0…1000; NaN counts as 1.
  public mutating func setRate(_ rate: Double, at now: Instant) {
    (drivingAnchor, ownAnchor) = (now, time(at: now))
    self.rate = rate.isNaN ? 1 : max(0, min(rate, 1000))
  }

  /// Sets it to a time, at which it goes on at the same rate.
  public mutating func seek(to time: Instant, at now: Instant) {
    (drivingAnchor, ownAnchor) = (now, time)
  }
}
