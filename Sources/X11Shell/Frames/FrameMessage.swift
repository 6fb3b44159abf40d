import CX11
import Motion

/// The presentation report of a frame (`_NET_WM_FRAME_TIMINGS`).
struct FrameTimings: Hashable {
  /// The value that the end of the frame gave to the counter.
  var counter: Int64
  /// The time from drawing to presentation, or `nil` if the compositor does not know it.
  var offset: Duration?
  /// The refresh interval in nanoseconds, or `nil` if the compositor does not know it.
  var interval: Double?
}

/// A request of the window manager to report when the next size of the window is painted
/// (`_NET_WM_SYNC_REQUEST`).
struct SyncRequest: Hashable {
  /// The value to which the counter is set.
  var value: Int64
  /// Whether the request refers to the extended counter, not the basic one.
  var isExtended: Bool
}

/// A message of the window manager or compositor about frames: EWMH's synchronization protocol and
/// its [extension for compositors](https://fishsoup.net/misc/wm-spec-synchronization.html).
enum FrameMessage: Hashable {
  case syncRequested(SyncRequest)
  /// The frame with that counter value was drawn. The time is the compositor's, in microseconds.
  case drawn(counter: Int64, microseconds: Int64)
  case timed(FrameTimings)

  /// Parses a client message.
  ///
  /// - Returns: `nil` for another message or format.
  init?(_ event: XClientMessageEvent, atoms: Atoms) {
    guard event.format == 32 else { return nil }
    let words = event.data.l
    switch event.message_type {
    case atoms[.wmProtocols]:
      guard Atom(truncatingIfNeeded: words.0) == atoms[.netWMSyncRequest] else { return nil }
      let value = Self.number(low: words.2, high: words.3)
      self = .syncRequested(SyncRequest(value: value, isExtended: words.4 != 0))
    case atoms[.netWMFrameDrawn]:
      self = .drawn(
        counter: Self.number(low: words.0, high: words.1),
        microseconds: Self.number(low: words.2, high: words.3))
    case atoms[.netWMFrameTimings]: self = .timed(Self.timings(words))
    default: return nil
    }
  }

  private static func timings(_ words: (Int, Int, Int, Int, Int)) -> FrameTimings {
    let offset = Int(Int32(truncatingIfNeeded: words.2))
    let interval = Double(UInt32(truncatingIfNeeded: words.3)) * 1000
    return FrameTimings(
      counter: number(low: words.0, high: words.1), offset: offset == 0 ? nil : .microseconds(offset),
      interval: interval == 0 ? nil : interval)
  }

  /// Combines two 32-bit halves, each in a `long`, into a 64-bit number.
  private static func number(low: Int, high: Int) -> Int64 {
    Int64(high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
  }
}
