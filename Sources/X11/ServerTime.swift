package import CX11
import Glibc
public import Motion

/// A timestamp of the X server in milliseconds. It wraps around after 49.7 days.
package struct ServerTime: Hashable {
  package let milliseconds: UInt32

  package init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  /// Creates a value from an Xlib timestamp, which has 32 bits in a `long`.
  package init(_ time: Time) { milliseconds = UInt32(truncatingIfNeeded: time) }

  /// The timestamp in Xlib's type.
  package var value: Time { Time(milliseconds) }

  /// Returns whether the time is before another one that is less than 24.8 days away.
  package func isBefore(_ other: ServerTime) -> Bool {
    Int32(bitPattern: milliseconds &- other.milliseconds) < 0
  }
}

/// Converts X server timestamps to instants of the local monotonic clock.
///
/// A server counts milliseconds in 32 bits from its own origin and wraps after 49.7 days. The
/// offset between the origins is estimated from the events: an event without delay shows the true
/// offset, any other a larger one, so the minimum is used. The difference between two instants is
/// then the one that the server measured, independent of how busy this program was.
package struct ServerClock {
  /// The timestamp of the last event and its time of receipt.
  private var last: (time: UInt32, received: Instant)?
  /// The last timestamp without wrapping, in nanoseconds since the first. An input method server may send any
  /// timestamps, so the sum may overflow. It wraps around, as do `offset` and their differences, which stay right.
  private var elapsed: Int64 = 0
  /// The difference between an instant and `elapsed`, in nanoseconds.
  private var offset: Int64 = 0
  /// Whether the server reads the same clock as this process, so that `offset` is exact.
  private var isLocal = false
  private var latest = Instant.distantPast
  /// The shortest delay of an event so far, if the server reads the same clock as this process. It is long
  /// over a slow connection. Otherwise zero, since `offset` includes it.
  package private(set) var delay = Duration.zero

  package init() {}

  /// The maximum plausible delay of an event, in nanoseconds. If it is exceeded, the server's clock
  /// was set.
  private static let maximumDelay: Int64 = 10_000_000_000
  /// The maximum time between events of the same timestamp. If it is exceeded, the counter has
  /// wrapped.
  private static let maximumRepeatInterval = Duration.seconds(10)
  /// The inverse of the maximum drift between the clocks: one part in a thousand, ten times that of
  /// a bad crystal.
  private static let driftDivisor: Int64 = 1000

  /// Returns the time of an event. It is never before an earlier result and never after the
  /// receipt. Successive equal timestamps give the same result.
  ///
  /// - Parameters:
  ///   - time: The timestamp of the event in milliseconds; 32 bits in a `long`, as Xlib has it.
  ///   - received: The time of receipt, not before that of the previous call.
  package mutating func instant(of time: UInt, receivedAt received: Instant) -> Instant {
    let time = UInt32(truncatingIfNeeded: time)
    // A change of the offset in between would separate events that the server reports for the same
    // moment.
    if let last, last.time == time, received < last.received + Self.maximumRepeatInterval { return latest }
    let previous = last ?? (time, received)
    // As a signed number, the difference is right across a wrap and for events in the wrong order.
    elapsed &+= Int64(Int32(bitPattern: time &- previous.time)) * 1_000_000
    if last == nil {
      let localOffset = Self.localOffset(of: time, receivedAt: received)
      (offset, isLocal) = (localOffset ?? received.nanoseconds, localOffset != nil)
      // A first event may be late for another reason.
      delay = min(.nanoseconds(received.nanoseconds &- offset), .seconds(1))
    } else {
      learnOffset(
        from: received.nanoseconds &- elapsed,
        drift: (received.nanoseconds - previous.received.nanoseconds) / Self.driftDivisor)
    }
    last = (time, received)
    latest = min(received, max(latest, Instant(nanoseconds: elapsed &+ offset)))
    return latest
  }

  /// Returns the offset of a first event if the server reads the same clock as this process
  /// (`CLOCK_MONOTONIC`), as servers on the same machine do. Otherwise, returns `nil`.
  ///
  /// Without it, an offset that is learned from late events would shorten the next press: a press of
  /// 200 ms that is received late, and a release that is received in time, would seem shorter.
  private static func localOffset(of time: UInt32, receivedAt received: Instant) -> Int64? {
    let now = received.nanoseconds / 1_000_000
    let delay = Int64(UInt32(truncatingIfNeeded: now) &- time) * 1_000_000
    return delay <= maximumDelay ? now * 1_000_000 - delay : nil
  }

  private mutating func learnOffset(from candidate: Int64, drift: Int64) {
    let delay = candidate &- offset
    if delay < 0 || delay > Self.maximumDelay {
      (offset, isLocal, self.delay) = (candidate, false, .zero)
    } else if isLocal {
      self.delay = min(self.delay, .nanoseconds(delay))
    } else {
      offset &+= min(delay, drift)
    }
  }
}

/// The clock `CLOCK_MONOTONIC`. All code reads it here.
public enum MonotonicClock {
  /// The current time.
  public static var now: Instant {
    // Xlib's headers declare `timespec` too, and the compiler attributes it to them.
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
