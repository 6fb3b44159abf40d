// Xlib's headers declare `timespec` too, and the compiler attributes it to them.
import CX11
import Glibc
public import Motion

/// The clock `CLOCK_MONOTONIC`. All code reads it here.
public enum MonotonicClock {
  /// The current time.
  public static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
