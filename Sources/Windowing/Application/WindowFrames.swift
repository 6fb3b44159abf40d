import CX11
import CairoRendering
import Motion
import Scene
import X11

/// The frames of a window: when they are drawn and shown, and whether they can be seen.
final class WindowFrames {
  private unowned var owner: Window?
  private var painter: WindowPainter
  private(set) var clock = FrameClock()
  private var counters = FrameCounters()
  private var statistics = FrameStatistics()
  private(set) var visibility = WindowVisibility()
  /// Whether the displayed content may be outdated.
  private(set) var needsFrame = true
  /// Whether the pointer has moved since the last frame without a pressed button, or over an overlay. Unlike other
  /// input, it is shown with the next refresh: a mouse can report 1,000 movements per second.
  private(set) var hasPointerChange = false
  /// The time of receipt of the oldest event that the next frame shows.
  private var oldestPendingEventTime = Instant.zero
  /// Whether the loop has slept since the last frame.
  private var hasSlept = true
  /// The instant for which the last frame was drawn.
  private var lastSeen = Instant.distantPast
  /// The areas that were exposed since the last frame.
  private var exposed: [PixelRect] = []
  /// The queries to the display that were not made yet, in this order. Each source of frame timing and visibility is queried
  /// separately after the first frame is shown, and each may be missing.
  private var queries: ArraySlice<Query> = []
  private var syncCounters: SyncCounters?
  private var verticalBlank: VerticalBlank?
  /// Whether the refresh interval is read from the monitor because no better source exists.
  private var needsMonitor = false
  /// Whether the first `Expose` event has arrived. The first frame is shown in the same iteration.
  private(set) var hasAppeared = false

  /// A query to the display.
  private enum Query: CaseIterable { case compositor, state, counters, verticalBlank, monitors }

  init(by painter: consuming WindowPainter) {
    self.painter = painter
    clock.setHidden(true)
  }

  /// Sets the window, which must outlive this object, before any other call.
  func attach(to window: Window) { owner = window }

  private var window: Window {
    guard let owner else { preconditionFailure("the frames have no window") }
    return owner
  }

  var renderer: Renderer { painter.renderer }

  /// Whether the window manager can follow frames.
  var hasCounters: Bool { syncCounters != nil }

  func discardBuffer() { painter.discardBuffer() }
}

// Changes that the next frame shows.
extension WindowFrames {
  /// Requests a frame.
  func requestFrame() {
    if !needsFrame { oldestPendingEventTime = window.application.inputTimes.woke }
    needsFrame = true
  }

  /// Requests a frame that shows a movement of the pointer.
  func requestPointerFrame() { hasPointerChange = true }

  /// Withdraws the request for a movement of the pointer, which is visible without a frame.
  func clearPointerChange() { hasPointerChange = false }

  /// Withdraws all requests for frames.
  func clearChanges() { (needsFrame, hasPointerChange) = (false, false) }

  /// Records an event that was received earlier than the loop woke up.
  func recordEvent(receivedAt received: Instant) {
    oldestPendingEventTime = min(oldestPendingEventTime, received)
  }

  /// Records that a part of the window was exposed. The display is queried after the first one was shown.
  func expose(_ rect: PixelRect) {
    if !hasAppeared { (hasAppeared, queries) = (true, Query.allCases[...]) }
    exposed.append(rect)
  }

  /// Records that the loop is about to sleep.
  func recordSleep() { hasSlept = true }
}

extension WindowFrames {
  /// Sends the requests for the next frame.
  ///
  /// - Returns: The time of the next action, or `nil` at rest.
  func plan() -> Instant? {
    if !queries.isEmpty { return .distantPast }
    return .earliest(clock.due(for: requestSlot(of: window)), counters.deadline)
  }

  /// Requests the slot of the next frame from the display, unless a request is pending.
  ///
  /// - Returns: The frame demand.
  @discardableResult private func requestSlot(of window: Window) -> FrameDemand {
    let demand = demand(of: window)
    if let request = clock.request(for: demand, at: MonotonicClock.now) {
      verticalBlank?.send(request)
    }
    return demand
  }

  /// Renders a frame if one is due, and shows exposed areas again.
  func renderIfDue() {
    // Each use of an unowned reference retains its object.
    let window = window
    if painter.discardFailedBuffer() { requestFrame() }
    window.askForInputIfNeeded()
    let now = MonotonicClock.now
    let demand = demand(of: window)
    if let due = clock.due(for: demand), due <= now { render(window, for: demand, at: now) }
    if let change = counters.answerLate(at: now) { syncCounters?.set(change) }
    if !exposed.isEmpty {
      painter.present(exposed)
      exposed.removeAll(keepingCapacity: true)
    }
    if !queries.isEmpty { queryNextSource() }
  }

  private func demand(of window: Window) -> FrameDemand {
    if needsFrame && !clock.isHidden { return .pendingUpdate }
    if hasPointerChange && !clock.isHidden {
      // The content may be ahead in a press with a delay.
      return .change(at: min(window.latest, window.application.inputTimes.woke))
    }
    return Instant.earliest(window.nextKnownChange, painter.drawing.retry).map { .change(at: $0) } ?? .none
  }

  /// Advances the time and renders a frame.
  ///
  /// Pending changes are processed at the current time. The frame is drawn for its presentation
  /// time.
  private func render(_ window: Window, for demand: FrameDemand, at now: Instant) {
    let seen = clock.beginFrame(at: now, for: demand)
    let time = min(window.currentTime, seen)
    if let change = window.nextContentChange, change <= time { window.deliver(.timePassed, at: time) }
    guard !clock.isHidden else { return }
    let connection = window.connection
    let firstRequest = XNextRequest(connection.display)
    lastSeen = max(lastSeen, window.latest, seen)
    let changed = draw(at: lastSeen)
    // A server that draws the pointer itself (Xvfb 21.1.7), with the window in a frame with alpha
    // (as metacity's), reports no damage to a compositor for requests sent just before a cursor
    // change.
    if window.isSetupComplete { window.showPointerShape() }
    present(changed, startedAt: now)
    // One flush sends the frame and the requests together.
    requestSlot(of: window)
    window.input.publishUserTime()
    connection.flush()
    let end = MonotonicClock.now
    statistics.frames += 1
    statistics.missedRefreshes = clock.missedRefreshes
    (statistics.startTime, statistics.presentation) = (now, lastSeen)
    (statistics.slot, statistics.interval) = (clock.assignedSlot, clock.grid.duration)
    statistics.duration = now.duration(to: end)
    // The oldest event that the frame shows.
    statistics.latency = demand == .pendingUpdate ? oldestPendingEventTime.duration(to: end) : nil
    statistics.requests = Int(XNextRequest(connection.display) - firstRequest)
    window.onFrame?(statistics)
  }

  /// Draws the content into the buffer.
  ///
  /// - Returns: The parts of the window to present.
  @discardableResult func draw(at instant: Instant) -> [PixelRect] {
    clearChanges()
    let window = window
    guard !window.isClosing else { return [] }
    let hadFailed = painter.drawing.hasFailed
    window.overlay?.place(at: instant)
    do throws(RenderingError) {
      let size = window.pixelSize
      let changed = try painter.draw(size: size, scale: window.scale, at: instant)
      // After a change of the whole window, exposed parts are presented with it.
      if changed.count == 1, changed[0].size == size { exposed.removeAll(keepingCapacity: true) }
      return changed
    } catch {
      if !hadFailed { window.onDrawingFailure?(error) }
      return []
    }
  }

  /// Presents a frame and updates the counters at its beginning and end.
  ///
  /// A frame without changes is not reported to a compositor.
  private func present(_ rects: [PixelRect], startedAt startTime: Instant) {
    let isReported =
      clock.isComposited && hasCounters && (!rects.isEmpty || counters.mustReportEmptyFrame)
    statistics.counter = nil
    if isReported { syncCounters?.set(counters.beginFrame()) }
    painter.present(rects)
    if isReported {
      let end = counters.endFrame(hasRested: hasSlept)
      syncCounters?.set(end)
      clock.compositor.recordSent(end.value, startedAt: startTime)
      statistics.counter = end.value
    }
    if let change = counters.answer() { syncCounters?.set(change) }
    clock.endFrame(at: MonotonicClock.now, isAnswered: isReported)
    hasSlept = false
  }

  /// Updates the buffer when the window becomes hidden. A compositor may keep showing the buffer,
  /// and it is shown first when the window returns, so it must not contain content that is no
  /// longer to be seen.
  private func drawWhileHidden() {
    guard needsFrame, hasAppeared else { return }
    lastSeen = max(lastSeen, window.latest)
    painter.present(draw(at: lastSeen))
  }

  /// Makes the next query to the display after the first frame; a few round trips.
  private func queryNextSource() {
    let (window, connection) = (window, window.connection)
    connection.flush()
    switch queries.popFirst() {
    case .compositor: setComposited(window.application.compositor?.isComposited == true)
    case .state:
      connection.selectRootEvents(PropertyChangeMask)
      changeVisibility { for property in Self.stateProperties { readState(property, into: &$0) } }
    case .counters:
      syncCounters = SyncCounters(for: window.id, on: connection)
      if hasCounters { window.setProtocols() }
    case .verticalBlank:
      verticalBlank = VerticalBlank(of: window.id, on: connection)
      if verticalBlank != nil { clock.verticalBlank.support() }
    case .monitors:
      // The interval is needed only if the display reports no refreshes.
      needsMonitor = verticalBlank == nil
      let interval =
        needsMonitor
        ? window.application.desktop.refreshInterval(under: window.id, of: window.pixelSize) : nil
      if let interval { clock.grid.expect(interval: interval) }
    case nil: break
    }
  }

  /// The window manager's properties about the visibility of the window.
  private static let stateProperties: [Atoms.Name] = [.netWMState, .netWMDesktop, .netCurrentDesktop]

  /// Reads a property about the visibility; a round trip.
  private func readState(_ property: Atoms.Name, into visibility: inout WindowVisibility) {
    let (id, connection) = (window.id, window.connection)
    switch property {
    case .netWMState:
      visibility.isMinimized = connection.states(of: id).contains(connection.atoms[.netWMStateHidden])
    case .netWMDesktop: visibility.desktop = connection.words(property, of: id, type: XA_CARDINAL).first
    default:
      visibility.currentDesktop = connection.words(property, of: connection.root, type: XA_CARDINAL).first
    }
  }
}

// Events.
extension WindowFrames {
  /// Handles a change of the position or size of the window.
  func handleConfiguration() {
    if counters.configure() { requestFrame() }
    repeatMonitorQuery()
  }

  /// Repeats the monitor query after the window or the monitor configuration changed. Does nothing
  /// if the display reports refreshes itself.
  func repeatMonitorQuery() {
    if needsMonitor, !queries.contains(.monitors) { queries.append(.monitors) }
  }

  /// Handles the report of a refresh.
  ///
  /// - Parameter cookie: The event with its data.
  func handleVerticalBlank(_ cookie: XGenericEventCookie) {
    if let refresh = verticalBlank?.verticalBlankEvent(in: cookie) {
      clock.handle(refresh, at: MonotonicClock.now)
    }
  }

  /// Handles a message of the window manager about frames.
  ///
  /// - Returns: Whether the event was consumed.
  func handleMessage(_ event: XClientMessageEvent) -> Bool {
    guard let message = FrameMessage(event, atoms: window.connection.atoms) else { return false }
    let now = MonotonicClock.now
    switch message {
    case .syncRequested(let request): counters.take(request, at: now)
    case .drawn(let counter, let microseconds):
      clock.handleFrameDrawn(counter, at: now.replaced(byMicroseconds: microseconds), receivedAt: now)
    case .timed(let timings):
      if let seen = clock.handleFrameTimings(timings) { window.onPresented?(timings.counter, seen) }
    }
    return true
  }

  /// Handles a change of a property that affects the visibility.
  ///
  /// - Returns: Whether the event was consumed.
  func handleStateChange(_ event: XPropertyEvent) -> Bool {
    let (id, connection) = (window.id, window.connection)
    let property = Self.stateProperties.first {
      event.atom == connection.atoms[$0] && event.window == ($0 == .netCurrentDesktop ? connection.root : id)
    }
    guard let property else { return false }
    // The state is first read after the first frame is shown.
    if hasAppeared, !queries.contains(.state) {
      changeVisibility { readState(property, into: &$0) }
    }
    return true
  }

  /// Handles the start or the end of a compositor.
  func setComposited(_ isComposited: Bool) {
    clock.setComposited(isComposited)
    changeVisibility { $0.isComposited = isComposited }
  }

  /// Changes the visibility of the window and applies the consequences.
  func changeVisibility(by change: (inout WindowVisibility) -> Void) {
    let before = visibility
    change(&visibility)
    updateVisibility(since: before)
  }

  /// Handles user activity in the window: the screen is not locked, even if a locker that has since
  /// exited reported so.
  func recordUserActivity() { if visibility.isLocked { changeVisibility { $0.isLocked = false } } }

  /// Notifies the content that the window was hidden or obscured, and resumes painting when it
  /// becomes visible.
  private func updateVisibility(since before: WindowVisibility) {
    let now = window.currentTime
    if before.isBehindLock, !visibility.isBehindLock { window.keyboard.dropKeysUnderWay() }
    if visibility.isHidden, !before.isHidden { window.deliver(.input(.windowHidden), at: now) }
    if visibility.isObscured, !before.isObscured { window.deliver(.input(.windowObscured), at: now) }
    guard visibility.isShown == clock.isHidden else { return }
    if !visibility.isShown { drawWhileHidden() }
    clock.setHidden(!visibility.isShown)
    if visibility.isShown { requestFrame() }
  }
}
