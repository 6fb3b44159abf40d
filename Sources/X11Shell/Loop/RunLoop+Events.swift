import CX11
import Motion
import Scene

extension RunLoop {
  /// Answers one event, the input method first.
  mutating func dispatch(
    _ event: inout XEvent, to client: inout some WindowClient & ~Copyable
  ) {
    guard EventTranslation.accepts(event) else { return }
    let received = MonotonicClock.now
    if event.type == KeyPress || event.type == KeyRelease {
      return key(&event, receivedAt: received, to: &client)
    }
    if event.type == GenericEvent {
      return genericEvent(&event, receivedAt: received, to: &client)
    }
    guard !window.inputMethod.filters(&event), !clipboard.handle(event, at: received),
      isAboutWindow(event)
    else { return }
    if let isFocused = focus.change(by: event) { tell(&client, isFocused: isFocused) }
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
      inputTime = ServerTime(time)
      tell(&client, input, at: clock.instant(of: time, receivedAt: received))
    case .inputs(let first, let second, let time):
      act(on: .input(first, time: time), event: &event, receivedAt: received, client: &client)
      act(on: .input(second, time: time), event: &event, receivedAt: received, client: &client)
    case .exposed(let rect):
      hasAppeared = true
      exposed.append(rect)
    case .resized(let size):
      resize(to: size, &client)
    case .shown:
      pacer.isShown = true
      needsFrame = true
    case .hidden:
      pacer.isShown = false
      tell(&client, .windowHidden, at: received)
    case .pinged:
      window.answerPing(event)
    case .closeRequested:
      tell(&client) { client, now in client.closeRequested(at: now) }
    case .keyboardMapChanged:
      XRefreshKeyboardMapping(&event.xmapping)
    }
  }

  private mutating func resize(
    to size: PixelSize, _ client: inout some WindowClient & ~Copyable
  ) {
    guard size != window.pixelSize else { return }
    window.pixelSize = size
    let logical = window.size
    tell(&client) { client, now in client.resize(to: logical, at: now) }
  }

  private mutating func tell(
    _ client: inout some WindowClient & ~Copyable, isFocused: Bool
  ) {
    if !isFocused { heldKeys.releaseAll() }
    window.inputMethod.setFocus(isFocused)
    tell(&client, .windowFocusChanged(isFocused: isFocused), at: MonotonicClock.now)
  }
}

extension RunLoop {
  /// Answers a key going down or coming up.
  private mutating func key(
    _ event: inout XEvent, receivedAt received: Instant,
    to client: inout some WindowClient & ~Copyable
  ) {
    let isRepeat = noteHeld(event.xkey)
    guard !window.inputMethod.filters(&event), event.type == KeyPress else { return }
    let symbols = KeySymbols(event.xkey, on: window.connection)
    let press =
      event.xkey.keycode == 0
      ? nil : KeyPress(symbols, state: event.xkey.state, isRepeat: isRepeat)
    let instant = inOrder(instant(of: event.xkey, receivedAt: received))
    client.advance(to: instant)
    window.inputMethod.withText(of: &event.xkey, symbols: symbols) { utf8 in
      InputEvent.forEach(press: press, typing: utf8) { client.handle($0, at: instant) }
    }
    needsFrame = true
  }

  /// - Returns: Whether it is the repetition of a press.
  private mutating func noteHeld(_ event: XKeyEvent) -> Bool {
    let keycode = UInt8(truncatingIfNeeded: event.keycode)
    if event.type == KeyPress { return keycode != 0 && heldKeys.press(keycode, at: event.time) }
    heldKeys.release(keycode)
    return false
  }

  /// An input method's commit may carry no time.
  private mutating func instant(of event: XKeyEvent, receivedAt received: Instant) -> Instant {
    guard event.time != CurrentTime else { return received }
    inputTime = ServerTime(event.time)
    return clock.instant(of: event.time, receivedAt: received)
  }
}

extension RunLoop {
  /// Hands an event over, after all that was due before it.
  mutating func tell(
    _ client: inout some WindowClient & ~Copyable, _ input: InputEvent, at instant: Instant
  ) {
    let instant = inOrder(instant)
    client.advance(to: instant)
    client.handle(input, at: instant)
    needsFrame = true
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
