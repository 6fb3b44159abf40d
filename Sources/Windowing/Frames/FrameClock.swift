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

  var isHidden: Bool {
    if case .hidden = state { return true }
    return false
  }
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
    if case .waiting(let source, _) = state { markUnresponsive(source) }
    let isContinuous = continues(demand)
    if !isContinuous { wakeUp(at: now) }
    let slot = slot(at: now)
    if isContinuous { countMissed(before: slot) }
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
  /// Returns whether the demand existed before the slot after the last frame began.
  private func continues(_ demand: FrameDemand) -> Bool {
    guard case .change(let instant) = demand else { return false }
    return lastRefresh != nil && instant <= nextSlotStart
  }

  /// Restarts the timing after a rest if nothing is known about the refreshes of the display.
  private mutating func wakeUp(at now: Instant) {
    if source == .timer, !grid.isPhaseKnown { grid.restart(at: now) }
    verticalBlank.tryAgain(at: now)
  }

  private func slot(at now: Instant) -> RefreshSlot {
    switch source {
    case .compositor:
      let presentation = compositor.presentation(ofFrameStartedAt: now, on: grid)
      return RefreshSlot(
        refresh: grid.nearestIndex(to: presentation), isKnown: grid.isPhaseKnown, presentation: presentation)
    case .verticalBlank: return slotByVerticalBlank(at: now)
    case .timer: return slot(in: grid.index(at: now), isKnown: true, at: now)
    }
  }

  /// Returns the slot according to the last vertical blank event. Refreshes are counted on from
  /// that event, unless it is too old.
  private func slotByVerticalBlank(at now: Instant) -> RefreshSlot {
    guard case .slotAvailable(let index?, let start) = state,
      case let passed = now.seconds(since: start) * 1e9 / grid.interval, passed < Double(RefreshGrid.longGap)
    else { return slot(in: grid.index(at: now), isKnown: false, at: now) }
    var slot = slot(in: index + Int64(clamped: passed), isKnown: true, at: now)
    slot.isExact = passed < 0.5
    return slot
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

  private mutating func countMissed(before slot: RefreshSlot) {
    guard let lastRefresh else { return }
    let count = Int(max(0, slot.refresh - lastRefresh - 1))
    // A driver may report any refreshes.
    missedRefreshes = min(missedRefreshes, .max - count) + count
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
    let time = verticalBlank.time(of: event, receivedAt: now)
    if source == .verticalBlank, verticalBlank.wasRequested(before: time) || !grid.isPhaseKnown {
      grid.addSample(event.refresh, at: time)
    }
    if case .waiting(.verticalBlank, _) = state { state = .slotAvailable(event.refresh, at: time) }
  }

  /// Sets the refresh interval of the monitor, in nanoseconds.
  mutating func expect(interval: Double) { grid.expect(interval: interval) }

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

  /// Marks a source as unresponsive. The next best source replaces it until it responds again.
  mutating func markUnresponsive(_ source: Source) {
    switch source {
    case .compositor: compositor.isAlive = false
    case .verticalBlank: verticalBlank.isAlive = false
    case .timer: break
    }
    lastRefresh = nil
  }
}
