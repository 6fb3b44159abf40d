import CX11

/// A timestamp of the X server in milliseconds. It wraps around after 49.7 days.
struct ServerTime: Hashable {
  let milliseconds: UInt32

  init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  /// Creates a value from an Xlib timestamp, which has 32 bits in a `long`.
  init(_ time: Time) { milliseconds = UInt32(truncatingIfNeeded: time) }

  /// The timestamp in Xlib's type.
  var value: Time { Time(milliseconds) }

  /// Returns whether the time is before another one that is less than 24.8 days away.
  func isBefore(_ other: ServerTime) -> Bool { Int32(bitPattern: milliseconds &- other.milliseconds) < 0 }
}
