import CX11
import Motion
import Scene

// What waits for the input method to tell all that was before.
extension RunLoop {
  /// Lets input have its turn, as far as the input method has told all that was before it.
  ///
  /// - Parameter isOverdue: Whether the server is waited for no longer to end what it composes.
  mutating func goOn(
    _ client: inout some WindowClient & ~Copyable, isOverdue: Bool = false
  ) {
    let inputMethod = window.inputMethod
    while !inputMethod.owesText {
      if let next = waitingInput.takeReturned() {
        press(next, to: &client)
      } else if let next = inputMethod.takeOvertaken() {
        press(.init(event: XEvent(xkey: next), received: MonotonicClock.now), to: &client)
      } else if mayPass, let next = waitingInput.next {
        if !endsComposition(before: next, isOverdue, &client) { answerNext(&client) }
        inputMethod.follow(client.textInput)
      } else {
        return
      }
    }
    if mayPass { inputMethod.passMarker() }
    if !waitingInput.isEmpty { inputMethod.askForText() }
  }

  /// What the server has handed back, or left unanswered at its end, is in the queue and comes first:
  /// Xlib knows it by a number that other keys may have as well, and takes the next such for it.
  private var mayPass: Bool { window.connection.queuedEventCount == 0 }

  /// Ends what is composed before what takes the caret elsewhere.
  ///
  /// - Returns: Whether there was anything, of which the server may have to tell yet.
  private mutating func endsComposition(
    before next: WaitingInput.Item, _ isOverdue: Bool,
    _ client: inout some WindowClient & ~Copyable
  ) -> Bool {
    let inputMethod = window.inputMethod
    guard next.endsComposition, inputMethod.isComposing || inputMethod.mayComposeUnseen else {
      return false
    }
    if isOverdue || !inputMethod.mustProve {
      endPreedit(&client, isLeaving: next.isLeaving)
    } else {
      inputMethod.prepareEnd()
    }
    return true
  }

  private mutating func answerNext(_ client: inout some WindowClient & ~Copyable) {
    guard let next = waitingInput.takeNext() else { return }
    if case .key(let key) = next { offer(key, to: &client) } else { answer(next, &client) }
  }

  /// When the oldest of the input that waits has waited long enough; `nil` where there is none.
  var waitingDeadline: Instant? {
    waitingInput.isEmpty ? nil : waitingInput.deadline(heard: window.inputMethod.lastHeard)
  }

  /// Lets input have its turn that has waited long enough.
  mutating func endOverdue(_ client: inout some WindowClient & ~Copyable) {
    for _ in 0..<waitingInput.count {
      guard let deadline = waitingDeadline, deadline <= MonotonicClock.now else { return }
      window.inputMethod.forgiveText()
      goOn(&client, isOverdue: true)
    }
  }

  /// Lets all input have its turn now, whatever was to come before it.
  mutating func endWaiting(_ client: inout some WindowClient & ~Copyable) {
    for _ in 0..<waitingInput.count {
      window.inputMethod.forgiveText()
      goOn(&client, isOverdue: true)
    }
  }
}

extension RunLoop {
  /// Answers the pointer, the focus or a drop, once all is told that was composed before.
  mutating func take(
    _ item: WaitingInput.Item, _ client: inout some WindowClient & ~Copyable
  ) {
    // What is shown may be gone soon where another window gets the keyboard: it is kept at once.
    if item.isLeaving, !window.inputMethod.mayComposeUnseen { endWaiting(&client) }
    guard mustWait(item) else { return answer(item, &client) }
    waitingInput.append(item)
    if item.endsComposition { window.inputMethod.prepareEnd() }
  }

  private func mustWait(_ item: WaitingInput.Item) -> Bool {
    guard !waitingInput.holdsMoreThanKeys else { return true }
    guard item.endsComposition else { return false }
    let inputMethod = window.inputMethod
    return !waitingInput.isEmpty || inputMethod.mayComposeUnseen
      || !item.isLeaving && (inputMethod.isComposing || inputMethod.owesText)
  }

  /// Answers input that is no key.
  private mutating func answer(
    _ item: WaitingInput.Item, _ client: inout some WindowClient & ~Copyable
  ) {
    if item.endsComposition { endPreedit(&client, isLeaving: item.isLeaving) }
    switch item {
    case .pointer(let input, let time, let received):
      tellPointer(input, at: time, receivedAt: received, &client)
    case .focus(let isFocused, _): tell(&client, isFocused: isFocused)
    case .drop(let source, let time, let received):
      drop(from: source, since: time, at: received, &client)
    case .key: break
    }
  }

  /// - Parameter time: The server's, of the event that it comes from.
  private mutating func tellPointer(
    _ input: InputEvent, at time: Time, receivedAt received: Instant,
    _ client: inout some WindowClient & ~Copyable
  ) {
    inputTime = ServerTime(time)
    if input.isByHand { noteUse(&client) }
    if case .pointerPressed = input { userTime.note(ServerTime(time)) }
    if takesForDrag(input) { return }
    tell(&client, input, at: clock.instant(of: time, receivedAt: received))
  }

  private mutating func tell(
    _ client: inout some WindowClient & ~Copyable, isFocused: Bool
  ) {
    if !isFocused { heldKeys.releaseAll() }
    window.inputMethod.setFocus(isFocused)
    tell(&client, .windowFocusChanged(isFocused: isFocused), at: MonotonicClock.now)
  }
}

extension InputEvent {
  /// Whether a person did it with the pointer; what a locker's window takes away is nobody's act.
  fileprivate var isByHand: Bool {
    switch self {
    case .pointerMoved, .pointerPressed, .pointerReleased, .scrolled: true
    default: false
    }
  }
}
