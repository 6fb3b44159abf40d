import CX11
import Motion
import Scene
import X11

// Input that is deferred until the input method has reported everything before it.
extension Window {
  /// Whether input waits for the input method.
  var defersInput: Bool {
    !waitingInput.isEmpty || inputMethod.unreportedOrphanCount > 0 || inputMethod.needsMarker
  }

  /// Processes deferred input, as far as the input method has reported everything before it.
  ///
  /// - Parameter isOverdue: Whether the wait for the server to end its composition has timed out.
  func processDeferredInput(
    hasTimedOut isOverdue: Bool = false
  ) {
    let inputMethod = inputMethod
    while !inputMethod.hasPendingCommit {
      if let next = waitingInput.takeReturned() {
        press(next)
      } else if let next = inputMethod.takeOrphanedPress() {
        press(.init(event: XEvent(xkey: next), received: MonotonicClock.now))
      } else if mayPass, let next = waitingInput.next {
        if !endsComposition(before: next, isOverdue) { answerNext() }
        inputMethod.setTextInput(cues.textInput)
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
  private var mayPass: Bool { connection.queuedEventCount == 0 }

  /// Ends the composition before input that moves the caret.
  ///
  /// - Returns: Whether there was a composition that the server may still report.
  private func endsComposition(
    before next: DeferredInputQueue.Item, _ isOverdue: Bool
  ) -> Bool {
    let inputMethod = inputMethod
    guard next.endsComposition, inputMethod.isComposing || inputMethod.mayComposeUnseen else { return false }
    if isOverdue || !inputMethod.awaitsProofOfResponse {
      endPreedit(isLeaving: next.isLeaving)
    } else {
      inputMethod.prepareEnd()
    }
    return true
  }

  private func answerNext() {
    guard let next = waitingInput.takeNext() else { return }
    if case .key(let key) = next { offer(key) } else { answer(next) }
  }

  /// The timeout of the oldest deferred input, or `nil` if there is none.
  var waitingDeadline: Instant? {
    waitingInput.isEmpty ? nil : waitingInput.deadline(after: inputMethod.lastMessageTime)
  }

  /// Processes deferred input that has timed out.
  func endOverdue() {
    for _ in 0..<waitingInput.count {
      guard let deadline = waitingDeadline, deadline <= application.inputTimes.read else { return }
      inputMethod.cancelPendingCommit()
      processDeferredInput(hasTimedOut: true)
    }
  }

  /// Processes all deferred input immediately.
  func endWaiting() {
    for _ in 0..<waitingInput.count {
      inputMethod.cancelPendingCommit()
      processDeferredInput(hasTimedOut: true)
    }
  }
}

extension Window {
  /// Handles pointer input, a focus change or a drop, or defers it until the composition has ended.
  func handleOrDefer(
    _ item: DeferredInputQueue.Item
  ) {
    // If another window gets the keyboard, the visible preedit text may be lost, so it is committed
    // immediately.
    if item.isLeaving, !inputMethod.mayComposeUnseen { endWaiting() }
    guard mustWait(item) else { return answer(item) }
    waitingInput.append(item)
    if item.endsComposition { inputMethod.prepareEnd() }
  }

  private func mustWait(_ item: DeferredInputQueue.Item) -> Bool {
    guard !waitingInput.holdsMoreThanKeys else { return true }
    guard item.endsComposition else { return false }
    let inputMethod = inputMethod
    return !waitingInput.isEmpty || inputMethod.mayComposeUnseen
      || !item.isLeaving && (inputMethod.isComposing || inputMethod.hasPendingCommit)
  }

  /// Handles input other than keys.
  private func answer(
    _ item: DeferredInputQueue.Item
  ) {
    if item.endsComposition { endPreedit(isLeaving: item.isLeaving) }
    switch item {
    case .pointer(let input, let time, let received):
      sendPointerInput(input, at: time, receivedAt: received)
    case .focus(let isFocused, _): sendFocusChange(isFocused: isFocused)
    case .drop(let source, let time, let received): drop(from: source, since: time, at: received)
    case .key: break
    }
  }

  /// Sends pointer input to the content.
  ///
  /// - Parameter time: The server time of the event.
  private func sendPointerInput(
    _ input: InputEvent, at time: Time, receivedAt received: Instant
  ) {
    application.inputTime = ServerTime(time)
    if input.isByHand { recordUserActivity() }
    if case .pointerPressed = input { userTime.record(ServerTime(time)) }
    if takesForDrag(input) { return }
    send(input, at: application.clock.instant(of: time, receivedAt: received))
  }

  private func sendFocusChange(isFocused: Bool) {
    if !isFocused { heldKeys.releaseAll() }
    inputMethod.setFocus(isFocused)
    send(.windowFocusChanged(isFocused: isFocused), at: currentTime)
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
