import Motion

extension FrameClock {
  /// What to ask the display before the program sleeps; `nil` at rest.
  mutating func request(for demand: FrameDemand, at now: Instant) -> TickRequest? {
    guard !isHidden else { return nil }
    if case .painted(let end) = state, source == .verticalBlank, now < end,
      let start = demand.start, start < end
    {
      state = .waiting(for: .verticalBlank, since: now)
      return verticalBlank.ask(after: isExact ? lastRefresh : nil, at: now)
    }
    return verticalBlank.trial(at: now)
  }

  /// Takes in that a refresh has begun.
  mutating func hear(_ tick: Tick, at now: Instant) {
    if !verticalBlank.isAlive { (verticalBlank.isAlive, lastRefresh) = (true, nil) }
    guard verticalBlank.isAnswered(by: tick) else { return }
    let time = verticalBlank.time(of: tick, toldAt: now)
    if source == .verticalBlank, verticalBlank.wasWaitedFor(until: time) || !grid.isLearnt {
      grid.learn(tick.refresh, at: time)
    }
    if case .waiting(.verticalBlank, _) = state { state = .ticked(tick.refresh, at: time) }
  }

  /// The display can be asked for refreshes.
  mutating func supportVerticalBlank() { verticalBlank.support() }

  /// The monitor's own interval between refreshes is known, in nanoseconds.
  mutating func expect(interval: Double) { grid.expect(interval: interval) }

  /// A compositor has come, or gone; with it goes what was asked of it.
  mutating func setComposited(_ isComposited: Bool) {
    guard isComposited != self.isComposited else { return }
    self.isComposited = isComposited
    compositor.forget()
    if case .waiting(.compositor, _) = state { state = .resting }
    lastRefresh = nil
  }

  /// Takes in that the compositor has drawn a frame; one that was not sent, or that it has told of,
  /// means nothing.
  ///
  /// - Parameter drawn: When, if that is known; else when it was told.
  mutating func hearDrawn(_ counter: Int64, at drawn: Instant, toldAt now: Instant) {
    guard isComposited, compositor.draw(counter, at: drawn) else { return }
    if !compositor.isAlive { (compositor.isAlive, lastRefresh) = (true, nil) }
    if case .waiting(.compositor, _) = state { state = .ticked(nil, at: now) }
  }

  /// Takes in when a frame was seen, and how long a refresh is.
  ///
  /// - Returns: When it was seen, where that is told and makes sense.
  @discardableResult
  mutating func hearTimings(_ timings: FrameTimings) -> Instant? {
    guard source == .compositor else { return nil }
    if let interval = timings.interval { grid.expect(interval: interval) }
    guard let offset = timings.offset, let seen = compositor.present(timings.counter, after: offset)
    else { return nil }
    grid.learn(grid.isLearnt ? grid.nearestIndex(to: seen) : 0, at: seen)
    return seen
  }

  /// The window is seen again, or is not any more.
  mutating func setHidden(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    state = isHidden ? .hidden(until: .distantPast) : .resting
    lastRefresh = nil
  }

  /// A source was silent for too long: the next best takes over until it is heard again.
  mutating func drop(_ silent: Source) {
    switch silent {
    case .compositor: compositor.isAlive = false
    case .verticalBlank: verticalBlank.isAlive = false
    case .timer: break
    }
    lastRefresh = nil
  }
}
