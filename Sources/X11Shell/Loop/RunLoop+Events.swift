import CX11
import Motion
import Scene

extension RunLoop {
  /// Handles one event. The input method receives it first.
  mutating func dispatch(_ event: inout XEvent, to client: inout some WindowDelegate & ~Copyable) {
    // A window manager reports a move of the window with a synthetic event.
    if event.type == ConfigureNotify {
      desktop.windowMoved()
      updateDragOrigin()
    }
    guard !window.inputMethod.handleServerEvent(event), !handleFrameEvent(&event, &client),
      EventTranslation.accepts(event), !desktop.handle(&event)
    else { return }
    handleKeyboardEvent(event, &client)
    let received = MonotonicClock.now
    handleKeyboardGrabEvent(event, receivedAt: received)
    if event.type == KeyPress || event.type == KeyRelease {
      return key(event, receivedAt: received, to: &client)
    }
    if event.type == GenericEvent { return genericEvent(&event, receivedAt: received, to: &client) }
    if window.inputMethod.filters(&event) { return sendPreeditChange(&client) }
    guard !handleXdndEvent(event, at: received, &client), !exchange.handle(event, at: received),
      isAboutWindow(event)
    else { return }
    if let isFocused = focus.change(by: event) {
      handleOrDefer(.focus(isFocused: isFocused, received: received), &client)
    }
    keyboardGrab.policy.update(hasFocus: focus.hasFocus, at: received)
    guard let meaning = translation.translate(event) else { return }
    act(on: meaning, event: &event, receivedAt: received, client: &client)
  }

  /// Events of other clients' windows also arrive, from data transfers.
  private func isAboutWindow(_ event: XEvent) -> Bool {
    event.xany.window == window.id || event.type == MappingNotify
  }

  /// Handles a translated event.
  mutating func act(
    on meaning: WindowEvent, event: inout XEvent, receivedAt received: Instant,
    client: inout some WindowDelegate & ~Copyable
  ) {
    switch meaning {
    case .input(let input, let time): point(input, time: time, receivedAt: received, &client)
    case .inputs(let first, let second, let time):
      point(first, time: time, receivedAt: received, &client)
      point(second, time: time, receivedAt: received, &client)
    case .pressedAnywhere(let isTouch): keyboardGrab.policy.notePressAnywhere(isTouch: isTouch, at: received)
    case .deferred: window.sendNoOpEvent()
    case .exposed(let rect):
      hasAppeared = true
      exposed.append(rect)
    case .resized(let size): resize(to: size, &client)
    case .shown: changeVisibility(&client) { $0.isMapped = true }
    case .hidden:
      // The server has released its pointer and keyboard grabs.
      holdsDrag = false
      keyboardGrab.grabLost()
      cancelDrag()
      changeVisibility(&client) { $0.isMapped = false }
    case .focusOffered(let time): if visibility.isMapped { window.takeFocus(at: time) }
    case .pinged:
      // The window manager can rely on earlier actions being complete when it receives the reply,
      // such as an offer of copied data.
      perform(client.takeEffects())
      window.answerPing(event)
    case .closeRequested: perform(on: &client) { client, now in client.closeRequested(at: now) }
    case .keyboardMapChanged: XRefreshKeyboardMapping(&event.xmapping)
    }
  }

  private mutating func point(
    _ input: InputEvent, time: UInt, receivedAt received: Instant,
    _ client: inout some WindowDelegate & ~Copyable
  ) {
    if case .pointerPressed = input { keyboardGrab.policy.notePressInside() }
    handleOrDefer(.pointer(input, time: time, received: received), &client)
  }

  private mutating func resize(to size: PixelSize, _ client: inout some WindowDelegate & ~Copyable) {
    guard size != window.pixelSize else { return }
    window.pixelSize = size
    adoptScale()
    let (logical, scale) = (window.size, window.scale)
    perform(on: &client) { client, now in client.resize(to: logical, scale: scale, at: now) }
  }
}

extension RunLoop {
  /// Sends an event to the delegate, after the changes that were due before it.
  mutating func send(
    to client: inout some WindowDelegate & ~Copyable, _ input: InputEvent, at instant: Instant
  ) {
    let wasDue = isDue(client.nextChange(after: latest), at: instant)
    let instant = clampedToMonotonic(instant)
    client.advance(to: instant)
    let needsRedraw = client.handle(input, at: instant)
    // Animations have their own frames, unless they have just ended.
    let isOver = wasDue && !isDue(client.nextChange(after: instant), at: instant)
    if needsRedraw || isOver { needsFrame = true }
  }

  private func isDue(_ change: Instant?, at instant: Instant) -> Bool {
    change.map { $0 <= instant } ?? false
  }

  /// Calls the delegate at the current time, for notifications that are not input.
  mutating func perform<Client: WindowDelegate & ~Copyable>(
    on client: inout Client, _ body: (inout Client, Instant) -> Void
  ) {
    let now = clampedToMonotonic(MonotonicClock.now)
    client.advance(to: now)
    body(&client, now)
    needsFrame = true
  }
}
