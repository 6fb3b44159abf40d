package import Motion
package import Scene

// Moving the button without dragging (WCAG 2.2, 2.5.7).
extension FloatingButton {
  /// A mode in which the user moves the button without dragging.
  package enum MoveMode: Hashable, Sendable {
    /// Arrow keys or a press elsewhere move the button. The rest position changes at the end.
    case keyboard
    /// The next press chooses the position.
    case pointAndClick

    /// The text that explains it.
    var explanation: ControlLabel { self == .keyboard ? .moveByKeyboard : .moveByClick }
  }

  /// Moves the button to a rest position in one of its containers.
  ///
  /// - Parameter isAnimated: Whether the button moves with its spring.
  package mutating func move(
    to position: UnitPoint, in container: Rect, isAnimated: Bool = true, at now: Instant
  ) {
    guard !isPressed else { return }
    cancelMoveMode(at: now)
    placement.container = container
    restPosition = position
    snapRestPosition()
    if isAnimated { animate(to: restCenter, now) } else { animateCenter(to: restCenter, with: nil, now) }
    placePanels(at: now)
  }

  /// Starts a move mode. In the keyboard mode, the button is scaled as in a drag.
  mutating func beginMove(_ mode: MoveMode, at now: Instant) {
    guard mode != moveMode else { return }
    if mode == .keyboard {
      moveOrigin = container
      scale(to: liftedScale, at: now)
    }
    moveMode = mode
    updateOpacity(at: now)
    animations.hint.show(
      environment.strings.text(mode.explanation), at: animations.time(at: now), environment)
  }

  /// Handles a key press in the keyboard move mode.
  ///
  /// - Returns: `nil` if the key has no meaning in this mode.
  mutating func move(by press: KeyPress, at now: Instant) -> Response<Action>? {
    if press.activatesButton {
      if !press.isRepeat { endMoveMode(at: now) }
      return .handled()
    }
    guard let target = target(of: press) else { return nil }
    animate(to: target, now)
    return .handled()
  }

  /// The distances that an arrow key moves the button, without and with Shift.
  private static let keyStep = (normal: 10.0, fine: 1.0)

  /// Returns the center to which a key moves the button, or `nil` if the key does not move it.
  private mutating func target(of press: KeyPress) -> Point? {
    let (area, position) = (restArea, animations.center.target)
    switch (press.key, press.modifiers) {
    case (.left, .control), (.home, []): return Point(x: area.minX, y: position.y)
    case (.right, .control), (.end, []): return Point(x: area.maxX, y: position.y)
    case (.up, .control), (.pageUp, []): return Point(x: position.x, y: area.minY)
    case (.down, .control), (.pageDown, []): return Point(x: position.x, y: area.maxY)
    case (_, []): return step(press.key, Self.keyStep.normal)
    case (_, .shift): return step(press.key, Self.keyStep.fine)
    default: return nil
    }
  }

  private mutating func step(_ key: Key, _ length: Double) -> Point? {
    let direction: Vector
    switch key {
    case .left: direction = Vector(dx: -1, dy: 0)
    case .right: direction = Vector(dx: 1, dy: 0)
    case .up: direction = Vector(dx: 0, dy: -1)
    case .down: direction = Vector(dx: 0, dy: 1)
    default: return nil
    }
    let moved = animations.center.target + direction * length
    if moved.clamped(to: restArea) != moved { placement.enter(in: direction, from: animations.center.target) }
    return moved.clamped(to: restArea)
  }

  /// Returns the center with the same unit point in the new rest area as in the previous one.
  func movedPosition(previousArea area: Rect) -> Point {
    UnitPoint(animations.center.target, in: area).point(in: restArea)
  }

  /// Returns whether a press at a point chooses a position. In the keyboard move mode, a press on
  /// the button itself does not.
  func acceptsTarget(at point: Point, _ now: Instant) -> Bool {
    switch moveMode {
    case .pointAndClick: true
    case .keyboard: !contains(point, at: now)
    case nil: false
    }
  }

  /// Handles a press that chooses a position or ends the mode.
  mutating func chooseTarget(_ press: PointerPress, at now: Instant) -> Response<Action> {
    pointerChanged(to: press.position, at: now)
    switch press.button {
    case .primary where placement.contains(press.position):
      placement.enter(nearest: press.position)
      drop(near: press.position.clamped(to: restArea), now)
      leaveMoveMode(at: now)
    case .primary, .secondary: endMoveMode(at: now)
    case .middle: break
    }
    return .handled()
  }

  /// Ends the move mode. A button moved by keys is dropped at its current position.
  mutating func endMoveMode(at now: Instant) {
    if moveMode == .keyboard { drop(near: animations.center.target, now) }
    leaveMoveMode(at: now)
  }

  /// Cancels the move mode. A button moved by keys returns to its previous position.
  mutating func cancelMoveMode(at now: Instant) {
    if moveMode == .keyboard {
      if placement.containers.contains(moveOrigin) { placement.container = moveOrigin }
      animate(to: restCenter, now)
    }
    leaveMoveMode(at: now)
  }

  mutating func drop(near position: Point, _ now: Instant) {
    updateRestPosition(to: snapped(position))
    animate(to: restCenter, now)
  }

  mutating func animate(to target: Point, _ now: Instant) {
    animateCenter(to: target, with: .spring(configuration.tuning.spring), now)
    updateHover(at: now)
  }

  private mutating func leaveMoveMode(at now: Instant) {
    guard let moveMode else { return }
    if moveMode == .keyboard { scale(to: 1, at: now) }
    animations.hint.show(nil, at: animations.time(at: now), environment)
    self.moveMode = nil
    updateOpacity(at: now)
  }

  // Keyboard input.

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
      if !press.isRepeat { beginMove(.keyboard, at: now) }
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

/// A line of text in a capsule, visible in a move mode. It explains the keys and clicks of the mode.
struct HintLabel: Sendable {
  private var text = ""
  private var opacity = Animated(0.0, threshold: Environment.opacityThreshold)

  /// Fades in with a text, or fades out.
  ///
  /// - Parameters:
  ///   - text: The text, or `nil` to fade out.
  ///   - time: The time of the animation clock, as in all functions of this type.
  ///   - environment: The theme, which has the duration of the fade.
  mutating func show(_ text: String?, at time: Instant, _ environment: Environment) {
    if let text { self.text = text }
    opacity.animate(to: text == nil ? 0 : 1, at: time, with: .fade(over: environment.theme.motion.fade))
  }

  /// Returns the next instant at which the appearance changes, or `nil` at rest.
  func nextChange(after time: Instant) -> Instant? { opacity.nextChange(after: time) }

  /// Adds the capsule with a frame to a display list.
  func draw(in capsule: Rect, into list: inout DisplayList, at time: Instant, _ environment: Environment) {
    let (fonts, colors) = (environment.theme.fonts, environment.theme.colors)
    let textFrame = capsule.inset(by: environment.theme.floatingButton.hintPadding)
    list.group(DisplayList.Group(opacity: opacity.value(at: time))) { list in
      list.fill(.roundedRect(.capsule(capsule)), colors.text)
      list.line(text, fonts.caption, colors.window, in: textFrame, alignment: .center, environment)
    }
  }

  /// Returns the frame of the visible capsule, or `nil` if it is invisible.
  ///
  /// - Parameter target: A rectangle below which the capsule is or, if that is outside of the container, above it. If `nil`,
  ///   the capsule is near the bottom of the container.
  func frame(beside target: Rect?, in container: Rect, at time: Instant, _ environment: Environment) -> Rect?
  {
    guard opacity.value(at: time) > 0 else { return nil }
    let metrics = environment.text.metrics(of: text, style: environment.theme.fonts.caption)
    let style = environment.theme.floatingButton
    let (padding, margin) = (style.hintPadding, style.hintMargin)
    let size = Size(
      width: max(0, min(metrics.advance + padding.leading + padding.trailing, container.width - 2 * margin)),
      height: metrics.height + padding.top + padding.bottom)
    var (x, y) = (container.midX - size.width / 2, container.maxY - margin - size.height)
    if let target {
      x = max(container.minX, min(target.midX - size.width / 2, container.maxX - size.width))
      let isBelow = target.maxY + margin + size.height <= container.maxY
      y = isBelow ? target.maxY + margin : target.minY - margin - size.height
    }
    return environment.snapped(
      Rect(x: environment.snapped(x), y: environment.snapped(y), width: size.width, height: size.height))
  }
}
