/// A clock of its own, driven by another: it can run slower or faster, stand still and be set.
///
/// What moves by it asks for its place at `time(at: now)`, and wakes at `moment(of:)` of its own
/// next change, so that a whole scene is slowed or paused by one value. Times are mapped in whole
/// nanoseconds, rounded down, and saturate as instants do; the driving clock may go back too.
public struct Playback: Hashable, Sendable {
  /// As it runs, or will run again when it no longer stands still.
  private var speed = Rate.one
  /// Whether it stands still, whatever its rate.
  public private(set) var isPaused = false
  /// A moment of the driving clock.
  private var drivingAnchor = Instant.zero
  /// What this clock shows then.
  private var ownAnchor = Instant.zero

  /// Creates one that shows the driving clock's own time.
  public init() {}

  /// How much faster than the driving clock it runs, in 0…1000; 0 while it stands still.
  public var rate: Double { isPaused ? 0 : speed.value }

  /// What it shows.
  public func time(at now: Instant) -> Instant {
    guard !isPaused else { return ownAnchor }
    let elapsed = now.wide - drivingAnchor.wide
    return Instant(nanoseconds: Int64(clamping: ownAnchor.wide + speed.scaled(elapsed)))
  }

  /// When it will show a time, or when it did; `nil` while it stands still.
  ///
  /// - Returns: The first moment at which it shows as much.
  public func moment(of time: Instant) -> Instant? {
    guard rate > 0 else { return nil }
    let elapsed = time.wide - ownAnchor.wide
    let moment = drivingAnchor.wide + speed.timeScaling(to: elapsed)
    return Instant(nanoseconds: Int64(clamping: moment))
  }

  /// Lets it run at another rate from now on; it shows the same time as before.
  ///
  /// - Parameter rate: Clamped to 0…1000, in whole billionths; NaN counts as 1.
  public mutating func setRate(_ rate: Double, at now: Instant) {
    seek(to: time(at: now), at: now)
    speed = Rate(rate, in: 0...1000)
  }

  /// Sets it to a time, at which it goes on at the same rate or goes on standing still.
  public mutating func seek(to time: Instant, at now: Instant) {
    (drivingAnchor, ownAnchor) = (now, time)
  }

  /// Lets it stand still; it keeps its rate for `resume(at:)`.
  public mutating func pause(at now: Instant) {
    seek(to: time(at: now), at: now)
    isPaused = true
  }

  /// Lets it go on at the rate it had, or was given since.
  public mutating func resume(at now: Instant) {
    seek(to: time(at: now), at: now)
    isPaused = false
  }
}

extension Instant {
  /// Its nanoseconds, of which sums and differences do not overflow.
  fileprivate var wide: Int128 { Int128(nanoseconds) }
}
