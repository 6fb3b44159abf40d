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
    press(&event.xkey, isRepeat: isRepeat, receivedAt: received, to: &client)
    inputMethod.follow(client.textInput, isByKey: true)
    while var next = inputMethod.takeOvertaken() {
      press(&next, isRepeat: false, receivedAt: received, to: &client)
    }
  }

  /// Answers a press that the input method leaves to the client, or its commit.
  private mutating func press(
    _ event: inout XKeyEvent, isRepeat: Bool, receivedAt received: Instant,
    to client: inout some WindowClient & ~Copyable
  ) {
    let inputMethod = window.inputMethod
    let symbols = KeySymbols(event, on: window.connection)
    let press =
      event.keycode == 0 ? nil : KeyPress(symbols, state: event.state, isRepeat: isRepeat)
    if press?.key == .escape, cancelDrag() { return }
    let instant = inOrder(instant(of: event, receivedAt: received))
    client.advance(to: instant)
    // A server may hand a key back before it commits what the key has ended, as IBus does.
    if let press, press.key != .unidentified, inputMethod.isComposing { endPreedit(&client) }
    inputMethod.read(&event, as: press, symbol: symbols.symbol) { press, utf8 in
      if let preedit = inputMethod.takePreedit() {
        _ = client.handle(.preeditChanged(preedit), at: instant)
      }
      InputEvent.forEach(press: press, typing: utf8) { _ = client.handle($0, at: instant) }
    }
    tellPreedit(&client)
    needsFrame = true
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
