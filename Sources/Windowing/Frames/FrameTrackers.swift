import Motion

/// The state of the frames that were sent to a compositor.
struct CompositorFrameTracker {
  /// A frame that was sent. `counter` is the value that the end of the frame gave to the counter.
  private struct SentFrame {
    var counter: Int64
    var startTime: Instant
    /// The time at which the compositor drew it, or `nil` if it has not reported that yet.
    var drawn: Instant?
  }

  /// Whether the compositor responds.
  var isAlive = false
  private var sent = InlineArray<4, SentFrame?>(repeating: nil)
  private var next = 0
  /// The time from the beginning of the last reported frame to its presentation, or `nil` before
  /// the first report.
  private var lag: Duration?

  /// The maximum plausible lag.
  private static let maximumLag = Duration.milliseconds(200)

  /// Records a frame for which the compositor sends reports.
  mutating func recordSent(_ counter: Int64, startedAt startTime: Instant) {
    sent[next] = SentFrame(counter: counter, startTime: startTime)
    next = (next + 1) % sent.count
  }

  /// Records that the compositor drew a frame.
  ///
  /// - Returns: Whether the frame was sent and not reported yet.
  mutating func recordDrawn(_ counter: Int64, at drawn: Instant) -> Bool {
    guard let index = index(of: counter), sent[index]?.drawn == nil else { return false }
    sent[index]?.drawn = drawn
    return true
  }

  /// Records the time between the drawing of a frame and its presentation.
  ///
  /// - Returns: The presentation time, or `nil` if the frame is unknown or the time is implausible.
  mutating func recordPresented(_ counter: Int64, after offset: Duration) -> Instant? {
    guard let index = index(of: counter), let frame = sent[index], let drawn = frame.drawn else { return nil }
    sent[index] = nil
    let seen = drawn + offset
    let lag = frame.startTime.duration(to: seen)
    guard lag >= .zero, lag <= Self.maximumLag else { return nil }
    self.lag = lag
    return seen
  }

  /// Returns the expected presentation time of a frame: its beginning plus the last lag, aligned to
  /// a refresh. Without a measured lag it is one refresh later.
  func presentation(ofFrameStartedAt now: Instant, on grid: RefreshGrid) -> Instant {
    guard let lag, grid.isPhaseKnown else { return now + (lag ?? grid.duration) }
    return max(now, grid.instant(of: grid.nearestIndex(to: now + lag)))
  }

  private func index(of counter: Int64) -> Int? { sent.indices.first { sent[$0]?.counter == counter } }
}

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

  /// Returns whether the event is the reply to the last request.
  func isAnswered(by event: VerticalBlankEvent) -> Bool { event.serial == serial }

  /// Returns the beginning of the refresh. For a refresh that had begun before the request, it is
  /// the time of the request.
  func time(of event: VerticalBlankEvent, receivedAt now: Instant) -> Instant {
    // A server on another machine has another clock.
    now.replaced(byMicroseconds: Int64(clamping: event.microseconds))
  }

  /// Returns whether the refresh of the last reply, begun at `time`, began after its request.
  func wasRequested(before time: Instant) -> Bool { lastRequestTime + .milliseconds(1) < time }
}

extension Instant {
  /// Returns the time that a compositor or the server reports in microseconds of the monotonic clock. Returns
  /// this instant if that time is of another clock or later.
  func replaced(byMicroseconds microseconds: Int64) -> Instant {
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    let reported = Instant(nanoseconds: nanoseconds)
    return overflow || reported > self || self > reported + FrameClock.sourceTimeout ? self : reported
  }
}
