import CX11
import CairoRendering
import Motion
import Scene
import X11

extension Window {
  /// Draws the first frame and then maps the window, so that it appears complete at the first
  /// `Expose`.
  ///
  /// The first frame is drawn without focus because the server reports the focus later.
  func open() {
    deliver(.resized(size, scale: scale))
    if fitContent() { deliver(.resized(size, scale: scale)) }
    updateScreenLayout()
    // A menu gets the keys of its owner. Not by `send`, which would treat this as a loss of the focus and close
    // a menu that was opened together with this window.
    deliver(.input(.windowFocusChanged(isFocused: configuration.kind.isMenu)), at: latest)
    if configuration.kind.isMenu { application.updatePressObservation() }
    _ = draw(at: latest)
    dropKeysUnderWay()
    if overlay == nil { XMapWindow(connection.display, id) } else { updateOverlay() }
  }

  /// Sends the requests for the next frame.
  ///
  /// - Returns: The time of the next action, or `nil` at rest.
  func planFrame() -> Instant? {
    if frameSources.hasPendingQueries { return .distantPast }
    let demand = requestFrameSlot()
    return .earliest(frameClock.due(for: demand), frameCounters.deadline)
  }

  /// Requests the slot of the next frame from the display, unless a request is pending.
  ///
  /// - Returns: The frame demand.
  @discardableResult private func requestFrameSlot() -> FrameDemand {
    let demand = demand
    let request = frameClock.request(for: demand, at: MonotonicClock.now)
    if let request { frameSources.send(request) }
    return demand
  }

  /// Renders a frame if one is due, and shows exposed areas again.
  func renderFrameIfDue() {
    if painter.discardFailedBuffer() { needsFrame = true }
    askForInputIfNeeded()
    let now = MonotonicClock.now
    let demand = demand
    if let due = frameClock.due(for: demand), due <= now { frame(for: demand, at: now) }
    if let change = frameCounters.answerLate(at: now) { frameSources.set(change) }
    presentExposed()
    if frameSources.hasPendingQueries { queryNextSource() }
  }

  private var demand: FrameDemand {
    if needsFrame && !frameClock.isHidden { return .pendingUpdate }
    if hasPointerChange && !frameClock.isHidden { return .change(at: latest) }
    return Instant.earliest(nextKnownChange, painter.retry).map { .change(at: $0) } ?? .none
  }

  /// Advances the time and renders a frame.
  ///
  /// Pending changes are processed at the current time. The frame is drawn for its presentation
  /// time.
  private func frame(
    for demand: FrameDemand, at now: Instant
  ) {
    let seen = frameClock.beginFrame(at: now, for: demand)
    let time = min(currentTime, seen)
    if let change = nextContentChange, change <= time { deliver(.timePassed, at: time) }
    guard !frameClock.isHidden else { return }
    let firstRequest = XNextRequest(connection.display)
    lastSeen = max(lastSeen, latest, seen)
    let changed = draw(at: lastSeen)
    // A server that draws the pointer itself (Xvfb 21.1.7), with the window in a frame with alpha
    // (as metacity's), reports no damage to a compositor for requests sent just before a cursor
    // change.
    if isSetupComplete { showPointerShape() }
    present(changed, startedAt: now)
    // One flush sends the frame and the requests together.
    requestFrameSlot()
    userTime.publish(on: id, of: connection)
    connection.flush()
    let end = MonotonicClock.now
    frameStatistics.count(
      frameClock, startTime: now, shows: lastSeen,
      answers: demand == .pendingUpdate ? oldestPendingEventTime : nil, ended: end,
      requests: XNextRequest(connection.display) - firstRequest)
    onFrame?(frameStatistics)
  }
}

extension Window {
  /// Draws the content into the buffer.
  ///
  /// - Returns: The parts of the window to present.
  private func draw(at instant: Instant) -> [PixelRect] {
    (needsFrame, hasPointerChange) = (false, false)
    guard !isClosing else { return [] }
    let hadFailed = painter.hasFailed
    placeOverlay(at: instant)
    do throws(RenderingError) {
      let changed = try painter.draw(size: pixelSize, scale: scale, at: instant)
      // After a change of the whole window, exposed parts are presented with it.
      if changed.count == 1, changed[0].width == pixelSize.width, changed[0].height == pixelSize.height {
        exposed.removeAll(keepingCapacity: true)
      }
      return changed
    } catch {
      if !hadFailed { onDrawingFailure?(error) }
      return []
    }
  }

  /// Presents a frame and updates the counters at its beginning and end.
  ///
  /// A frame without changes is not reported to a compositor.
  private func present(_ rects: [PixelRect], startedAt startTime: Instant) {
    let isReported =
      frameClock.isComposited && frameSources.hasCounters
      && (!rects.isEmpty || frameCounters.mustReportEmptyFrame)
    frameStatistics.counter = nil
    if isReported { frameSources.set(frameCounters.beginFrame()) }
    painter.present(rects)
    if !rects.isEmpty { frameSources.begin() }
    if isReported {
      let end = frameCounters.endFrame(hasRested: hasSleptSinceFrame)
      frameSources.set(end)
      frameClock.compositor.send(end.value, startedAt: startTime)
      frameStatistics.counter = end.value
    }
    if let change = frameCounters.answer() { frameSources.set(change) }
    frameClock.endFrame(at: MonotonicClock.now, isAnswered: isReported)
    hasSleptSinceFrame = false
  }

  /// Updates the buffer when the window becomes hidden. A compositor may keep showing the buffer,
  /// and it is shown first when the window returns, so it must not contain content that is no
  /// longer to be seen.
  func drawWhileHidden() {
    guard needsFrame, hasAppeared else { return }
    lastSeen = max(lastSeen, latest)
    painter.present(draw(at: lastSeen))
  }

  private func presentExposed() {
    guard !exposed.isEmpty else { return }
    painter.present(exposed)
    exposed.removeAll(keepingCapacity: true)
    frameSources.begin()
  }

  /// Makes the next query to the display after the first frame.
  private func queryNextSource() {
    connection.flush()
    let (before, hadCounters) = (visibility, frameSources.hasCounters)
    frameSources.performNextQuery(&frameClock, &visibility, &application.desktop, pixelSize)
    if frameSources.hasCounters != hadCounters { setProtocols() }
    updateVisibility(since: before)
  }
}

extension FrameStatistics {
  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - presentation: The instant for which it was drawn.
  ///   - eventTime: The time of receipt of the oldest event that the frame shows.
  mutating func count(
    _ clock: FrameClock, startTime: Instant, shows presentation: Instant, answers eventTime: Instant?,
    ended: Instant, requests: UInt
  ) {
    frames += 1
    missedRefreshes = clock.missedRefreshes
    (self.startTime, self.presentation) = (startTime, presentation)
    (slot, interval) = (clock.assignedSlot, clock.grid.duration)
    duration = startTime.duration(to: ended)
    latency = eventTime.map { $0.duration(to: ended) }
    self.requests = Int(requests)
  }
}
