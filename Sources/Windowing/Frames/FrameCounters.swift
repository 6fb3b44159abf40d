import CX11
import Motion
import X11

/// The values of the two counters by which a window manager follows frames (EWMH
/// `_NET_WM_SYNC_REQUEST` and its extension for compositors).
///
/// The basic counter is set to the value of a request after the frame of the new size was sent. The
/// extended counter is odd while a frame is being sent and even between frames. At the end of a
/// frame it advances by 1, or by 3 if the program slept before the frame.
struct FrameCounters {
  /// The value of the extended counter.
  private(set) var value: Int64 = 0
  /// The pending request, and whether the new size has arrived.
  private var request: CounterValue?
  private var isConfigured = false
  private var received = Instant.distantPast

  /// The time that a request may wait for its frame. A window that cannot paint must not block the
  /// window manager.
  static let replyTimeout = Duration.milliseconds(100)

  /// Stores a request. It replaces a pending one.
  mutating func take(_ request: CounterValue, at now: Instant) {
    (self.request, isConfigured, received) = (request, false, now)
  }

  /// Handles a size change.
  ///
  /// - Returns: Whether a frame must follow because a request is pending.
  mutating func configure() -> Bool {
    isConfigured = request != nil
    return isConfigured
  }

  /// The time at which to answer without a frame, or `nil` if no request is pending.
  var deadline: Instant? { request == nil ? nil : received + Self.replyTimeout }

  /// Whether the next frame must be reported even if it draws nothing.
  var mustReportEmptyFrame: Bool { isConfigured && request?.isExtended == true }

  /// Begins a frame: the extended counter becomes odd and exceeds the requested value.
  mutating func beginFrame() -> CounterValue {
    if isConfigured, let request, request.isExtended {
      value = Self.even(request.value)
      self.request = nil
    }
    value &+= 1
    return CounterValue(value: value, isExtended: true)
  }

  /// Ends a frame: the extended counter becomes even.
  mutating func endFrame(hasRested: Bool) -> CounterValue {
    value &+= hasRested ? 3 : 1
    return CounterValue(value: value, isExtended: true)
  }

  /// Returns the answer to a request for the basic counter whose frame was sent, or `nil` if there
  /// is none.
  mutating func answer() -> CounterValue? {
    guard isConfigured, let request, !request.isExtended else { return nil }
    self.request = nil
    return request
  }

  /// Returns the answer to a request whose frame did not come in time, or `nil` if there is none.
  mutating func answerLate(at now: Instant) -> CounterValue? {
    guard let request, let deadline, deadline <= now else { return nil }
    self.request = nil
    guard request.isExtended else { return request }
    value = Self.even(request.value)
    return CounterValue(value: value, isExtended: true)
  }

  /// Returns the number rounded up to an even number.
  private static func even(_ value: Int64) -> Int64 { value &+ (value & 1) }
}

/// The presentation report of a frame (`_NET_WM_FRAME_TIMINGS`).
struct FrameTimings: Hashable {
  /// The value that the end of the frame gave to the counter.
  var counter: Int64
  /// The time from drawing to presentation, or `nil` if the compositor does not know it.
  var offset: Duration?
  /// The refresh interval in nanoseconds, or `nil` if the compositor does not know it.
  var interval: Double?
}

/// A value of a counter: a new one, or the one that a window manager requests.
struct CounterValue: Hashable {
  var value: Int64
  /// Whether it is a value of the extended counter, not of the basic one.
  var isExtended: Bool
}

/// A message of the window manager or compositor about frames: EWMH's synchronization protocol and
/// its [extension for compositors](https://fishsoup.net/misc/wm-spec-synchronization.html).
enum FrameMessage: Hashable {
  /// The window manager requests to report when the next size of the window is painted (`_NET_WM_SYNC_REQUEST`).
  case syncRequested(CounterValue)
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
      self = .syncRequested(CounterValue(value: value, isExtended: words.4 != 0))
    case atoms[.netWMFrameDrawn]:
      self = .drawn(
        counter: Self.number(low: words.0, high: words.1),
        microseconds: Self.number(low: words.2, high: words.3))
    case atoms[.netWMFrameTimings]:
      let offset = Int(Int32(truncatingIfNeeded: words.2))
      let interval = Double(UInt32(truncatingIfNeeded: words.3)) * 1000
      self = .timed(
        FrameTimings(
          counter: Self.number(low: words.0, high: words.1),
          offset: offset == 0 ? nil : .microseconds(offset), interval: interval == 0 ? nil : interval))
    default: return nil
    }
  }

  /// Combines two 32-bit halves, each in a `long`, into a 64-bit number.
  private static func number(low: Int, high: Int) -> Int64 {
    Int64(high) << 32 | Int64(UInt32(truncatingIfNeeded: low))
  }
}
