import Motion

/// A request for the next refresh, sent to the Present extension (`PresentNotifyMSC`).
struct VerticalBlankRequest: Hashable {
  /// The serial number that the reply repeats.
  var serial: UInt32
  /// The refresh after which to reply, or `nil` for the current one.
  var refresh: Int64?
}

/// The reply of the Present extension: a refresh has begun.
struct VerticalBlankEvent: Hashable {
  var serial: UInt32
  /// The number of the refresh on the display (MSC).
  var refresh: Int64
  /// The beginning of the refresh by the server's monotonic clock (UST), in microseconds.
  var microseconds: UInt64
}

/// The state of the requests to and events of the Present extension.
struct VerticalBlankTracker {
  /// Whether the extension is available.
  private(set) var isSupported = false
  /// Whether the extension responds.
  var isAlive = false
  private var serial: UInt32 = 0
  private var lastRequestTime = Instant.distantPast
  /// Whether the next request only probes for a response.
  private var isTrying = false

  /// The minimum interval between probes of an unresponsive source.
  private static let probeInterval = Duration.seconds(1)

  /// Enables the source. Its first request is a probe, so frames never wait for a source that does
  /// not respond.
  mutating func support() { (isSupported, isTrying) = (true, true) }

  /// Schedules a probe of an unresponsive source, if the last one was long enough ago.
  mutating func tryAgain(at now: Instant) {
    if isSupported, !isAlive, lastRequestTime + Self.probeInterval <= now { isTrying = true }
  }

  /// Returns a request for the refresh after the given one.
  mutating func makeRequest(after refresh: Int64?, at now: Instant) -> VerticalBlankRequest {
    serial &+= 1
    (lastRequestTime, isTrying) = (now, false)
    return VerticalBlankRequest(serial: serial, refresh: refresh)
  }

  /// Returns a probe request if one is scheduled.
  mutating func probe(at now: Instant) -> VerticalBlankRequest? {
    isTrying ? makeRequest(after: nil, at: now) : nil
  }

  /// Whether the event is the reply to the last request.
  func isAnswered(by tick: VerticalBlankEvent) -> Bool { tick.serial == serial }

  /// Returns the beginning of the refresh. For a refresh that had begun before the request, it is
  /// the time of the request.
  func time(of tick: VerticalBlankEvent, receivedAt now: Instant) -> Instant {
    let (nanoseconds, overflow) = tick.microseconds.multipliedReportingOverflow(by: 1000)
    let reported = Instant(nanoseconds: overflow ? .max : Int64(clamping: nanoseconds))
    // A server on another machine has another clock.
    return reported <= now && now < reported + FrameClock.patience ? reported : now
  }

  /// Whether the refresh of the last reply, begun at `time`, began after its request.
  func wasRequested(before time: Instant) -> Bool { lastRequestTime + .milliseconds(1) < time }
}
