import Gestures
import Motion
import Scene

/// The press of a floating button, and a tap that waits for a second one. It uses real time.
struct ButtonPress: Sendable {
  private var recognizer = PressRecognizer()
  /// The time at which a first tap takes effect, unless a second press follows.
  private var tapTime: Instant?
  /// Whether the current press is the second one of a double click.
  private var isSecondClick = false
  /// The time from which the press after the current one is a single click.
  private var clickEnd = Instant.zero

  var isPressed: Bool { recognizer.isPressed }

  var drag: PressRecognizer.Drag? { recognizer.drag }

  /// The rules of the current or the last press.
  var rules: PressRecognizer.Rules { recognizer.rules }

  var deadline: Instant? { .earliest(recognizer.deadline, tapTime) }

  mutating func begin(
    _ press: PointerPress, _ rules: PressRecognizer.Rules, _ environment: Environment, at now: Instant
  ) {
    recognizer.rules = rules
    clickEnd = now + environment.preferences.doubleClickTime
    if case .pressed(_, let clicks) = handle(.pointerPressed(press), at: now) { isSecondClick = clicks == 2 }
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> PressRecognizer.Outcome {
    recognizer.handle(event, at: now, over: 0)
  }

  /// Processes a deadline of the recognizer. Returns its outcome and its time, or `nil` if none is due.
  mutating func advance(to now: Instant) -> (PressRecognizer.Outcome, Instant)? {
    guard let deadline = recognizer.deadline, deadline <= now else { return nil }
    return (recognizer.advance(to: deadline), deadline)
  }

  mutating func cancel() { recognizer.cancel() }

  /// Delays a first tap until no second one can follow.
  ///
  /// - Returns: `false` for the second tap.
  mutating func delayTap(at now: Instant) -> Bool {
    if !isSecondClick { tapTime = max(now, clickEnd) }
    return !isSecondClick
  }

  /// Returns the time of a delayed tap that is due, once.
  mutating func takeTap(upTo now: Instant) -> Instant? {
    guard let time = tapTime, time <= now else { return nil }
    tapTime = nil
    return time
  }

  mutating func dropTap() { tapTime = nil }
}

extension FloatingButton {
  mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerLeft:
      pointerChanged(to: nil, at: now)
      return .ignored
    case .pointerGrabLost, .windowHidden:
      press.dropTap()
      cancelPress(at: now)
      cancelMoveMode(at: now)
      return .ignored
    case .windowFocusChanged(let isFocused):
      if !isFocused { endMoveMode(at: now) }
      updateOpacity(at: now)
      return .ignored
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .scrolled, .textCommitted, .preeditChanged, .data: return Response(isHandled: isModal)
    case .keyboardChanged, .windowObscured, .accessibility: return .ignored
    }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> Response<Action> {
    self.press.dropTap()
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
    changeUse(at: now) { $0.press.begin(press, $0.pressRules, $0.environment, at: now) }
    guard let (outcome, _) = self.press.advance(to: now) else { return .handled() }
    return Response(isHandled: true, outcomes: apply(outcome, at: now))
  }

  private mutating func moved(to point: Point, at now: Instant) -> Response<Action> {
    pointerChanged(to: point, at: now)
    guard isPressed else { return Response(isHandled: isHovered || moveMode != nil) }
    let outcome = press.handle(.pointerMoved(to: point), at: now)
    return Response(isHandled: true, outcomes: apply(outcome, at: now))
  }

  private mutating func released(_ press: PointerPress, at now: Instant) -> Response<Action> {
    guard press.button == .primary, isPressed else { return .ignored }
    pointerChanged(to: press.position, at: now)
    let outcome = self.press.handle(.pointerReleased(press), at: now)
    let outcomes = apply(outcome, at: now)
    updateOpacity(at: now)
    switch outcome {
    case .dropped, .cancelled: break
    default: pressEnded(at: now)
    }
    return Response(isHandled: true, outcomes: outcomes)
  }

  /// Performs the effect of an outcome of the recognizer.
  mutating func apply(_ outcome: PressRecognizer.Outcome, at now: Instant) -> [Outcome<Action>] {
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
  package var isPressed: Bool { press.isPressed }

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
    return press.delayTap(at: now) ? [] : [.action(.doubleTapped)]
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

// A button that is pressed, hovered, focused or in use is opaque. An unused button dims.
extension FloatingButton {
  /// The time without use before dimming starts.
  private static let dimDelay = Duration.seconds(1)

  private var isInUse: Bool { isPressed || isHovered || showsFocus || mode != .none }

  /// Whether the button has the keyboard focus, its window is focused, and it is not modal.
  var showsFocus: Bool { isFocused && environment.isWindowFocused && !isModal }

  /// Applies a change that can affect dimming, and then updates the opacity.
  mutating func changeUse(at now: Instant, _ change: (inout FloatingButton) -> Void) {
    change(&self)
    updateOpacity(at: now)
  }

  /// Makes a button that is in use opaque, or schedules dimming.
  mutating func updateOpacity(at now: Instant) {
    if isInUse {
      animations.setOpacity(1)
    } else if animations.opacity.target == 1 {
      scheduleDimming(at: now)
    }
  }

  /// Updates the pointer position and the hover state. `nil` means outside the window.
  mutating func pointerChanged(to pointer: Point?, at now: Instant) {
    self.pointer = pointer
    let isInside = pointer.map { contains($0, at: now) } ?? false
    changeUse(at: now) { $0.isHovered = isInside }
  }

  /// Updates the hover state with the target position of the button, because the button can move
  /// away from a pointer that does not move.
  mutating func updateHover(at now: Instant) {
    let target = animations.center.target
    let isInside = pointer.map { outline.contains(.zero + ($0 - target)) } ?? false
    changeUse(at: now) { $0.isHovered = isInside }
  }

  /// Schedules dimming after the delay, if dimming is enabled.
  mutating func scheduleDimming(at now: Instant) {
    guard configuration.dims else { return }
    dim(after: Self.dimDelay, at: now)
  }

  /// Fades to the dimmed opacity after a delay.
  mutating func dim(after delay: Duration, at now: Instant) {
    animations.fade(to: configuration.tuning.clampedOpacity, after: delay, at: now, environment)
  }
}
