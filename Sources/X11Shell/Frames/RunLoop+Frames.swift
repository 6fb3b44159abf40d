import CX11
import Motion
import Scene

extension RunLoop {
  /// Draws the first frame and then maps the window, so that it appears complete at the first
  /// `Expose`.
  ///
  /// The first frame is drawn without focus because the server reports the focus later.
  mutating func open(for client: inout some WindowDelegate & ~Copyable) {
    let now = clampedToMonotonic(MonotonicClock.now)
    client.resize(to: window.size, scale: window.scale, at: now)
    send(to: &client, .windowFocusChanged(isFocused: false), at: now)
    _ = draw(&client, at: now)
    window.map()
  }

  /// Sends the requests for the next frame.
  ///
  /// - Returns: The time of the next action, or `nil` at rest.
  mutating func plan(for client: borrowing some WindowDelegate & ~Copyable) -> Instant? {
    if frameSources.hasPendingQueries { return .distantPast }
    let demand = askForTurn(for: client)
    return .earliest(frameClock.due(for: demand), frameCounters.deadline)
  }

  /// Requests the slot of the next frame from the display, unless a request is pending.
  ///
  /// - Returns: The frame demand.
  @discardableResult private mutating func askForTurn(for client: borrowing some WindowDelegate & ~Copyable)
    -> FrameDemand
  {
    let demand = demand(of: client)
    let request = frameClock.request(for: demand, at: MonotonicClock.now)
    if let request { frameSources.send(request) }
    return demand
  }

  /// Renders a frame if one is due, and shows exposed areas again.
  mutating func renderFrameIfDue(_ client: inout some WindowDelegate & ~Copyable) {
    let now = MonotonicClock.now
    let demand = demand(of: client)
    if let due = frameClock.due(for: demand), due <= now { frame(of: &client, for: demand, at: now) }
    if let change = frameCounters.answerLate(at: now) { frameSources.set(change) }
    presentExposed()
    if frameSources.hasPendingQueries { queryNextSource(&client) }
  }

  private func demand(of client: borrowing some WindowDelegate & ~Copyable) -> FrameDemand {
    if needsFrame && !frameClock.isHidden { return .pendingUpdate }
    return client.nextChange(after: latest).map { .change(at: $0) } ?? .none
  }

  /// Advances the time and renders a frame.
  ///
  /// Pending changes are processed at the current time. The frame is drawn for its presentation
  /// time.
  private mutating func frame(
    of client: inout some WindowDelegate & ~Copyable, for demand: FrameDemand, at now: Instant
  ) {
    let seen = frameClock.beginFrame(at: now, for: demand)
    client.advance(to: clampedToMonotonic(min(now, seen)))
    guard !frameClock.isHidden else { return }
    let firstRequest = XNextRequest(window.connection.display)
    lastSeen = max(lastSeen, latest, seen)
    let changed = draw(&client, at: lastSeen)
    // A server that draws the pointer itself (Xvfb 21.1.7), with the window in a frame with alpha
    // (as metacity's), reports no damage to a compositor for requests sent just before a cursor
    // change.
    if isSetupComplete { window.show(client.pointerShape) }
    send(changed, begunAt: now)
    // One flush sends the frame and the request together.
    askForTurn(for: client)
    window.connection.flush()
    let end = MonotonicClock.now
    frameStatistics.count(
      frameClock, begun: now, shows: lastSeen,
      answers: demand == .pendingUpdate ? oldestPendingEventTime : nil, ended: end,
      requests: XNextRequest(window.connection.display) - firstRequest)
    client.frameSent(frameStatistics)
    userTime.publish(on: window.id, of: window.connection)
  }
}

extension RunLoop {
  /// Draws the content into the buffer.
  ///
  /// - Returns: The parts of the window to present.
  private mutating func draw(_ client: inout some WindowDelegate & ~Copyable, at instant: Instant)
    -> [PixelRect]
  {
    needsFrame = false
    let isWhole = window.prepareBuffer()
    guard let surface = window.surface else { return [] }
    let changed = client.paint(on: surface, at: instant, isWhole: isWhole)
    guard isWhole else { return changed }
    exposed.removeAll(keepingCapacity: true)
    return [surface.bounds]
  }

  /// Sends a frame and updates the counters at its beginning and end.
  ///
  /// A frame without changes is not reported to a compositor.
  private mutating func send(_ rects: [PixelRect], begunAt begun: Instant) {
    let isReported =
      frameClock.isComposited && frameSources.hasCounters
      && (!rects.isEmpty || frameCounters.mustReportEmptyFrame)
    frameStatistics.counter = nil
    if isReported { frameSources.set(frameCounters.beginFrame()) }
    window.present(rects)
    if !rects.isEmpty { frameSources.begin() }
    if isReported {
      let end = frameCounters.endFrame(hasRested: hasSleptSinceFrame)
      frameSources.set(end)
      frameClock.compositor.send(end.value, begunAt: begun)
      frameStatistics.counter = end.value
    }
    if let change = frameCounters.answer() { frameSources.set(change) }
    frameClock.endFrame(at: MonotonicClock.now, isAnswered: isReported)
    hasSleptSinceFrame = false
  }

  /// Updates the buffer when the window becomes hidden. A compositor may keep showing the buffer,
  /// and it is shown first when the window returns, so it must not contain content that is no
  /// longer to be seen.
  mutating func drawUnseen(_ client: inout some WindowDelegate & ~Copyable) {
    guard needsFrame, hasAppeared else { return }
    lastSeen = max(lastSeen, latest)
    window.present(draw(&client, at: lastSeen))
  }

  private mutating func presentExposed() {
    guard !exposed.isEmpty else { return }
    window.present(exposed)
    exposed.removeAll(keepingCapacity: true)
    frameSources.begin()
  }

  /// Makes the next query to the display after the first frame.
  private mutating func queryNextSource(_ client: inout some WindowDelegate & ~Copyable) {
    window.connection.flush()
    let before = visibility
    frameSources.askNext(&frameClock, &visibility, &desktop, window.pixelSize)
    updateVisibility(&client, since: before)
  }
}

extension FrameStatistics {
  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - presentation: The instant for which it was drawn.
  ///   - eventTime: The time of receipt of the oldest event that the frame shows.
  mutating func count(
    _ clock: FrameClock, begun: Instant, shows presentation: Instant, answers eventTime: Instant?,
    ended: Instant, requests: UInt
  ) {
    frames += 1
    missedTicks = clock.missedTicks
    (self.begun, self.presentation) = (begun, presentation)
    (slot, interval) = (clock.assignedSlot, clock.grid.duration)
    duration = begun.duration(to: ended)
    latency = eventTime.map { $0.duration(to: ended) }
    self.requests = Int(requests)
  }
}
