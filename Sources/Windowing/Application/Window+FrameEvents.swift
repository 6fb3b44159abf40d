import CX11
import Motion
import Scene
import X11

extension Window {
  /// Handles the report of whether other windows cover this one.
  func handleCoverage(_ event: XVisibilityEvent) {
    let isCovered = event.state == VisibilityFullyObscured
    changeVisibility { $0.isCovered = isCovered }
  }

  /// Handles the report of a refresh.
  ///
  /// - Parameter cookie: The event with its data.
  /// - Returns: Whether the event was consumed.
  func handleVerticalBlank(_ cookie: XGenericEventCookie) -> Bool {
    guard let refresh = frameSources.verticalBlankEvent(in: cookie) else { return false }
    frameClock.handle(refresh, at: MonotonicClock.now)
    return true
  }

  /// Handles a message of the window manager about frames.
  ///
  /// - Returns: Whether the event was consumed.
  func handleFrameMessage(_ event: XClientMessageEvent) -> Bool {
    guard let message = FrameMessage(event, atoms: connection.atoms) else { return false }
    let now = MonotonicClock.now
    switch message {
    case .syncRequested(let request): frameCounters.take(request, at: now)
    case .drawn(let counter, let microseconds):
      frameClock.handleFrameDrawn(counter, at: now.replaced(byMicroseconds: microseconds), receivedAt: now)
    case .timed(let timings):
      if let seen = frameClock.handleFrameTimings(timings) { onPresented?(timings.counter, seen) }
    }
    return true
  }

  /// Handles a change of a property that affects the visibility.
  ///
  /// - Returns: Whether the event was consumed.
  func handleStateChange(_ event: XPropertyEvent) -> Bool {
    guard let property = frameSources.stateReading.property(changedBy: event) else { return false }
    // The state is first read after the first frame is shown.
    guard frameSources.hasReadState else { return true }
    let reading = frameSources.stateReading
    changeVisibility { reading.read(property, into: &$0) }
    return true
  }

  /// Handles the start or the end of a compositor.
  ///
  /// - Returns: Whether the event was consumed.
  func handleCompositorChange(_ event: XEvent) -> Bool {
    guard let isComposited = frameSources.isComposited(after: event) else { return false }
    frameClock.setComposited(isComposited)
    changeVisibility { $0.isComposited = isComposited }
    if isComposited { reparentOverlay() }
    return true
  }
}

extension Window {
  /// Changes the visibility of the window and applies the consequences.
  func changeVisibility(
    by change: (inout WindowVisibility) -> Void
  ) {
    let before = visibility
    change(&visibility)
    updateVisibility(since: before)
  }

  /// Handles user activity in the window: the screen is not locked, even if a locker that has since
  /// exited reported so.
  func recordUserActivity() {
    if visibility.isLocked { changeVisibility { $0.isLocked = false } }
  }

  /// Notifies the content that the window was hidden or obscured, and resumes painting when it
  /// becomes visible.
  func updateVisibility(
    since before: WindowVisibility
  ) {
    let now = currentTime
    if before.isBehindLock, !visibility.isBehindLock { dropKeysUnderWay() }
    if visibility.isHidden, !before.isHidden { send(.windowHidden, at: now) }
    if visibility.isObscured, !before.isObscured { send(.windowObscured, at: now) }
    guard visibility.isShown == frameClock.isHidden else { return }
    if !visibility.isShown { drawWhileHidden() }
    frameClock.setHidden(!visibility.isShown)
    if visibility.isShown { needsFrame = true }
  }
}

extension Instant {
  /// Returns the time that a compositor reports in microseconds of the monotonic clock. Returns
  /// this instant if that time is of another clock or later.
  fileprivate func replaced(byMicroseconds microseconds: Int64) -> Instant {
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    let reported = Instant(nanoseconds: nanoseconds)
    return overflow || reported > self || self > reported + FrameClock.sourceTimeout ? self : reported
  }
}
