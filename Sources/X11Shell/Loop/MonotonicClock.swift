// Xlib's headers repeat `timespec`, and the compiler counts it as theirs.
import CX11
import Glibc
public import Motion

/// The one place that reads `CLOCK_MONOTONIC`.
public enum MonotonicClock {
  /// This moment.
  public static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
