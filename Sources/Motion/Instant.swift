/// A point in time on a monotonic clock, in whole nanoseconds since the origin of that clock.
///
/// Compare two instants only if they come from the same clock. On Linux the event loop reads
/// `CLOCK_MONOTONIC`, which stops while the machine is suspended, so no animation jumps after a
/// resume. Tests create arbitrary instants.
///
/// Arithmetic saturates at `distantPast` and `distantFuture` (± 292 years) instead of trapping.
public struct Instant: Comparable, Hashable, Sendable {
  /// The nanoseconds since the origin of the clock.
  public let nanoseconds: Int64

  /// Creates an instant from the nanoseconds since the origin of the clock.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The origin of the clock.
  public static var zero: Instant { Instant(nanoseconds: 0) }
  /// The earliest instant, before all events.
  public static var distantPast: Instant { Instant(nanoseconds: .min) }
  /// The latest instant, after all events.
  public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  /// Returns the instant that is later by `duration`, or earlier if it is negative, rounded down to
  /// a nanosecond.
  public func advanced(by duration: Duration) -> Instant {
    Instant(nanoseconds: nanoseconds.saturatingSum(duration.wholeNanoseconds))
  }

  /// Returns the duration from this instant to `other`, negative if `other` is earlier.
  public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds(since: self)) }

  /// Returns the seconds from `start` to this instant as a floating-point number.
  public func seconds(since start: Instant) -> Double { Double(nanoseconds(since: start)) / 1e9 }

  /// Returns the nanoseconds from `start` to this instant, saturated to 64 bits.
  @inlinable func nanoseconds(since start: Instant) -> Int64 {
    let (difference, overflowed) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    guard overflowed else { return difference }
    return self < start ? .min : .max
  }

  /// Returns the instant that is later by a number of nanoseconds, saturated.
  func advanced(byNanoseconds duration: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds.saturatingSum(duration))
  }

  /// Returns the earliest instant that is not `nil`, or `nil` if there is none.
  public static func earliest(_ a: Instant?, _ b: Instant?, _ c: Instant? = nil, _ d: Instant? = nil)
    -> Instant?
  {
    func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
      guard let a, let b else { return a ?? b }
      return min(a, b)
    }
    return earlier(earlier(a, b), earlier(c, d))
  }

  /// Returns the earliest instant that is not `nil`, or `nil` if there is none.
  public static func earliest(_ instants: some Sequence<Instant?>) -> Instant? {
    instants.reduce(nil) { earliest($0, $1) }
  }

  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
  public static func - (instant: Instant, duration: Duration) -> Instant {
    // The smallest number of attoseconds has no opposite.
    instant.advanced(by: Duration(attoseconds: 0 - max(-.max, duration.attoseconds)))
  }
}

extension Instant: CustomStringConvertible { public var description: String { "\(seconds(since: .zero)) s" } }

extension Duration {
  /// The whole nanoseconds in this duration, rounded down and saturated to 64 bits.
  @usableFromInline var wholeNanoseconds: Int64 {
    let (whole, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: remainder < 0 ? whole - 1 : whole)
  }

  /// This duration in seconds.
  public var inSeconds: Double {
    // The conversion of 128 bits is generic and slow.
    guard attoseconds >= -Int128(Int64.max), attoseconds <= Int128(Int64.max) else {
      return Double(attoseconds) / 1e18
    }
    return Double(Int64(truncatingIfNeeded: attoseconds)) / 1e18
  }
}

extension Int64 {
  /// Creates the whole part of a number, saturated to 64 bits. NaN counts as 0.
  @usableFromInline init(saturating number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= 0x1p63 {
      self = .max
    } else {
      self = Int64(Swift.max(-0x1p63, number))
    }
  }

  /// Returns the sum, saturated to 64 bits.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflowed) = addingReportingOverflow(other)
    guard overflowed else { return sum }
    return other < 0 ? .min : .max
  }
}
