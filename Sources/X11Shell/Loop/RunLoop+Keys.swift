import CX11
import Motion
import Scene

extension RunLoop {
  /// Answers a key going down or coming up.
  mutating func key(
    _ event: inout XEvent, receivedAt received: Instant,
    to client: inout some WindowClient & ~Copyable
  ) {
    if event.type == KeyPress { noteUse(&client) }
    let isRepeat = noteHeld(event.xkey)
    let inputMethod = window.inputMethod
    inputMethod.follow(client.textInput)
    guard !inputMethod.filters(&event), event.type == KeyPress else {
      return tellPreedit(&client)
    }
    let pressed = ReturnedPresses.Press(event: event.xkey, isRepeat: isRepeat, received: received)
    // What a server commits comes without a key, and before those that wait for it.
    if event.xkey.keycode == 0 {
      press(pressed, to: &client)
    } else {
      returnedPresses.append(pressed)
    }
    answerReturned(&client)
  }

  /// Answers the presses that the input method has left to the client, once the text is there that
  /// they may have ended.
  mutating func answerReturned(_ client: inout some WindowClient & ~Copyable) {
    let inputMethod = window.inputMethod
    guard !returnedPresses.isEmpty, !inputMethod.owesText else { return }
    while let next = returnedPresses.takeFirst() { press(next, to: &client) }
    while let next = inputMethod.takeOvertaken() {
      let received = MonotonicClock.now
      press(.init(event: next, isRepeat: false, received: received), to: &client)
    }
  }

  /// Answers them now, whatever was to come before them.
  mutating func endReturned(_ client: inout some WindowClient & ~Copyable) {
    window.inputMethod.forgiveText()
    answerReturned(&client)
  }

  /// Answers them where they have waited long enough.
  mutating func advanceReturned(
    to now: Instant, _ client: inout some WindowClient & ~Copyable
  ) {
    if let deadline = returnedPresses.deadline, deadline <= now { endReturned(&client) }
  }

  /// Answers a press that the input method leaves to the client, or its commit.
  private mutating func press(
    _ pressed: ReturnedPresses.Press, to client: inout some WindowClient & ~Copyable
  ) {
    var event = pressed.event
    let inputMethod = window.inputMethod
    let symbols = KeySymbols(event, on: window.connection)
    let press =
      event.keycode == 0
      ? nil : KeyPress(symbols, state: event.state, isRepeat: pressed.isRepeat)
    if press?.key == .escape, cancelDrag() { return }
    let instant = inOrder(instant(of: event, receivedAt: pressed.received))
    client.advance(to: instant)
    // A key for which the server had no use ends what it has left unfinished.
    if let press, press.key != .unidentified, inputMethod.isComposing { endPreedit(&client) }
    inputMethod.read(&event, as: press, symbol: symbols.symbol) { press, utf8 in
      if let preedit = inputMethod.takePreedit() {
        _ = client.handle(.preeditChanged(preedit), at: instant)
      }
      InputEvent.forEach(press: press, typing: utf8) { _ = client.handle($0, at: instant) }
    }
    tellPreedit(&client)
    needsFrame = true
    inputMethod.follow(client.textInput, isByKey: true)
  }

  /// - Returns: Whether it is the repetition of a press.
  private mutating func noteHeld(_ event: XKeyEvent) -> Bool {
    let keycode = UInt8(truncatingIfNeeded: event.keycode)
    // What an input method's server made of a key says nothing of whether that is down.
    guard event.time != CurrentTime else { return false }
    if event.type == KeyPress { return keycode != 0 && heldKeys.press(keycode, at: event.time) }
    heldKeys.release(keycode)
    return false
  }

  /// An input method's commit may carry no time.
  private mutating func instant(of event: XKeyEvent, receivedAt received: Instant) -> Instant {
    guard event.time != CurrentTime else { return received }
    inputTime = ServerTime(event.time)
    userTime.note(ServerTime(event.time))
    return clock.instant(of: event.time, receivedAt: received)
  }
}
