import Motion

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
  mutating func handle(_ tick: VerticalBlankEvent, at now: Instant) {
    if !verticalBlank.isAlive { (verticalBlank.isAlive, lastRefresh) = (true, nil) }
    guard verticalBlank.isAnswered(by: tick) else { return }
    let time = verticalBlank.time(of: tick, receivedAt: now)
    if source == .verticalBlank, verticalBlank.wasRequested(before: time) || !grid.isLearnt {
      grid.learn(tick.refresh, at: time)
    }
    if case .waiting(.verticalBlank, _) = state { state = .ticked(tick.refresh, at: time) }
  }

  /// Enables vertical blank requests.
  mutating func supportVerticalBlank() { verticalBlank.support() }

  /// Sets the refresh interval of the monitor, in nanoseconds.
  mutating func expect(interval: Double) { grid.expect(interval: interval) }

  /// Sets whether a compositor is running. Pending requests to the previous one are dropped.
  mutating func setComposited(_ isComposited: Bool) {
    guard isComposited != self.isComposited else { return }
    self.isComposited = isComposited
    compositor.forget()
    if case .waiting(.compositor, _) = state { state = .resting }
    lastRefresh = nil
  }

  /// Handles the report that the compositor drew a frame. Ignores unknown frames and repeated
  /// reports.
  ///
  /// - Parameter drawn: The time of drawing if known, otherwise the time of the report.
  mutating func handleFrameDrawn(_ counter: Int64, at drawn: Instant, receivedAt now: Instant) {
    guard isComposited, compositor.draw(counter, at: drawn) else { return }
    if !compositor.isAlive { (compositor.isAlive, lastRefresh) = (true, nil) }
    if case .waiting(.compositor, _) = state { state = .ticked(nil, at: now) }
  }

  /// Handles the presentation time of a frame and the refresh interval.
  ///
  /// - Returns: The presentation time, or `nil` if it is missing or implausible.
  @discardableResult mutating func handleFrameTimings(_ timings: FrameTimings) -> Instant? {
    guard source == .compositor else { return nil }
    if let interval = timings.interval { grid.expect(interval: interval) }
    guard let offset = timings.offset, let seen = compositor.present(timings.counter, after: offset) else {
      return nil
    }
    grid.learn(grid.isLearnt ? grid.nearestIndex(to: seen) : 0, at: seen)
    return seen
  }

  /// Sets whether the window is hidden.
  mutating func setHidden(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    state = isHidden ? .hidden(until: .distantPast) : .resting
    lastRefresh = nil
  }

  /// Marks a source as unresponsive. The next best source replaces it until it responds again.
  mutating func drop(_ silent: Source) {
    switch silent {
    case .compositor: compositor.isAlive = false
    case .verticalBlank: verticalBlank.isAlive = false
    case .timer: break
    }
    lastRefresh = nil
  }
}
