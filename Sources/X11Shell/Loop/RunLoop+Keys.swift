import CX11
import Motion
import Scene

extension RunLoop {
  /// Handles a key press or release, or defers it.
  mutating func key(
    _ event: XEvent, receivedAt received: Instant, to client: inout some WindowDelegate & ~Copyable
  ) {
    // If the text destination has changed, keys are deferred until the server knows it.
    window.inputMethod.setTextInput(client.textInput)
    let key = DeferredInputQueue.Key(event: event, received: received)
    if mustWait(event) { waitingInput.append(.key(key)) } else { offer(key, to: &client) }
  }

  private func mustWait(_ event: XEvent) -> Bool {
    let (inputMethod, key) = (window.inputMethod, event.xkey)
    guard !inputMethod.hasReturned(key) else { return false }
    if event.type == KeyRelease { return waitingInput.hasDeferredPress(endedBy: key) }
    return inputMethod.hasPendingCommit || waitingInput.next != nil
  }

  /// Sends a key to the input method. A key that it does not use is queued for the delegate.
  mutating func offer(_ key: DeferredInputQueue.Key, to client: inout some WindowDelegate & ~Copyable) {
    var key = key
    if key.event.type == KeyPress { noteUserActivity(&client) }
    key.isRepeat = recordKey(key.event.xkey)
    let inputMethod = window.inputMethod
    guard !inputMethod.filters(&key.event), key.event.type == KeyPress else {
      return sendPreeditChange(&client)
    }
    // A commit of the server has no key code and precedes the deferred keys.
    if key.event.xkey.keycode == 0 { press(key, to: &client) } else { waitingInput.append(returned: key) }
  }

  /// Handles a press that the input method did not use, or a commit.
  mutating func press(_ key: DeferredInputQueue.Key, to client: inout some WindowDelegate & ~Copyable) {
    var event = key.event.xkey
    let inputMethod = window.inputMethod
    let symbols = KeySymbols(event, on: window.connection)
    let press = event.keycode == 0 ? nil : KeyPress(symbols, state: event.state, isRepeat: key.isRepeat)
    if press?.key == .escape, cancelDrag() { return }
    let instant = clampedToMonotonic(instant(of: event, receivedAt: key.received))
    client.advance(to: instant)
    // A key that the server did not use ends an unfinished composition.
    if let press, press.key != .unidentified {
      inputMethod.noteUnused()
      if inputMethod.isComposing { endPreedit(&client) }
    }
    inputMethod.read(&event, as: press, symbol: symbols.symbol) { press, utf8 in
      if let preedit = inputMethod.takePreedit() { _ = client.handle(.preeditChanged(preedit), at: instant) }
      InputEvent.forEach(press: press, typing: utf8) { _ = client.handle($0, at: instant) }
    }
    sendPreeditChange(&client)
    needsFrame = true
    inputMethod.setTextInput(client.textInput, isByKey: true)
  }

  /// Updates the set of pressed keys.
  ///
  /// - Returns: Whether the event repeats a press.
  private mutating func recordKey(_ event: XKeyEvent) -> Bool {
    let keycode = UInt8(truncatingIfNeeded: event.keycode)
    // An event that the input method's server created does not show whether the key is pressed.
    guard event.time != CurrentTime else { return false }
    if event.type == KeyPress { return keycode != 0 && heldKeys.press(keycode, at: event.time) }
    heldKeys.release(keycode)
    return false
  }

  /// Returns the time of a key event. A commit of an input method may have none.
  private mutating func instant(of event: XKeyEvent, receivedAt received: Instant) -> Instant {
    guard event.time != CurrentTime else { return received }
    inputTime = ServerTime(event.time)
    userTime.record(ServerTime(event.time))
    return clock.instant(of: event.time, receivedAt: received)
  }
}
