import CX11

/// A moment on the X server's clock, which counts milliseconds and starts anew after 49.7 days.
struct ServerTime: Hashable {
  let milliseconds: UInt32

  init(milliseconds: UInt32) { self.milliseconds = milliseconds }

  /// A timestamp as Xlib has it: 32 bits in a `long`.
  init(_ time: Time) { milliseconds = UInt32(truncatingIfNeeded: time) }

  /// The timestamp as Xlib has it.
  var value: Time { Time(milliseconds) }

  /// Whether it lies before another that is less than 24.8 days away.
  func isBefore(_ other: ServerTime) -> Bool {
    Int32(bitPattern: milliseconds &- other.milliseconds) < 0
  }
}
