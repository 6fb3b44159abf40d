import CX11
import Motion
import Scene
import X11

// Input that is deferred until the input method has reported everything before it.
extension Window {
  /// Whether input waits for the input method, or is left of one that has ended.
  var defersInput: Bool { !waitingInput.isEmpty || inputMethod.server?.hasRemains == true }

  /// Processes deferred input, as far as the input method has reported everything before it.
  func processDeferredInput() {
    while inputMethod.server?.hasRemains == true || !inputMethod.hasPendingCommit {
      if let (text, press) = inputMethod.server?.takeRemains() {
        sendPreeditChange()
        commit(text)
        if let press { self.press(press) }
      } else if let key = waitingInput.takeReturned() {
        press(key)
      } else if connection.queuedEventCount == 0, let next = waitingInput.next {
        // Keys that the server returned are in the event queue and come first: Xlib identifies them by a number that
        // other keys may share.
        if next.endsComposition, inputMethod.server?.composesUnseen == true {
          _ = inputMethod.end()
        } else if let next = waitingInput.takeNext() {
          handle(next)
          inputMethod.setTextInput(cues.textInput)
        }
      } else {
        return
      }
    }
    if !waitingInput.isEmpty { inputMethod.server?.queryPendingCommit() }
  }

  /// The timeout of the oldest deferred input, or `nil` if there is none.
  var waitingDeadline: Instant? {
    waitingInput.isEmpty
      ? nil : waitingInput.deadline(after: inputMethod.server?.lastMessageTime ?? .distantPast)
  }

  /// Processes deferred input without the input method if it has timed out.
  func endOverdue() {
    guard let deadline = waitingDeadline, deadline <= application.inputTimes.read else { return }
    while !waitingInput.isEmpty, connection.queuedEventCount == 0 {
      inputMethod.server?.stopWaiting()
      processDeferredInput()
    }
  }

  /// Handles pointer input, a focus change or a drop, or defers it until the composition has ended.
  func handleOrDefer(_ item: DeferredInputQueue.Item) {
    if case .pointer(.pointerPressed, _, _) = item {
      keyboard.pressedInside()
    }
    let mayWait = !waitingInput.isEmpty || item.endsComposition
    if mayWait, mustWait(item) { waitingInput.append(item) } else { handle(item) }
  }

  private func mustWait(_ item: DeferredInputQueue.Item) -> Bool {
    guard !waitingInput.holdsMoreThanKeys else { return true }
    guard item.endsComposition else { return false }
    // If another window gets the keyboard, the visible preedit text may be lost, so it is committed immediately.
    return !waitingInput.isEmpty || inputMethod.server?.composesUnseen == true
      || !item.isLeaving && inputMethod.hasPendingCommit
  }

  private func handle(_ item: DeferredInputQueue.Item) {
    if item.endsComposition { endPreedit() }
    switch item {
    case .key(let key): passToInputMethod(key)
    case .pointer(let input, let time, let received):
      sendPointerInput(input, at: time, receivedAt: received)
    case .focus(let isFocused, _): sendFocusChange(isFocused: isFocused)
    case .drop(let source, let time, let received): drop.receive(from: source, since: time, at: received)
    }
  }

  /// Sends pointer input to the content.
  ///
  /// - Parameter time: The server time of the event.
  private func sendPointerInput(
    _ input: InputEvent, at time: Time, receivedAt received: Instant
  ) {
    application.inputTime = ServerTime(time)
    switch input {
    // A loss of the pointer to a screen locker is not user input.
    case .pointerMoved, .pointerReleased, .scrolled: frames.recordUserActivity()
    case .pointerPressed:
      frames.recordUserActivity()
      userTime.record(ServerTime(time))
    default: break
    }
    if drag.holdsPress, drag.takes(input) { return }
    send(input, at: application.clock.instant(of: time, receivedAt: received))
  }

  private func sendFocusChange(isFocused: Bool) {
    if !isFocused { keyboard.releaseAll() }
    inputMethod.setFocus(isFocused)
    send(.windowFocusChanged(isFocused: isFocused), at: currentTime)
  }
}
