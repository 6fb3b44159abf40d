import CX11
import Motion
import Scene

extension RunLoop {
  /// Answers one event, the input method first.
  mutating func dispatch(
    _ event: inout XEvent, to client: inout some WindowClient & ~Copyable
  ) {
    // Window managers tell by a sent event that they have moved a window.
    if event.type == ConfigureNotify {
      desktop.noteMove()
      followMove()
    }
    guard !window.inputMethod.notices(event), !hearOfFrames(&event, &client),
      EventTranslation.accepts(event), !desktop.handle(&event)
    else { return }
    hearKeyboard(event, &client)
    let received = MonotonicClock.now
    hearOfKeyboardGrab(event, receivedAt: received)
    if event.type == KeyPress || event.type == KeyRelease {
      return key(event, receivedAt: received, to: &client)
    }
    if event.type == GenericEvent {
      return genericEvent(&event, receivedAt: received, to: &client)
    }
    if window.inputMethod.filters(&event) { return tellPreedit(&client) }
    guard !hearOfDrag(event, at: received, &client), !exchange.handle(event, at: received),
      isAboutWindow(event)
    else { return }
    if let isFocused = focus.change(by: event) {
      take(.focus(isFocused: isFocused, received: received), &client)
    }
    keyboardGrab.claim.note(hasFocus: focus.hasFocus, at: received)
    guard let meaning = translation.translate(event) else { return }
    act(on: meaning, event: &event, receivedAt: received, client: &client)
  }

  /// Other clients' windows, to which something was copied, may be heard of as well.
  private func isAboutWindow(_ event: XEvent) -> Bool {
    event.xany.window == window.id || event.type == MappingNotify
  }

  /// Does what an event means.
  mutating func act(
    on meaning: WindowEvent, event: inout XEvent, receivedAt received: Instant,
    client: inout some WindowClient & ~Copyable
  ) {
    switch meaning {
    case .input(let input, let time):
      point(input, time: time, receivedAt: received, &client)
    case .inputs(let first, let second, let time):
      point(first, time: time, receivedAt: received, &client)
      point(second, time: time, receivedAt: received, &client)
    case .pressedAnywhere(let isTouch):
      keyboardGrab.claim.notePressAnywhere(isTouch: isTouch, at: received)
    case .keptBack:
      window.sendItselfNothing()
    case .exposed(let rect):
      hasAppeared = true
      exposed.append(rect)
    case .resized(let size):
      resize(to: size, &client)
    case .shown:
      changeVisibility(&client) { $0.isMapped = true }
    case .hidden:
      // The server has let go of pointer and keyboard.
      holdsDrag = false
      keyboardGrab.lose()
      cancelDrag()
      changeVisibility(&client) { $0.isMapped = false }
    case .focusOffered(let time):
      if visibility.isMapped { window.takeFocus(at: time) }
    case .pinged:
      // Whoever asks can rely on all before it being done, such as what was copied being offered.
      perform(client.takeEffects())
      window.answerPing(event)
    case .closeRequested:
      tell(&client) { client, now in client.closeRequested(at: now) }
    case .keyboardMapChanged:
      XRefreshKeyboardMapping(&event.xmapping)
    }
  }

  private mutating func point(
    _ input: InputEvent, time: UInt, receivedAt received: Instant,
    _ client: inout some WindowClient & ~Copyable
  ) {
    if case .pointerPressed = input { keyboardGrab.claim.notePressInside() }
    take(.pointer(input, time: time, received: received), &client)
  }

  private mutating func resize(
    to size: PixelSize, _ client: inout some WindowClient & ~Copyable
  ) {
    guard size != window.pixelSize else { return }
    window.pixelSize = size
    adoptScale()
    let (logical, scale) = (window.size, window.scale)
    tell(&client) { client, now in client.resize(to: logical, scale: scale, at: now) }
  }
}

extension RunLoop {
  /// Hands an event over, after all that was due before it.
  mutating func tell(
    _ client: inout some WindowClient & ~Copyable, _ input: InputEvent, at instant: Instant
  ) {
    let wasDue = isDue(client.nextChange(after: latest), at: instant)
    let instant = inOrder(instant)
    client.advance(to: instant)
    let isNews = client.handle(input, at: instant)
    // What time alone changes has frames of its own, unless it is over.
    let isOver = wasDue && !isDue(client.nextChange(after: instant), at: instant)
    if isNews || isOver { needsFrame = true }
  }

  private func isDue(_ change: Instant?, at instant: Instant) -> Bool {
    change.map { $0 <= instant } ?? false
  }

  /// Hands over, at this moment, what is no input.
  mutating func tell<Client: WindowClient & ~Copyable>(
    _ client: inout Client, _ body: (inout Client, Instant) -> Void
  ) {
    let now = inOrder(MonotonicClock.now)
    client.advance(to: now)
    body(&client, now)
    needsFrame = true
  }
}
