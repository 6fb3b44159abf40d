import Motion

/// The values of the two counters by which a window manager follows frames (EWMH
/// `_NET_WM_SYNC_REQUEST`, and its extension for compositors).
///
/// The basic counter takes the value of a request once the frame of the new size is sent. The
/// extended one is odd while a frame is being sent and even between two frames; it advances by 3
/// instead of 1 at the end of a frame that did not follow the one before as fast as it could.
struct FrameCounters {
  /// What to set a counter to.
  struct Change: Hashable {
    var value: Int64
    var isExtended: Bool
  }

  /// The extended counter's value.
  private(set) var value: Int64 = 0
  /// A request that was not answered, and whether the new size has come.
  private var request: SyncRequest?
  private var isConfigured = false
  private var received = Instant.distantPast

  /// How long a request may wait for its frame: a window that cannot paint must not hold up who
  /// resizes it.
  static let patience = Duration.milliseconds(100)

  /// Takes in a request; one that was not answered yet is void.
  mutating func take(_ request: SyncRequest, at now: Instant) {
    (self.request, isConfigured, received) = (request, false, now)
  }

  /// The size that a request was about has come.
  ///
  /// - Returns: Whether a frame must follow, for there is a request to answer.
  mutating func configure() -> Bool {
    isConfigured = request != nil
    return isConfigured
  }

  /// When to answer without a frame; `nil` where nothing was asked.
  var deadline: Instant? { request == nil ? nil : received + Self.patience }

  /// Whether the next frame must be told of even if nothing is drawn in it.
  var mustTell: Bool { isConfigured && request?.isExtended == true }

  /// Begins a frame: the extended counter becomes odd, beyond the value that was asked for.
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

  /// The answer to a request for the basic counter whose frame was sent; `nil` where there is none.
  mutating func answer() -> Change? {
    guard isConfigured, let request, !request.isExtended else { return nil }
    self.request = nil
    return Change(value: request.value, isExtended: false)
  }

  /// The answer to a request for which no frame came in time; `nil` where there is none.
  mutating func answerLate(at now: Instant) -> Change? {
    guard let request, let deadline, deadline <= now else { return nil }
    self.request = nil
    guard request.isExtended else { return Change(value: request.value, isExtended: false) }
    value = Self.even(request.value)
    return Change(value: value, isExtended: true)
  }

  /// The number itself or, where it is odd, the next.
  private static func even(_ value: Int64) -> Int64 { value &+ (value & 1) }
}
