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
