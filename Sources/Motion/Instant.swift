/// A moment on a monotonic clock, in whole nanoseconds since that clock's own origin.
///
/// Two instants are comparable only when they came from the same clock. On Linux the run loop reads
/// `CLOCK_MONOTONIC`, which stands still while the machine is suspended, so that no animation wakes
/// up to find that it has jumped. Tests make instants out of nothing.
///
/// Arithmetic saturates at `distantPast` and `distantFuture` (± 292 years) instead of trapping.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since the clock's origin.
  public let nanoseconds: Int64

  /// Creates an instant some nanoseconds after the clock's origin.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The clock's origin.
  @inlinable public static var zero: Instant { Instant(nanoseconds: 0) }
  /// Earlier than anything that happens.
  @inlinable public static var distantPast: Instant { Instant(nanoseconds: .min) }
  /// Later than anything that happens.
  @inlinable public static var distantFuture: Instant { Instant(nanoseconds: .max) }

  /// The instant that much later, or earlier where `duration` is negative, rounded down to a
  /// nanosecond.
  public func advanced(by duration: Duration) -> Instant {
    Instant(nanoseconds: nanoseconds.saturatingSum(duration.wholeNanoseconds))
  }

  /// How long it is from this instant to `other`; negative where `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds(since: self))
  }

  /// The seconds from `start` to this instant, as a number for the equations of motion.
  public func seconds(since start: Instant) -> Double {
    Double(nanoseconds(since: start)) / 1e9
  }

  /// The nanoseconds from `start` to this instant, saturated to 64 bits.
  @inlinable
  func nanoseconds(since start: Instant) -> Int64 {
    let (difference, overflowed) = nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    guard overflowed else { return difference }
    return self < start ? .min : .max
  }

  /// The instant that many nanoseconds later, saturated.
  func advanced(byNanoseconds duration: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds.saturatingSum(duration))
  }

  /// The earliest of those that there are.
  public static func earliest(
    _ a: Instant?, _ b: Instant?, _ c: Instant? = nil, _ d: Instant? = nil
  ) -> Instant? {
    func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
      guard let a, let b else { return a ?? b }
      return min(a, b)
    }
    return earlier(earlier(a, b), earlier(c, d))
  }

  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  public static func + (instant: Instant, duration: Duration) -> Instant {
    instant.advanced(by: duration)
  }
  public static func - (instant: Instant, duration: Duration) -> Instant {
    // The most negative number of attoseconds has no opposite.
    instant.advanced(by: Duration(attoseconds: 0 - max(-.max, duration.attoseconds)))
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { "\(seconds(since: .zero)) s" }
}

extension Duration {
  /// The whole nanoseconds in this duration, rounded down and saturated to 64 bits.
  var wholeNanoseconds: Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }

  /// This duration in seconds.
  public var inSeconds: Double { Double(attoseconds) / 1e18 }
}

extension Int64 {
  /// The whole part of a number, or what is nearest to it in 64 bits; NaN counts as 0.
  @usableFromInline
  init(saturating number: Double) {
    if number.isNaN {
      self = 0
    } else if number >= 0x1p63 {
      self = .max
    } else {
      self = Int64(Swift.max(-0x1p63, number))
    }
  }

  /// The sum, or what is nearest to it in 64 bits.
  func saturatingSum(_ other: Int64) -> Int64 {
    let (sum, overflowed) = addingReportingOverflow(other)
    guard overflowed else { return sum }
    return other < 0 ? .min : .max
  }

  /// The product of two numbers that are not negative, or what is nearest to it in 64 bits.
  func saturatingProduct(_ other: Int64) -> Int64 {
    let (product, overflowed) = multipliedReportingOverflow(by: other)
    return overflowed ? .max : product
  }
}
