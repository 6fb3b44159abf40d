import Motion

/// Decides when a frame begins, and for which instant its content is drawn.
///
/// Pure: it reads no clock and sends no request. Its inputs are the frame demand and the events of
/// the display. Its outputs are the time of the next frame and the requests to the display.
///
/// After a rest, a frame begins immediately. After that there is one frame for each refresh, begun
/// when the best responsive source reports the next refresh. With a compositor this holds for all
/// frames. Without one, drawn content is visible immediately: then it holds only for animations,
/// and the response to user input is drawn without waiting, between the animation frames. An animation
/// frame and a change under the pointer follow half a refresh later at the earliest. So input at more than
/// twice the refresh rate replaces the animation frames.
struct FrameClock {
  typealias Source = FrameSlot.Source

  enum State: Hashable {
    /// This refresh has no frame. A frame begins as soon as there is demand.
    case resting
    /// This refresh has its frame, and there is no further demand. The refresh ends at `until`.
    case painted(until: Instant)
    /// The next frame waits for an event of this source, requested at `since`.
    case waiting(for: Source, since: Instant)
    /// A source has reported that the next frame may begin, with the index and beginning of the
    /// refresh if known.
    case slotAvailable(Int64?, at: Instant)
    /// The window is not visible and not painted. Time advances at `until` if there is demand.
    case hidden(until: Instant)
  }

  var state = State.resting
  var grid: RefreshGrid
  /// The last refresh with a frame, or `nil` if unknown.
  var lastRefresh: Int64?
  /// Whether `lastRefresh` is exact. It may be one off if the frame was begun near a boundary.
  private(set) var isExact = false
  /// The estimated beginning of the next frame slot.
  private var nextSlotStart = Instant.distantPast
  /// The earliest time of an animation frame after a response to user input.
  private var responseEnd = Instant.distantPast
  /// The slot of the last frame, or `nil` if the frame was begun between two slots.
  private(set) var assignedSlot: FrameSlot?
  /// The number of refreshes without a frame during animations.
  var missedRefreshes = 0
  /// Whether a compositor is running. Set it with `setComposited(_:)`.
  var isComposited = false
  var compositor = CompositorFrameTracker()
  var verticalBlank = VerticalBlankTracker()

  /// The time without an event after which another source is used.
  static let sourceTimeout = Duration.milliseconds(100)
  /// The interval between time steps while the window is not visible.
  static let hiddenInterval = Duration.seconds(1)

  /// Creates the clock.
  ///
  /// - Parameter interval: The refresh interval until the display reports its own. An implausible
  ///   value is replaced by that of 60 Hz.
  init(interval: Duration = .nanoseconds(16_666_667)) {
    grid = RefreshGrid(interval: interval.inSeconds * 1e9)
  }

  /// The best source that responds.
  var source: Source {
    if isComposited && compositor.isAlive { return .compositor }
    return verticalBlank.isAlive ? .verticalBlank : .timer
  }

  var isHidden: Bool { if case .hidden = state { true } else { false } }
}

extension FrameClock {
  /// Returns the time to begin a frame for the demand, unless an event of the source comes earlier.
  /// Returns `nil` if there is no demand.
  func due(for demand: FrameDemand) -> Instant? {
    switch demand {
    case .none: nil
    case .pendingUpdate: isComposited || isHidden ? opening : .distantPast
    case .change(let instant): max(instant, opening, responseEnd)
    }
  }

  /// The earliest time of the next frame slot, even if no source responds.
  private var opening: Instant {
    switch state {
    case .resting, .slotAvailable: .distantPast
    case .painted(let end), .hidden(let end): end
    case .waiting(_, let since): since + Self.sourceTimeout
    }
  }

  /// Begins a frame that is due.
  ///
  /// - Returns: The instant for which to draw it: its expected presentation time.
  mutating func beginFrame(at now: Instant, for demand: FrameDemand) -> Instant {
    assignedSlot = nil
    if isHidden {
      state = .hidden(until: now + Self.hiddenInterval)
      return now
    }
    guard now >= opening else {
      responseEnd = now + .nanoseconds(Int64(grid.interval / 2))
      return now
    }
    if case .waiting(let source, _) = state {
      // It is unresponsive. The next best source replaces it until it responds again.
      if source == .compositor { compositor.isAlive = false } else { verticalBlank.isAlive = false }
      lastRefresh = nil
    }
    // Whether the demand existed before the slot after the last frame began.
    let isContinuous =
      if case .change(let instant) = demand { lastRefresh != nil && instant <= nextSlotStart } else { false }
    if !isContinuous {
      // After a rest, the timing restarts if nothing is known about the refreshes of the display.
      if source == .timer, !grid.isPhaseKnown { grid.restart(at: now) }
      verticalBlank.tryAgain(at: now)
    }
    let slot = slot(at: now)
    if isContinuous, let lastRefresh {
      let count = Int(max(0, slot.refresh - lastRefresh - 1))
      // A driver may report any refreshes.
      missedRefreshes = min(missedRefreshes, .max - count) + count
    }
    markRefreshUsed(slot, at: now)
    guard case .change(let instant) = demand else { return slot.presentation }
    return max(slot.presentation, min(instant, now))
  }

  /// Records that a frame was sent to the server.
  ///
  /// - Parameter isAnswered: Whether a compositor will report when it has drawn the frame.
  mutating func endFrame(at now: Instant, isAnswered: Bool) {
    guard isAnswered, source == .compositor, case .painted = state else { return }
    state = .waiting(for: .compositor, since: now)
  }
}

/// The refresh slot of one frame.
private struct RefreshSlot {
  /// The refresh in which the frame begins. With a compositor, the refresh in which it is
  /// presented.
  var refresh: Int64
  /// Whether `refresh` is known and not only estimated.
  var isKnown: Bool
  /// Whether `refresh` is exact. Otherwise it may be one off.
  var isExact = false
  /// The expected presentation time.
  var presentation: Instant
}

extension FrameClock {
  private func slot(at now: Instant) -> RefreshSlot {
    switch source {
    case .compositor:
      let presentation = compositor.presentation(ofFrameStartedAt: now, on: grid)
      return RefreshSlot(
        refresh: grid.nearestIndex(to: presentation), isKnown: grid.isPhaseKnown, presentation: presentation)
    case .verticalBlank:
      // Refreshes are counted on from the last vertical blank event, unless it is too old.
      guard case .slotAvailable(let index?, let start) = state,
        case let passed = now.seconds(since: start) * 1e9 / grid.interval,
        passed < Double(RefreshGrid.longGap)
      else { return slot(in: grid.index(at: now), isKnown: false, at: now) }
      var slot = slot(in: index + Int64(clamped: passed), isKnown: true, at: now)
      slot.isExact = passed < 0.5
      return slot
    case .timer: return slot(in: grid.index(at: now), isKnown: true, at: now)
    }
  }

  private func slot(in refresh: Int64, isKnown: Bool, at now: Instant) -> RefreshSlot {
    RefreshSlot(refresh: refresh, isKnown: isKnown, presentation: presentation(of: refresh, startedAt: now))
  }

  /// Returns the expected presentation time: the next refresh with a compositor, immediately
  /// without one. Small timing noise of vertical blank events is removed so that motion stays even.
  private func presentation(of refresh: Int64, startedAt now: Instant) -> Instant {
    guard !isComposited else {
      let next = grid.instant(of: refresh + 1)
      // A driver may count on from any number, for example on another monitor.
      let isNear = abs(next.seconds(since: now)) * 1e9 < 2 * grid.interval
      return grid.isPhaseKnown && isNear ? next : now + grid.duration
    }
    let start = grid.instant(of: refresh)
    return abs(start.seconds(since: now)) * 1e9 <= grid.interval / 16 ? start : now
  }

  /// Records that a refresh has its frame.
  private mutating func markRefreshUsed(_ slot: RefreshSlot, at now: Instant) {
    (lastRefresh, isExact) = (slot.isKnown ? slot.refresh : nil, slot.isExact)
    assignedSlot = FrameSlot(source: source, refresh: lastRefresh)
    switch source {
    case .compositor:
      nextSlotStart = now + grid.duration
      state = .painted(until: nextSlotStart)
    case .verticalBlank:
      // By the estimate, a frame that is begun late may already be in the next refresh.
      nextSlotStart = max(now, grid.instant(of: slot.refresh + 1))
      // The estimate may be slightly wrong. A frame that is needed earlier requests a vertical
      // blank event.
      state = .painted(until: nextSlotStart + .nanoseconds(Int64(grid.interval / 4)))
    case .timer:
      nextSlotStart = grid.instant(of: slot.refresh + 1)
      state = .painted(until: nextSlotStart)
    }
  }
}

extension FrameClock {
  /// Returns the request to send to the display before the program sleeps, or `nil` at rest.
  mutating func request(for demand: FrameDemand, at now: Instant) -> VerticalBlankRequest? {
    guard !isHidden else { return nil }
    if case .painted(let end) = state, source == .verticalBlank, now < end, let start = demand.start,
      start < end
    {
      state = .waiting(for: .verticalBlank, since: now)
      return verticalBlank.makeRequest(after: isExact ? lastRefresh : nil, at: now)
    }
    return verticalBlank.probe(at: now)
  }

  /// Handles the beginning of a refresh.
  mutating func handle(_ event: VerticalBlankEvent, at now: Instant) {
    if !verticalBlank.isAlive { (verticalBlank.isAlive, lastRefresh) = (true, nil) }
    guard verticalBlank.isAnswered(by: event) else { return }
    // For a refresh that had begun before the request, it is the time of the request. A server on another machine has
    // another clock.
    let time = now.replaced(byMicroseconds: Int64(clamping: event.microseconds))
    if source == .verticalBlank, verticalBlank.wasRequested(before: time) || !grid.isPhaseKnown {
      grid.addSample(event.refresh, at: time)
    }
    if case .waiting(.verticalBlank, _) = state { state = .slotAvailable(event.refresh, at: time) }
  }

  /// Sets whether a compositor is running. Pending requests to the previous one are dropped.
  mutating func setComposited(_ isComposited: Bool) {
    guard isComposited != self.isComposited else { return }
    self.isComposited = isComposited
    compositor = CompositorFrameTracker()
    if case .waiting(.compositor, _) = state { state = .resting }
    lastRefresh = nil
  }

  /// Handles the report that the compositor drew a frame. Ignores unknown frames and repeated
  /// reports.
  ///
  /// - Parameter drawn: The time of drawing if known, otherwise the time of the report.
  mutating func handleFrameDrawn(_ counter: Int64, at drawn: Instant, receivedAt now: Instant) {
    guard isComposited, compositor.recordDrawn(counter, at: drawn) else { return }
    if !compositor.isAlive { (compositor.isAlive, lastRefresh) = (true, nil) }
    if case .waiting(.compositor, _) = state { state = .slotAvailable(nil, at: now) }
  }

  /// Handles the presentation time of a frame and the refresh interval.
  ///
  /// - Returns: The presentation time, or `nil` if it is missing or implausible.
  @discardableResult mutating func handleFrameTimings(_ timings: FrameTimings) -> Instant? {
    guard source == .compositor else { return nil }
    if let interval = timings.interval { grid.expect(interval: interval) }
    guard let offset = timings.offset, let seen = compositor.recordPresented(timings.counter, after: offset)
    else { return nil }
    grid.addSample(grid.isPhaseKnown ? grid.nearestIndex(to: seen) : 0, at: seen)
    return seen
  }

  /// Sets whether the window is hidden.
  mutating func setHidden(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    state = isHidden ? .hidden(until: .distantPast) : .resting
    lastRefresh = nil
  }
}

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
