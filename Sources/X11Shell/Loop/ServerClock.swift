import Motion

/// Turns the X server's timestamps into instants of this machine's monotonic clock.
///
/// A server counts milliseconds in 32 bits from an origin of its own and starts again after 49.7
/// days. How far its origin lies from ours is learnt from the events themselves: one that travelled
/// without delay shows the true distance, any other a larger one, so the smallest seen is taken.
/// Instants of two events then differ by what the server measured, not by how busy this
/// program was between them.
struct ServerClock {
  /// The timestamp of the last event, and when that event arrived.
  private var last: (time: UInt32, received: Instant)?
  /// The last timestamp without its wrapping, in nanoseconds since the first.
  private var elapsed: Int64 = 0
  /// What to add to `elapsed` to have an instant, in nanoseconds.
  private var offset: Int64 = 0
  private var latest = Instant.distantPast

  /// An event that seems older on arrival than this came through a clock that was set anew.
  private static let longestDelay: Int64 = 10_000_000_000
  /// Events of one timestamp that arrive further apart are of two turns of the server's counter.
  private static let longestMoment = Duration.seconds(10)
  /// How fast the two clocks may drift apart: one part in a thousand, ten times a bad crystal.
  private static let driftDivisor: Int64 = 1000

  /// When an event happened: never before an earlier answer, never after it was received, and for
  /// equal timestamps in turn the same.
  ///
  /// - Parameters:
  ///   - time: The event's timestamp, in milliseconds; 32 bits in a `long`, as Xlib has it.
  ///   - received: Not before that of the call before.
  mutating func instant(of time: UInt, receivedAt received: Instant) -> Instant {
    let time = UInt32(truncatingIfNeeded: time)
    // What is learnt of the distance meanwhile would set apart what the server knows as one moment.
    if let last, last.time == time, received < last.received + Self.longestMoment { return latest }
    let previous = last ?? (time, received)
    // Read as signed, the difference is right across a wrap and for events in the wrong order.
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
    if isFirst || delay < 0 || delay > Self.longestDelay {
      offset = candidate
    } else {
      offset += min(delay, drift)
    }
  }
}
