import CX11
import Motion
import Scene

extension RunLoop {
  /// Handles an event about frames or the visibility of the window.
  ///
  /// - Returns: Whether the event was consumed.
  mutating func handleFrameEvent(_ event: inout XEvent, _ client: inout some WindowDelegate & ~Copyable)
    -> Bool
  {
    switch event.type {
    case ClientMessage: return handleFrameEvent(event.xclient, &client)
    case GenericEvent: return handleVerticalBlank(&event)
    case ConfigureNotify where event.xconfigure.window == window.id:
      if frameCounters.configure() { needsFrame = true }
      frameSources.repeatMonitorQuery()
      return false
    case VisibilityNotify:
      let isCovered = event.xvisibility.state == VisibilityFullyObscured
      changeVisibility(&client) { $0.isCovered = isCovered }
      return true
    case PropertyNotify: return handleStateChange(event.xproperty, &client)
    default: return handleDisplayChange(event, &client)
    }
  }

  private mutating func handleVerticalBlank(_ event: inout XEvent) -> Bool {
    guard let tick = frameSources.tick(in: &event) else { return false }
    frameClock.handle(tick, at: MonotonicClock.now)
    return true
  }

  private mutating func handleFrameEvent(
    _ event: XClientMessageEvent, _ client: inout some WindowDelegate & ~Copyable
  ) -> Bool {
    guard event.window == window.id, let message = FrameMessage(event, atoms: window.connection.atoms) else {
      return false
    }
    let now = MonotonicClock.now
    switch message {
    case .syncRequested(let request): frameCounters.take(request, at: now)
    case .drawn(let counter, let microseconds):
      frameClock.handleFrameDrawn(counter, at: now.replaced(byMicroseconds: microseconds), receivedAt: now)
    case .timed(let timings):
      if let seen = frameClock.handleFrameTimings(timings) { client.frameSeen(timings.counter, at: seen) }
    }
    return true
  }

  private mutating func handleStateChange(
    _ event: XPropertyEvent, _ client: inout some WindowDelegate & ~Copyable
  ) -> Bool {
    guard let property = frameSources.stateReading.property(changedBy: event) else { return false }
    // The state is first read after the first frame is shown.
    guard frameSources.hasReadState else { return true }
    let reading = frameSources.stateReading
    changeVisibility(&client) { reading.read(property, into: &$0) }
    return true
  }

  private mutating func handleDisplayChange(_ event: XEvent, _ client: inout some WindowDelegate & ~Copyable)
    -> Bool
  {
    guard let isComposited = frameSources.isComposited(after: event) else { return false }
    frameClock.setComposited(isComposited)
    changeVisibility(&client) { $0.isComposited = isComposited }
    return true
  }
}

extension RunLoop {
  /// Changes the visibility of the window and applies the consequences.
  mutating func changeVisibility(
    _ client: inout some WindowDelegate & ~Copyable, by change: (inout WindowVisibility) -> Void
  ) {
    let before = visibility
    change(&visibility)
    updateVisibility(&client, since: before)
  }

  /// Handles user activity in the window: the screen is not locked, even if a locker that has since
  /// exited reported so.
  mutating func noteUserActivity(_ client: inout some WindowDelegate & ~Copyable) {
    guard visibility.isLocked else { return }
    changeVisibility(&client) { $0.isLocked = false }
  }

  /// Notifies the delegate that the window was hidden or obscured, and resumes painting when it
  /// becomes visible.
  mutating func updateVisibility(
    _ client: inout some WindowDelegate & ~Copyable, since before: WindowVisibility
  ) {
    let now = MonotonicClock.now
    if visibility.isHidden, !before.isHidden { send(to: &client, .windowHidden, at: now) }
    if visibility.isObscured, !before.isObscured { send(to: &client, .windowObscured, at: now) }
    guard visibility.isShown == frameClock.isHidden else { return }
    if !visibility.isShown { drawUnseen(&client) }
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
    return overflow || reported > self || self > reported + FrameClock.patience ? self : reported
  }
}
