import Gestures
public import Motion
public import Scene

extension FloatingButton {
  public mutating func advance(to now: Instant) -> Response<Action> {
    var outcomes: [Outcome<Action>] = []
    if let deadline = recognizer.deadline, deadline <= now {
      outcomes = apply(recognizer.advance(to: deadline), at: deadline)
    }
    if let tapTime, tapTime <= now {
      self.tapTime = nil
      outcomes += tap(at: tapTime)
    }
    return Response(outcomes: outcomes + advancePanels(to: now))
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    var response = advance(to: now)
    response.merge(panel.isOpen || menu.isOpen ? forwardToPanel(event, at: now) : respond(to: event, at: now))
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      pointerChanged(to: nil, at: now)
      return .ignored
    case .pointerGrabLost, .windowHidden:
      tapTime = nil
      cancelPress(at: now)
      cancelMoveMode(at: now)
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused { endMoveMode(at: now) }
      updateOpacity(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data: return Response(isHandled: isModal)
    case .keyboardChanged, .windowObscured: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    tapTime = nil
    if acceptsTarget(at: press.position, now) { return chooseTarget(press, at: now) }
    endMoveMode(at: now)
    guard !isPressed, contains(press.position, at: now) else { return .ignored }
    switch press.button {
    case .primary: return beginPress(press, at: now)
    case .secondary:
      openMenu(at: press.position, now)
      return .handled()
    case .middle: return .ignored
    }
  }

  private mutating func beginPress(_ press: PointerPress, at now: Instant) -> Response<Action> {
    pointerChanged(to: press.position, at: now)
    stopAnimations(at: now)
    recognizer.rules = pressRules
    clickEnd = now + environment.preferences.doubleClickTime
    changeUse(at: now) { button in
      if case .pressed(_, let clicks) = button.recognizer.handle(.pointerPressed(press), at: now, over: 0) {
        button.isSecondClick = clicks == 2
      }
    }
    return Response(isHandled: true, outcomes: apply(recognizer.advance(to: now), at: now))
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    pointerChanged(to: point, at: now)
    guard isPressed else { return Response(isHandled: isHovered || moveMode != nil) }
    let outcome = recognizer.handle(.pointerMoved(to: point), at: now, over: 0)
    return Response(isHandled: true, outcomes: apply(outcome, at: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    pointerChanged(to: press.position, at: now)
    let outcome = recognizer.handle(.pointerReleased(press), at: now, over: 0)
    let outcomes = apply(outcome, at: now)
    updateOpacity(at: now)
    switch outcome {
    case .dropped, .cancelled: break
    default: pressEnded(at: now)
    }
    return Response(isHandled: true, outcomes: outcomes)
  }

  /// Performs the effect of an outcome of the recognizer.
  private mutating func apply(_ outcome: PressRecognizer.Outcome, at now: Instant) -> [Outcome<Action>] {
    switch outcome {
    case .dragging(let drag): return self.drag(by: drag, at: now)
    case .held:
      cancelPress(at: now)
      return [.action(.longPressed)]
    case .tapped: return tapped(at: now)
    case .dropped(let drag): drop(drag, at: now)
    case .cancelled: cancelDrag(at: now)
    case .ignored, .handled, .pressed: break
    }
    return []
  }

  /// The maximum movement before a long press. A press that moves farther is neither tap nor drag.
  private static let longPressSlop = 10.0
  /// The movement up to which a press is a click, as in GTK, and for a finger as in Android's `ViewConfiguration`.
  static let dragSlop = 8.0

  /// Whether the button was pressed and the pointer button is still down.
  package var isPressed: Bool { recognizer.isPressed }

  /// The rules of the recognizer. The drag threshold of the user only applies if it is larger than
  /// that of the button.
  var pressRules: PressRecognizer.Rules {
    var rules = PressRecognizer.Rules(
      drag: dragStart, maximumClicks: configuration.reportsDoubleTap ? 2 : 1, in: environment)
    if configuration.reportsLongPress { rules.hold = configuration.tuning.longPress }
    return rules
  }

  private var dragStart: PressRecognizer.DragStart {
    let threshold = environment.preferences.dragThreshold
    switch configuration.drag {
    case .longPress:
      return .afterHold(configuration.tuning.longPress, slop: max(Self.longPressSlop, threshold))
    case .immediate: return .afterDistance(max(Self.dragSlop, threshold).nextUp)
    }
  }

  /// Performs or delays the effect of a tap, if a second one has another effect.
  private mutating func tapped(at now: Instant) -> [Outcome<Action>] {
    guard configuration.reportsDoubleTap else { return tap(at: now) }
    if isSecondClick { return [.action(.doubleTapped)] }
    tapTime = max(now, clickEnd)
    return []
  }

  /// Performs the effect of a tap.
  ///
  /// - Parameters:
  ///   - isByKey: Whether a key caused it. If so, the first item of an opened panel is highlighted.
  ///   - now: The time of the tap.
  mutating func tap(isByKey: Bool = false, at now: Instant) -> [Outcome<Action>] {
    switch configuration.tap {
    case .toggle: return toggle()
    case .expand:
      expand(highlightsFirst: isByKey, at: now)
      return []
    }
  }
}

// Keyboard input.
extension FloatingButton {
  /// Handles a key press. In the keyboard move mode, the keys that move the button have priority.
  mutating func keyPressed(_ press: KeyPress, at now: Instant) -> Response<Action> {
    if press.key == .escape { return escape(press, at: now) }
    if moveMode == .pointAndClick {
      // Typed text must not reach other controls. Commands such as closing the window are still
      // forwarded.
      return Response(isHandled: press.modifiers.isDisjoint(with: .command))
    }
    guard isFocused, !isPressed else { return .ignored }
    if moveMode == .keyboard, let response = move(by: press, at: now) { return response }
    switch (press.key, press.modifiers) {
    case _ where press.activatesButton:
      return Response(isHandled: true, outcomes: press.isRepeat ? [] : tap(isByKey: true, at: now))
    case (.character("m"), []), (.character("m"), .shift):
      if !press.isRepeat { beginKeyboardMove(at: now) }
    case (.menu, []), (.function(10), .shift):
      endMoveMode(at: now)
      openMenu(at: nil, now)
    default: return .ignored
    }
    return .handled()
  }

  /// Cancels a drag or the move mode. A repeated key is handled without effect.
  private mutating func escape(_ press: KeyPress, at now: Instant) -> Response<Action> {
    guard dragTracker != nil || moveMode != nil else { return .ignored }
    guard !press.isRepeat else { return .handled() }
    cancelPress(at: now)
    cancelMoveMode(at: now)
    return .handled()
  }
}
