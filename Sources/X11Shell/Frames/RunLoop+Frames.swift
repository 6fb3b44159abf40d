import CX11
import Motion
import Scene

extension RunLoop {
  /// Draws the first frame, then maps the window: what appears, at the first `Expose`, is finished.
  ///
  /// That frame is without the focus, which the server tells of only when it comes.
  mutating func open(for client: inout some WindowClient & ~Copyable) {
    let now = inOrder(MonotonicClock.now)
    client.resize(to: window.size, scale: window.scale, at: now)
    tell(&client, .windowFocusChanged(isFocused: false), at: now)
    _ = draw(&client, at: now)
    window.map()
  }

  /// Asks for what the next frame needs.
  ///
  /// - Returns: When there is something to do; `nil` at rest.
  mutating func plan(for client: borrowing some WindowClient & ~Copyable) -> Instant? {
    if frameSources.isCurious { return .distantPast }
    let demand = askForTurn(for: client)
    return .earliest(frameClock.due(for: demand), frameCounters.deadline)
  }

  /// Asks the display for the turn of the next frame, unless it was asked.
  ///
  /// - Returns: What is wanted.
  @discardableResult
  private mutating func askForTurn(
    for client: borrowing some WindowClient & ~Copyable
  ) -> FrameDemand {
    let demand = demand(of: client)
    let request = frameClock.request(for: demand, at: MonotonicClock.now)
    if let request { frameSources.ask(request) }
    return demand
  }

  /// Begins a frame if one is due; else shows again what was uncovered.
  mutating func stepIfDue(_ client: inout some WindowClient & ~Copyable) {
    let now = MonotonicClock.now
    let demand = demand(of: client)
    if let due = frameClock.due(for: demand), due <= now {
      frame(of: &client, for: demand, at: now)
    }
    if let change = frameCounters.answerLate(at: now) { frameSources.set(change) }
    presentExposed()
    if frameSources.isCurious { ask(&client) }
  }

  private func demand(of client: borrowing some WindowClient & ~Copyable) -> FrameDemand {
    if needsFrame && !frameClock.isHidden { return .news }
    return client.nextChange(after: latest).map { .change(at: $0) } ?? .none
  }

  /// Lets time go on, and shows how things are then.
  ///
  /// What was due is told by the time it is now; the picture shows what will be when it is seen.
  private mutating func frame(
    of client: inout some WindowClient & ~Copyable, for demand: FrameDemand, at now: Instant
  ) {
    let seen = frameClock.beginFrame(at: now, for: demand)
    client.advance(to: inOrder(min(now, seen)))
    guard !frameClock.isHidden else { return }
    let firstRequest = XNextRequest(window.connection.display)
    lastSeen = max(lastSeen, latest, seen)
    let changed = draw(&client, at: lastSeen)
    // A server that draws the pointer itself (Xvfb 21.1.7) and has the window in a frame with alpha, as
    // metacity's are, tells a compositor of nothing that was sent just before the shape changed.
    if isSettled { window.show(client.pointerShape) }
    send(changed, begunAt: now)
    // So that both are one message.
    askForTurn(for: client)
    window.connection.flush()
    let end = MonotonicClock.now
    frameStatistics.count(
      frameClock, begun: now, shows: lastSeen, answers: demand == .news ? newsSince : nil,
      ended: end, requests: XNextRequest(window.connection.display) - firstRequest)
    client.frameSent(frameStatistics)
    userTime.publish(on: window.id, of: window.connection)
  }
}

extension RunLoop {
  /// - Returns: The parts of the window that are to be sent.
  private mutating func draw(
    _ client: inout some WindowClient & ~Copyable, at instant: Instant
  ) -> [PixelRect] {
    needsFrame = false
    let isWhole = window.prepareBuffer()
    guard let surface = window.surface else { return [] }
    let changed = client.paint(on: surface, at: instant, isWhole: isWhole)
    guard isWhole else { return changed }
    exposed.removeAll(keepingCapacity: true)
    return [surface.bounds]
  }

  /// Sends a frame and tells who follows the counters where it begins and ends.
  ///
  /// A frame in which nothing changed is none to a compositor.
  private mutating func send(_ rects: [PixelRect], begunAt begun: Instant) {
    let isTold =
      frameClock.isComposited && frameSources.hasCounters
      && (!rects.isEmpty || frameCounters.mustTell)
    frameStatistics.counter = nil
    if isTold { frameSources.set(frameCounters.beginFrame()) }
    window.present(rects)
    if !rects.isEmpty { frameSources.begin() }
    if isTold {
      let end = frameCounters.endFrame(hasRested: hasRested)
      frameSources.set(end)
      frameClock.compositor.send(end.value, begunAt: begun)
      frameStatistics.counter = end.value
    }
    if let change = frameCounters.answer() { frameSources.set(change) }
    frameClock.endFrame(at: MonotonicClock.now, isAnswered: isTold)
    hasRested = false
  }

  /// Brings the buffer up to date when the window goes out of sight: it is what the window shows first
  /// when it comes back, and a compositor may keep showing it, so nothing may be on it that was to be
  /// seen no longer.
  mutating func drawUnseen(_ client: inout some WindowClient & ~Copyable) {
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

  /// Asks the display about one more thing, now that the first frame is there.
  private mutating func ask(_ client: inout some WindowClient & ~Copyable) {
    window.connection.flush()
    let before = visibility
    frameSources.askNext(&frameClock, &visibility, &desktop, window.pixelSize)
    followVisibility(&client, since: before)
  }
}

extension FrameStatistics {
  /// Counts a frame.
  ///
  /// - Parameters:
  ///   - presentation: The instant for which it was drawn.
  ///   - news: When the oldest event was taken in that the frame answers.
  mutating func count(
    _ clock: FrameClock, begun: Instant, shows presentation: Instant, answers news: Instant?,
    ended: Instant, requests: UInt
  ) {
    frames += 1
    missedTicks = clock.missedTicks
    (self.begun, self.presentation) = (begun, presentation)
    (turn, interval) = (clock.turnTaken, clock.grid.duration)
    duration = begun.duration(to: ended)
    latency = news.map { $0.duration(to: ended) }
    self.requests = Int(requests)
  }
}
