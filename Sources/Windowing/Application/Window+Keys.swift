import CX11
import Motion
import Scene
import X11

extension Window {
  /// Handles a key press or release. If the input method still has an earlier key, it waits.
  func handleKey(_ event: XEvent, receivedAt received: Instant) {
    if event.type == KeyPress {
      // A key shows that no other client has the keyboard.
      keyboard.retry(at: received)
      if keyboard.drops(event.xkey) { return }
    }
    // If the text destination has changed, keys are deferred until the server knows it.
    inputMethod.setTextInput(cues.textInput)
    let key = DeferredInputQueue.Key(event: event, received: received)
    let isReturned = inputMethod.server?.hasReturned(event.xkey) == true
    if !isReturned, inputMethod.hasPendingCommit || !waitingInput.isEmpty, mustWait(event) {
      waitingInput.append(.key(key))
    } else {
      passToInputMethod(key)
    }
  }

  private func mustWait(_ event: XEvent) -> Bool {
    if event.type == KeyRelease { return waitingInput.hasDeferredPress(endedBy: event.xkey) }
    return inputMethod.hasPendingCommit || waitingInput.next != nil
  }

  /// Passes a key to the input method. The content receives a key that is not used there.
  func passToInputMethod(_ key: DeferredInputQueue.Key) {
    var key = key
    if key.event.type == KeyPress { frames.recordUserActivity() }
    key.isRepeat = keyboard.record(key.event.xkey)
    guard !inputMethod.filters(&key), key.event.type == KeyPress else { return sendPreeditChange() }
    // A commit of the server has no key code and precedes a key that waits for it. So does what a server has composed
    // whose end Xlib has noticed by this key.
    if key.event.xkey.keycode != 0, inputMethod.hasPendingCommit || inputMethod.server?.hasRemains == true {
      waitingInput.append(returned: key)
    } else {
      press(key)
    }
  }

  /// Handles a press that the input method did not use, or a commit.
  func press(_ key: DeferredInputQueue.Key) {
    var event = key.event.xkey
    let inputMethod = inputMethod
    let symbols = KeySymbols(event, on: connection)
    let press = event.keycode == 0 ? nil : KeyPress(symbols, state: event.state, isRepeat: key.isRepeat)
    if press?.key == .escape, drag.cancel() { return }
    let instant = contentCaller.advance(to: instant(of: event, receivedAt: key.received))
    // A key that the server did not use ends an unfinished composition.
    if let press, press.key != .unidentified {
      inputMethod.server?.recordUnused()
      if inputMethod.isComposing { endPreedit() }
    }
    var text = TypedBytes()
    let outcome = press.map {
      inputMethod.compose(symbols.symbol, isCommand: $0.modifiers.command, into: &text)
    }
    let isTyped = if let outcome { outcome == .typed } else { inputMethod.readCommit(&event, into: &text) }
    if let preedit = inputMethod.takePreedit() { send(.preeditChanged(preedit), at: instant) }
    if outcome == .plain, let press {
      send(.keyPressed(press.typing(symbols.symbol)), at: instant)
    } else if isTyped {
      text.withUTF8 { TypedText.forEachChunk(of: $0) { send(.textCommitted($0), at: instant) } }
      inputMethod.showSequence()
    }
    sendPreeditChange()
    inputMethod.setTextInput(cues.textInput)
  }

  /// Returns the time of a key event. A commit of an input method may have none.
  private func instant(of event: XKeyEvent, receivedAt received: Instant) -> Instant {
    guard event.time != CurrentTime else { return received }
    application.inputTime = ServerTime(event.time)
    userTime.record(ServerTime(event.time))
    return application.clock.instant(of: event.time, receivedAt: received)
  }

  /// Sends the preedit text to the content if it has changed.
  func sendPreeditChange() {
    guard let preedit = inputMethod.takePreedit() else { return }
    send(.preeditChanged(preedit), at: currentTime)
  }

  /// Ends the composition because the focus or the pointer moves, and commits its text in place, as
  /// Qt does. An input method that ends it by itself may discard the text.
  func endPreedit() {
    inputMethod.setTextInput(cues.textInput)
    let text = inputMethod.end()
    sendPreeditChange()
    commit(text)
  }

  /// Sends text that the input method has composed.
  func commit(_ text: String) {
    let time = currentTime
    TypedText.forEachChunk(of: text.utf8Span.span) { send(.textCommitted($0), at: time) }
  }

  /// Updates the input method's destination and the location of its candidate window.
  ///
  /// Call it once in each iteration after the frame was sent: it may wait for the server.
  func followTextInput() {
    guard inputMethod.hasServer else { return }
    inputMethod.setTextInput(cues.textInput)
    inputMethod.updateSpotLocation(scale: scale)
  }
}
