import Controls
import Motion
import PasswordForm
import Scene

extension WindowContents {
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let passed = advance(to: now)
    placeOverlay(at: now)
    let message = form.ask { $0.messageText }
    hasChanged = !event.changesControlsAlone
    let isHandled = deliver(event, at: now)
    layOutIfNeeded(at: now)
    if form.ask({ $0.messageText }) != message { followMessage(at: now) }
    updateColumnFocus(at: now)
    return Response(
      isHandled: isHandled, actions: passed + takeActions(), changesNothing: !hasChanged)
  }

  /// - Returns: Whether it was meant for anything in the window.
  private mutating func deliver(_ event: InputEvent, at now: Instant) -> Bool {
    if isForOverlay(event, at: now) { return deliverToOverlay(event, at: now) }
    switch event {
    case .pointerPressed(let press): return pressed(press, event, at: now)
    case .pointerMoved: return moved(event, at: now)
    case .pointerReleased(let press): return released(press, event, at: now)
    case .scrolled(let step):
      if deliver(event, to: .button, at: now) || deliver(event, to: .tokens, at: now) {
        return true
      }
      scroller.scroll(by: step, at: now)
      forgetHover(at: now)
      return true
    case .keyPressed(let press): return keyPressed(press, event, at: now)
    case .textCommitted, .preeditChanged:
      return isButtonModal
        ? deliver(event, to: .button, at: now) : deliverToFocus(event, at: now)
    // What was asked for comes when the focus may be elsewhere.
    case .data(let data):
      return deliver(event, to: data.isOfSecret ? .form : .tokens, at: now)
    case .windowFocusChanged(let isFocused):
      // The column is told when it is known whether the button takes all keys.
      environment.isWindowFocused = isFocused
      _ = deliver(event, to: .button, at: now)
      return true
    case .pointerLeft: return deliverToAll(event, at: now)
    // Nobody else tells of the one, or hides anything for the other.
    case .keyboardChanged, .windowCovered: return deliver(event, to: .form, at: now)
    case .pointerGrabLost, .windowHidden:
      hold = nil
      return deliverToAll(event, at: now)
    }
  }

  private mutating func deliverToOverlay(_ event: InputEvent, at now: Instant) -> Bool {
    if case .pointerPressed(let press) = event {
      hold = Hold(part: .tokens, button: press.button)
    }
    if case .pointerMoved = event {
      for part in [Part.button, .form, .inspector] { _ = deliver(.pointerLeft, to: part, at: now) }
    }
    return deliver(event, to: .tokens, at: now)
  }

  // The keyboard.

  private mutating func keyPressed(
    _ press: KeyPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    if press.key == .function(12), press.modifiers.isEmpty { return inspectorKeyPressed(at: now) }
    if press.key == .function(12), press.modifiers == .shift {
      hud = hud == nil ? FrameHud() : nil
      return true
    }
    if isButtonModal, deliver(event, to: .button, at: now) { return true }
    // Escape undoes a drag, wherever the focus is.
    if let part = hold?.part, part != focus?.part, deliver(event, to: part, at: now) {
      return true
    }
    if deliverToFocus(event, at: now) {
      revealFocus(at: now)
      return true
    }
    switch (press.key, press.modifiers) {
    case (.tab, []): walkFocus(by: 1, at: now)
    case (.tab, .shift): walkFocus(by: -1, at: now)
    case (.character("q"), .control), (.character("w"), .control): perform(.quit, at: now)
    case (.escape, []) where form.ask { $0.isSaving }: return deliver(event, to: .form, at: now)
    case (.escape, []) where focus?.part == .inspector: perform(.inspector, at: now)
    case (_, []):
      guard let step = Self.scrollStep(press.key) else { return false }
      scroller.scroll(step, at: now)
      forgetHover(at: now)
    default: return false
    }
    return true
  }

  /// The key works in the button's panel and menu too, which then close.
  private mutating func inspectorKeyPressed(at now: Instant) -> Bool {
    if isButtonModal { _ = deliver(.keyPressed(KeyPress(.escape)), to: .button, at: now) }
    perform(.inspector, at: now)
    return true
  }

  private static func scrollStep(_ key: Key) -> Scroller.Step? {
    switch key {
    case .up: .lineUp
    case .down: .lineDown
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .toTop
    case .end: .toBottom
    default: nil
    }
  }

  // Delivery.

  private mutating func deliverToFocus(_ event: InputEvent, at now: Instant) -> Bool {
    guard let focus else { return false }
    return deliver(event, to: focus.part, at: now)
  }

  private mutating func deliverToAll(_ event: InputEvent, at now: Instant) -> Bool {
    for part in Part.allCases { _ = deliver(event, to: part, at: now) }
    return true
  }

  /// - Returns: Whether the part took the event as its own.
  mutating func deliver(_ event: InputEvent, to part: Part, at now: Instant) -> Bool {
    let inColumn = event.offset(by: scrolled(at: now))
    switch part {
    case .form:
      let response = form.handle(inColumn, at: now)
      take(response.actions, at: now)
      return note(response)
    case .tokens:
      let response = tokens.handle(inColumn, at: now)
      take(response.actions, at: now)
      return note(response)
    case .inspector:
      guard let response = inspector?.handle(inColumn, at: now) else { return false }
      take(response.actions, at: now)
      return note(response)
    case .button:
      let response = button.handle(event, at: now)
      take(response.actions, at: now)
      return note(response)
    }
  }

  private mutating func note<Action>(_ response: Response<Action>) -> Bool {
    hasChanged = hasChanged || !response.changesNothing
    return response.isHandled
  }
}

extension DataEvent {
  /// Whether it is what the form has asked for; all else is the tokens'.
  fileprivate var isOfSecret: Bool {
    if case .received(let data) = self, case .secret = data.source { true } else { false }
  }
}

extension InputEvent {
  /// Whether it changes nothing but what the controls make of it.
  fileprivate var changesControlsAlone: Bool {
    switch self {
    case .pointerMoved, .keyboardChanged: true
    default: false
    }
  }
}
