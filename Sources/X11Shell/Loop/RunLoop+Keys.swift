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
    guard !window.inputMethod.filters(&event), event.type == KeyPress else { return }
    let symbols = KeySymbols(event.xkey, on: window.connection)
    let press =
      event.xkey.keycode == 0
      ? nil : KeyPress(symbols, state: event.xkey.state, isRepeat: isRepeat)
    if press?.key == .escape, cancelDrag() { return }
    let instant = inOrder(instant(of: event.xkey, receivedAt: received))
    client.advance(to: instant)
    window.inputMethod.read(&event.xkey, as: press, symbol: symbols.symbol) { press, utf8 in
      InputEvent.forEach(press: press, typing: utf8) { _ = client.handle($0, at: instant) }
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
    userTime.note(ServerTime(event.time))
    return clock.instant(of: event.time, receivedAt: received)
  }
}
