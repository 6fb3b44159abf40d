/// A clock that is driven by a parent clock and can run faster or slower.
///
/// An animation on this clock is evaluated at `time(at: now)`. It is scheduled at `parentTime(of:)`
/// of its next change. One value therefore slows down a whole scene. Times are mapped in whole
/// nanoseconds, rounded down, and saturate like instants. The parent clock may also run backward.
public struct PlaybackClock: Hashable, Sendable {
  private var clockRate: ClockRate
  /// An instant of the parent clock.
  private var parentAnchor = Instant.zero
  /// The time of this clock at that instant.
  private var ownAnchor = Instant.zero

  /// Creates a clock that shows the time of the parent clock at `Instant.zero`.
  ///
  /// - Parameter rate: The rate, clamped to 0…1000 and rounded to whole billionths. NaN counts as 1.
  public init(rate: Double = 1) { clockRate = ClockRate(rate) }

  /// The rate relative to the parent clock, in 0…1000.
  public var rate: Double { clockRate.value }

  /// Returns the time of this clock at an instant of the parent clock.
  public func time(at now: Instant) -> Instant {
    let elapsed = now.wide - parentAnchor.wide
    return Instant(nanoseconds: Int64(clamping: ownAnchor.wide + clockRate.scaled(elapsed)))
  }

  /// Returns the instant of the parent clock at which this clock reaches a time, which may be in
  /// the past.
  ///
  /// - Returns: The first such instant; `nil` if the rate is 0.
  public func parentTime(of time: Instant) -> Instant? {
    guard rate > 0 else { return nil }
    let elapsed = time.wide - ownAnchor.wide
    let parentTime = parentAnchor.wide + clockRate.unscaled(elapsed)
    return Instant(nanoseconds: Int64(clamping: parentTime))
  }

  /// Changes the rate at an instant. The time of the clock is continuous.
  ///
  /// - Parameters:
  ///   - rate: The new rate, clamped to 0…1000 and rounded to whole billionths. NaN counts as 1.
  ///   - now: The instant of the parent clock.
  public mutating func setRate(_ rate: Double, at now: Instant) {
    (parentAnchor, ownAnchor) = (now, time(at: now))
    clockRate = ClockRate(rate)
  }
}

extension Instant {
  /// The nanoseconds as an integer whose sums and differences do not overflow.
  fileprivate var wide: Int128 { Int128(nanoseconds) }
}

/// The rate of one clock relative to another, in whole billionths, so that times are mapped
/// exactly, however large they are.
private struct ClockRate: Hashable, Sendable {
  /// The rate times 10⁹, not negative.
  let billionths: Int64

  /// - Parameter rate: The rate, clamped to 0…1000. NaN counts as 1.
  init(_ rate: Double) { billionths = Int64(((rate.isNaN ? 1 : max(0, min(rate, 1000))) * 1e9).rounded()) }

  /// The rate as a floating-point number.
  var value: Double { Double(billionths) / 1e9 }

  /// Returns the time of the first clock while the second advances by `time`, rounded down.
  func scaled(_ time: Int128) -> Int128 {
    // The usual rate needs no division, which is slow.
    billionths == 1_000_000_000 ? time : (time * Int128(billionths)).quotientRoundedDown(by: 1_000_000_000)
  }

  /// Returns the first time of the second clock at which the first clock shows at least `time`.
  ///
  /// - Precondition: The rate is not 0.
  func unscaled(_ time: Int128) -> Int128 {
    billionths == 1_000_000_000
      ? time : -(-time * 1_000_000_000).quotientRoundedDown(by: Int128(billionths))
  }
}

extension Int128 {
  /// Returns the quotient, rounded down.
  ///
  /// - Parameter divisor: A positive number.
  fileprivate func quotientRoundedDown(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
