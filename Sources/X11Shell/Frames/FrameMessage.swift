import CX11
import Motion

/// When a frame was seen (`_NET_WM_FRAME_TIMINGS`).
struct FrameTimings: Hashable {
  /// The value that the end of the frame gave to the counter.
  var counter: Int64
  /// From drawing it until it was seen; `nil` where the compositor does not know.
  var offset: Duration?
  /// Between two refreshes, in nanoseconds; `nil` where the compositor does not know.
  var interval: Double?
}

/// The window manager is about to give the window another size and wants to know when that is
/// painted (`_NET_WM_SYNC_REQUEST`).
struct SyncRequest: Hashable {
  /// What to set the counter to.
  var value: Int64
  /// Whether it means the counter of frames, not the one of sizes.
  var isExtended: Bool
}

/// What the window manager says about frames: EWMH's synchronization protocol, and its extension by
/// [compositors](https://fishsoup.net/misc/wm-spec-synchronization.html).
enum FrameMessage: Hashable {
  case syncRequested(SyncRequest)
  /// The frame of that counter was drawn, at a time of the compositor's in microseconds.
  case drawn(counter: Int64, microseconds: Int64)
  case timed(FrameTimings)

  /// - Returns: `nil` for a message about anything else, or of another format.
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
    case atoms[.netWMFrameTimings]:
      self = .timed(Self.timings(words))
    default: return nil
    }
  }

  private static func timings(_ words: (Int, Int, Int, Int, Int)) -> FrameTimings {
    let offset = Int(Int32(truncatingIfNeeded: words.2))
    let interval = Double(UInt32(truncatingIfNeeded: words.3)) * 1000
    return FrameTimings(
      counter: number(low: words.0, high: words.1),
      offset: offset == 0 ? nil : .microseconds(offset), interval: interval == 0 ? nil : interval)
  }

  /// A number of 64 bits from two of 32, each in a `long`.
  private static func number(low: Int, high: Int) -> Int64 {
    Int64(high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
  }
}
