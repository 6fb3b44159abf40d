import CX11
import Motion
import Scene

// Input that is deferred until the input method has reported everything before it.
extension RunLoop {
  /// Processes deferred input, as far as the input method has reported everything before it.
  ///
  /// - Parameter isOverdue: Whether the wait for the server to end its composition has timed out.
  mutating func processDeferredInput(
    _ client: inout some WindowDelegate & ~Copyable, hasTimedOut isOverdue: Bool = false
  ) {
    let inputMethod = window.inputMethod
    while !inputMethod.hasPendingCommit {
      if let next = waitingInput.takeReturned() {
        press(next, to: &client)
      } else if let next = inputMethod.takeOrphanedPress() {
        press(.init(event: XEvent(xkey: next), received: MonotonicClock.now), to: &client)
      } else if mayPass, let next = waitingInput.next {
        if !endsComposition(before: next, isOverdue, &client) { answerNext(&client) }
        inputMethod.setTextInput(client.textInput)
      } else {
        return
      }
    }
    if mayPass { inputMethod.passMarker() }
    if !waitingInput.isEmpty { inputMethod.queryPendingCommit() }
  }

  /// Whether deferred input may be processed. Keys that the server returned, or left unanswered
  /// when it exited, are in the event queue and come first: Xlib identifies them by a number that
  /// other keys may share.
  private var mayPass: Bool { window.connection.queuedEventCount == 0 }

  /// Ends the composition before input that moves the caret.
  ///
  /// - Returns: Whether there was a composition that the server may still report.
  private mutating func endsComposition(
    before next: DeferredInputQueue.Item, _ isOverdue: Bool, _ client: inout some WindowDelegate & ~Copyable
  ) -> Bool {
    let inputMethod = window.inputMethod
    guard next.endsComposition, inputMethod.isComposing || inputMethod.mayComposeUnseen else { return false }
    if isOverdue || !inputMethod.awaitsProofOfResponse {
      endPreedit(&client, isLeaving: next.isLeaving)
    } else {
      inputMethod.prepareEnd()
    }
    return true
  }

  private mutating func answerNext(_ client: inout some WindowDelegate & ~Copyable) {
    guard let next = waitingInput.takeNext() else { return }
    if case .key(let key) = next { offer(key, to: &client) } else { answer(next, &client) }
  }

  /// The timeout of the oldest deferred input, or `nil` if there is none.
  var waitingDeadline: Instant? {
    waitingInput.isEmpty ? nil : waitingInput.deadline(after: window.inputMethod.lastMessageTime)
  }

  /// Processes deferred input that has timed out.
  mutating func endOverdue(_ client: inout some WindowDelegate & ~Copyable) {
    for _ in 0..<waitingInput.count {
      guard let deadline = waitingDeadline, deadline <= MonotonicClock.now else { return }
      window.inputMethod.cancelPendingCommit()
      processDeferredInput(&client, hasTimedOut: true)
    }
  }

  /// Processes all deferred input immediately.
  mutating func endWaiting(_ client: inout some WindowDelegate & ~Copyable) {
    for _ in 0..<waitingInput.count {
      window.inputMethod.cancelPendingCommit()
      processDeferredInput(&client, hasTimedOut: true)
    }
  }
}

extension RunLoop {
  /// Handles pointer input, a focus change or a drop, or defers it until the composition has ended.
  mutating func handleOrDefer(
    _ item: DeferredInputQueue.Item, _ client: inout some WindowDelegate & ~Copyable
  ) {
    // If another window gets the keyboard, the visible preedit text may be lost, so it is committed
    // immediately.
    if item.isLeaving, !window.inputMethod.mayComposeUnseen { endWaiting(&client) }
    guard mustWait(item) else { return answer(item, &client) }
    waitingInput.append(item)
    if item.endsComposition { window.inputMethod.prepareEnd() }
  }

  private func mustWait(_ item: DeferredInputQueue.Item) -> Bool {
    guard !waitingInput.holdsMoreThanKeys else { return true }
    guard item.endsComposition else { return false }
    let inputMethod = window.inputMethod
    return !waitingInput.isEmpty || inputMethod.mayComposeUnseen
      || !item.isLeaving && (inputMethod.isComposing || inputMethod.hasPendingCommit)
  }

  /// Handles input other than keys.
  private mutating func answer(
    _ item: DeferredInputQueue.Item, _ client: inout some WindowDelegate & ~Copyable
  ) {
    if item.endsComposition { endPreedit(&client, isLeaving: item.isLeaving) }
    switch item {
    case .pointer(let input, let time, let received):
      sendPointerInput(input, at: time, receivedAt: received, &client)
    case .focus(let isFocused, _): sendFocusChange(to: &client, isFocused: isFocused)
    case .drop(let source, let time, let received): drop(from: source, since: time, at: received, &client)
    case .key: break
    }
  }

  /// Sends pointer input to the delegate.
  ///
  /// - Parameter time: The server time of the event.
  private mutating func sendPointerInput(
    _ input: InputEvent, at time: Time, receivedAt received: Instant,
    _ client: inout some WindowDelegate & ~Copyable
  ) {
    inputTime = ServerTime(time)
    if input.isByHand { noteUserActivity(&client) }
    if case .pointerPressed = input { userTime.record(ServerTime(time)) }
    if takesForDrag(input) { return }
    send(to: &client, input, at: clock.instant(of: time, receivedAt: received))
  }

  private mutating func sendFocusChange(to client: inout some WindowDelegate & ~Copyable, isFocused: Bool) {
    if !isFocused { heldKeys.releaseAll() }
    window.inputMethod.setFocus(isFocused)
    send(to: &client, .windowFocusChanged(isFocused: isFocused), at: MonotonicClock.now)
  }
}

extension InputEvent {
  /// Whether the user caused it with the pointer. A loss of the pointer to a screen locker is not
  /// user input.
  fileprivate var isByHand: Bool {
    switch self {
    case .pointerMoved, .pointerPressed, .pointerReleased, .scrolled: true
    default: false
    }
  }
}
