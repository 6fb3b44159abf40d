import Motion

/// Converts X server timestamps to instants of the local monotonic clock.
///
/// A server counts milliseconds in 32 bits from its own origin and wraps after 49.7 days. The
/// offset between the origins is estimated from the events: an event without delay shows the true
/// offset, any other a larger one, so the minimum is used. The difference between two instants is
/// then the one that the server measured, independent of how busy this program was.
struct ServerClock {
  /// The timestamp of the last event and its time of receipt.
  private var last: (time: UInt32, received: Instant)?
  /// The last timestamp without wrapping, in nanoseconds since the first.
  private var elapsed: Int64 = 0
  /// The difference between an instant and `elapsed`, in nanoseconds.
  private var offset: Int64 = 0
  private var latest = Instant.distantPast

  /// The maximum plausible delay of an event, in nanoseconds. If it is exceeded, the server's clock
  /// was set.
  private static let maximumDelay: Int64 = 10_000_000_000
  /// The maximum time between events of the same timestamp. If it is exceeded, the counter has
  /// wrapped.
  private static let maximumMoment = Duration.seconds(10)
  /// The inverse of the maximum drift between the clocks: one part in a thousand, ten times that of
  /// a bad crystal.
  private static let driftDivisor: Int64 = 1000

  /// Returns the time of an event. It is never before an earlier result and never after the
  /// receipt. Successive equal timestamps give the same result.
  ///
  /// - Parameters:
  ///   - time: The timestamp of the event in milliseconds; 32 bits in a `long`, as Xlib has it.
  ///   - received: The time of receipt, not before that of the previous call.
  mutating func instant(of time: UInt, receivedAt received: Instant) -> Instant {
    let time = UInt32(truncatingIfNeeded: time)
    // A change of the offset in between would separate events that the server reports for the same
    // moment.
    if let last, last.time == time, received < last.received + Self.maximumMoment { return latest }
    let previous = last ?? (time, received)
    // As a signed number, the difference is right across a wrap and for events in the wrong order.
    elapsed += Int64(Int32(bitPattern: time &- previous.time)) * 1_000_000
    learnOffset(
      from: received.nanoseconds - elapsed, isFirst: last == nil,
      drift: (received.nanoseconds - previous.received.nanoseconds) / Self.driftDivisor)
    last = (time, received)
    latest = min(received, max(latest, Instant(nanoseconds: elapsed + offset)))
    return latest
  }

  private mutating func learnOffset(from candidate: Int64, isFirst: Bool, drift: Int64) {
    let delay = candidate - offset
    if isFirst || delay < 0 || delay > Self.maximumDelay {
      offset = candidate
    } else {
      offset += min(delay, drift)
    }
  }
}
