import Motion

/// The values of the two counters by which a window manager follows frames (EWMH
/// `_NET_WM_SYNC_REQUEST` and its extension for compositors).
///
/// The basic counter is set to the value of a request after the frame of the new size was sent. The
/// extended counter is odd while a frame is being sent and even between frames. At the end of a
/// frame it advances by 1, or by 3 if the program slept before the frame.
struct FrameCounters {
  /// A new value of a counter.
  struct Change: Hashable {
    var value: Int64
    var isExtended: Bool
  }

  /// The value of the extended counter.
  private(set) var value: Int64 = 0
  /// The pending request, and whether the new size has arrived.
  private var request: SyncRequest?
  private var isConfigured = false
  private var received = Instant.distantPast

  /// The time that a request may wait for its frame. A window that cannot paint must not block the
  /// window manager.
  static let patience = Duration.milliseconds(100)

  /// Stores a request. It replaces a pending one.
  mutating func take(_ request: SyncRequest, at now: Instant) {
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
  var deadline: Instant? { request == nil ? nil : received + Self.patience }

  /// Whether the next frame must be reported even if it draws nothing.
  var mustReportEmptyFrame: Bool { isConfigured && request?.isExtended == true }

  /// Begins a frame: the extended counter becomes odd and exceeds the requested value.
  mutating func beginFrame() -> Change {
    if isConfigured, let request, request.isExtended {
      value = Self.even(request.value)
      self.request = nil
    }
    value &+= 1
    return Change(value: value, isExtended: true)
  }

  /// Ends a frame: the extended counter becomes even.
  mutating func endFrame(hasRested: Bool) -> Change {
    value &+= hasRested ? 3 : 1
    return Change(value: value, isExtended: true)
  }

  /// Returns the answer to a request for the basic counter whose frame was sent, or `nil` if there
  /// is none.
  mutating func answer() -> Change? {
    guard isConfigured, let request, !request.isExtended else { return nil }
    self.request = nil
    return Change(value: request.value, isExtended: false)
  }

  /// Returns the answer to a request whose frame did not come in time, or `nil` if there is none.
  mutating func answerLate(at now: Instant) -> Change? {
    guard let request, let deadline, deadline <= now else { return nil }
    self.request = nil
    guard request.isExtended else { return Change(value: request.value, isExtended: false) }
    value = Self.even(request.value)
    return Change(value: value, isExtended: true)
  }

  /// Returns the number rounded up to an even number.
  private static func even(_ value: Int64) -> Int64 { value &+ (value & 1) }
}
