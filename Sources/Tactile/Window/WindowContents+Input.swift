import Controls
import Motion
import PasswordForm
import Scene

extension WindowContents {
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let passed = advance(to: now)
    updateOverlayBounds(at: now)
    let message = form.read { $0.messageText }
    let isHandled = deliver(event, at: now)
    layOutIfNeeded(at: now)
    if form.read({ $0.messageText }) != message { followMessage(at: now) }
    updateColumnFocus(at: now)
    return Response(isHandled: isHandled, actions: passed + takeActions())
  }

  /// Delivers an event to the section that handles it.
  ///
  /// - Returns: Whether a section handled it.
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
      clearHover(at: now)
      return true
    case .keyPressed(let press): return keyPressed(press, event, at: now)
    case .textCommitted, .preeditChanged:
      return isButtonModal
        ? deliver(event, to: .button, at: now) : deliverToFocus(event, at: now)
    // The requested data may arrive when the focus is in another section.
    case .data(let data):
      return deliver(event, to: data.isOfSecret ? .form : .tokens, at: now)
    case .windowFocusChanged(let isFocused):
      // `updateColumnFocus(at:)` notifies the column, once it is known whether the button is modal.
      updateEnvironment(at: now) { $0.isWindowFocused = isFocused }
      _ = deliver(event, to: .button, at: now)
      return true
    case .pointerLeft: return deliverToAll(event, at: now)
    // Only the form shows the keyboard status and hides secrets.
    case .keyboardChanged, .windowObscured: return deliver(event, to: .form, at: now)
    case .pointerGrabLost, .windowHidden:
      pointerCapture = nil
      return deliverToAll(event, at: now)
    }
  }

  private mutating func deliverToOverlay(_ event: InputEvent, at now: Instant) -> Bool {
    if case .pointerPressed(let press) = event {
      pointerCapture = PointerCapture(section: .tokens, button: press.button)
    }
    if case .pointerMoved = event {
      for section in [Section.button, .form, .inspector] { _ = deliver(.pointerLeft, to: section, at: now) }
    }
    return deliver(event, to: .tokens, at: now)
  }

  // The keyboard.

  private mutating func keyPressed(
    _ press: KeyPress, _ event: InputEvent, at now: Instant
  ) -> Bool {
    if press.key == .function(12), press.modifiers.isEmpty { return inspectorKeyPressed(at: now) }
    if press.key == .function(12), press.modifiers == .shift {
      hud = hud == nil ? FrameHUD() : nil
      return true
    }
    if isButtonModal, deliver(event, to: .button, at: now) { return true }
    // Escape cancels a drag, regardless of the focus.
    if let section = pointerCapture?.section, section != focus?.section, deliver(event, to: section, at: now)
    {
      return true
    }
    if deliverToFocus(event, at: now) {
      revealFocus(at: now)
      return true
    }
    switch (press.key, press.modifiers) {
    case (.tab, []): advanceFocus(by: 1, at: now)
    case (.tab, .shift): advanceFocus(by: -1, at: now)
    case (.character("q"), .control), (.character("w"), .control): perform(.quit, at: now)
    case (.escape, []) where form.read { $0.isSaving }: return deliver(event, to: .form, at: now)
    case (.escape, []) where focus?.section == .inspector: perform(.inspector, at: now)
    case (_, []):
      guard let step = Self.scrollStep(press.key) else { return false }
      scroller.scroll(step, at: now)
      clearHover(at: now)
    default: return false
    }
    return true
  }

  /// Toggles the inspector. If the button's panel or menu is open, closes it first.
  private mutating func inspectorKeyPressed(at now: Instant) -> Bool {
    if isButtonModal { _ = deliver(.keyPressed(KeyPress(.escape)), to: .button, at: now) }
    perform(.inspector, at: now)
    return true
  }

  private static func scrollStep(_ key: Key) -> ScrollController.Step? {
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
    return deliver(event, to: focus.section, at: now)
  }

  private mutating func deliverToAll(_ event: InputEvent, at now: Instant) -> Bool {
    for section in Section.allCases { _ = deliver(event, to: section, at: now) }
    return true
  }

  /// Delivers an event to a section.
  ///
  /// - Returns: Whether the section handled it.
  mutating func deliver(_ event: InputEvent, to section: Section, at now: Instant) -> Bool {
    let inColumn = event.offset(by: scrolled(at: now))
    switch section {
    case .form:
      let response = form.handle(inColumn, at: now)
      process(response.actions, at: now)
      return response.isHandled
    case .tokens:
      let response = tokens.handle(inColumn, at: now)
      process(response.actions, at: now)
      return response.isHandled
    case .inspector:
      guard let response = inspector?.handle(inColumn, at: now) else { return false }
      process(response.actions, at: now)
      return response.isHandled
    case .button:
      let response = button.handle(event, at: now)
      process(response.actions, at: now)
      return response.isHandled
    }
  }
}

extension DataEvent {
  /// Whether the form requested the data. All other data belongs to the token field.
  fileprivate var isOfSecret: Bool {
    if case .received(let data) = self, case .secret = data.source { true } else { false }
  }
}
