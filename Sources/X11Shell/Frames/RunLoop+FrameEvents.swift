import CX11
import Motion
import Scene

extension RunLoop {
  /// Takes in what an event says about frames and about whether they are seen.
  ///
  /// - Returns: Whether it says nothing else.
  mutating func hearOfFrames(
    _ event: inout XEvent, _ client: inout some WindowClient & ~Copyable
  ) -> Bool {
    switch event.type {
    case ClientMessage: return hearOfFrames(event.xclient, &client)
    case GenericEvent: return hearTick(&event)
    case ConfigureNotify where event.xconfigure.window == window.id:
      if frameCounters.configure() { needsFrame = true }
      frameSources.askMonitorsAgain()
      return false
    case VisibilityNotify:
      let isCovered = event.xvisibility.state == VisibilityFullyObscured
      changeVisibility(&client) { $0.isCovered = isCovered }
      return true
    case PropertyNotify: return hearOfState(event.xproperty, &client)
    default: return hearOfDisplay(event, &client)
    }
  }

  private mutating func hearTick(_ event: inout XEvent) -> Bool {
    guard let tick = frameSources.tick(in: &event) else { return false }
    frameClock.hear(tick, at: MonotonicClock.now)
    return true
  }

  private mutating func hearOfFrames(
    _ event: XClientMessageEvent, _ client: inout some WindowClient & ~Copyable
  ) -> Bool {
    guard event.window == window.id,
      let message = FrameMessage(event, atoms: window.connection.atoms)
    else { return false }
    let now = MonotonicClock.now
    switch message {
    case .syncRequested(let request): frameCounters.take(request, at: now)
    case .drawn(let counter, let microseconds):
      frameClock.hearDrawn(counter, at: now.replaced(byMicroseconds: microseconds), toldAt: now)
    case .timed(let timings):
      if let seen = frameClock.hearTimings(timings) { client.frameSeen(timings.counter, at: seen) }
    }
    return true
  }

  private mutating func hearOfState(
    _ event: XPropertyEvent, _ client: inout some WindowClient & ~Copyable
  ) -> Bool {
    guard let property = frameSources.stateReading.property(changedBy: event) else { return false }
    // Asked about when the first frame is shown, and not before.
    guard frameSources.hasReadState else { return true }
    let reading = frameSources.stateReading
    changeVisibility(&client) { reading.read(property, into: &$0) }
    return true
  }

  private mutating func hearOfDisplay(
    _ event: XEvent, _ client: inout some WindowClient & ~Copyable
  ) -> Bool {
    guard let isComposited = frameSources.isComposited(after: event) else { return false }
    frameClock.setComposited(isComposited)
    changeVisibility(&client) { $0.isComposited = isComposited }
    return true
  }
}

extension RunLoop {
  /// Notes what happened to the window's visibility and does what follows from it.
  mutating func changeVisibility(
    _ client: inout some WindowClient & ~Copyable, by change: (inout WindowVisibility) -> Void
  ) {
    let before = visibility
    change(&visibility)
    followVisibility(&client, since: before)
  }

  /// Takes in that a person uses the window: it is behind no lock, whatever was said last by one
  /// that has died since.
  mutating func noteUse(_ client: inout some WindowClient & ~Copyable) {
    guard visibility.isLocked else { return }
    changeVisibility(&client) { $0.isLocked = false }
  }

  /// Tells the client that the window was put away or buried; begins at once to paint when it can be
  /// seen.
  mutating func followVisibility(
    _ client: inout some WindowClient & ~Copyable, since before: WindowVisibility
  ) {
    let now = MonotonicClock.now
    if visibility.isAway, !before.isAway { tell(&client, .windowHidden, at: now) }
    if visibility.isBuried, !before.isBuried { tell(&client, .windowCovered, at: now) }
    guard visibility.isShown == frameClock.isHidden else { return }
    if !visibility.isShown { drawUnseen(&client) }
    frameClock.setHidden(!visibility.isShown)
    if visibility.isShown { needsFrame = true }
  }
}

extension Instant {
  /// A time that a compositor on this machine gave, in microseconds of the monotonic clock; this
  /// instant where it is of another clock, or later.
  fileprivate func replaced(byMicroseconds microseconds: Int64) -> Instant {
    let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
    let said = Instant(nanoseconds: nanoseconds)
    return overflow || said > self || self > said + FrameClock.patience ? self : said
  }
}
