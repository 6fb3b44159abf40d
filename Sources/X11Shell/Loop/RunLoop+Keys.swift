import CX11
import Motion
import Scene

extension RunLoop {
  /// Answers a key going down or coming up, when its turn has come.
  mutating func key(
    _ event: XEvent, receivedAt received: Instant,
    to client: inout some WindowClient & ~Copyable
  ) {
    // Where text goes somewhere else now, keys wait until the server knows.
    window.inputMethod.follow(client.textInput)
    let key = WaitingInput.Key(event: event, received: received)
    if mustWait(event) { waitingInput.append(.key(key)) } else { offer(key, to: &client) }
  }

  private func mustWait(_ event: XEvent) -> Bool {
    let (inputMethod, key) = (window.inputMethod, event.xkey)
    guard !inputMethod.hasReturned(key) else { return false }
    if event.type == KeyRelease { return waitingInput.holdPress(endedBy: key) }
    return inputMethod.owesText || waitingInput.next != nil
  }

  /// Offers a key to the input method; what that leaves to the client waits for its turn.
  mutating func offer(
    _ key: WaitingInput.Key, to client: inout some WindowClient & ~Copyable
  ) {
    var key = key
    if key.event.type == KeyPress { noteUse(&client) }
    key.isRepeat = noteHeld(key.event.xkey)
    let inputMethod = window.inputMethod
    guard !inputMethod.filters(&key.event), key.event.type == KeyPress else {
      return tellPreedit(&client)
    }
    // What a server commits comes without a key, and before those that wait for it.
    if key.event.xkey.keycode == 0 {
      press(key, to: &client)
    } else {
      waitingInput.append(returned: key)
    }
  }

  /// Answers a press that the input method leaves to the client, or its commit.
  mutating func press(
    _ key: WaitingInput.Key, to client: inout some WindowClient & ~Copyable
  ) {
    var event = key.event.xkey
    let inputMethod = window.inputMethod
    let symbols = KeySymbols(event, on: window.connection)
    let press =
      event.keycode == 0
      ? nil : KeyPress(symbols, state: event.state, isRepeat: key.isRepeat)
    if press?.key == .escape, cancelDrag() { return }
    let instant = inOrder(instant(of: event, receivedAt: key.received))
    client.advance(to: instant)
    // A key for which the server had no use ends what it has left unfinished.
    if let press, press.key != .unidentified {
      inputMethod.noteUnused()
      if inputMethod.isComposing { endPreedit(&client) }
    }
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
