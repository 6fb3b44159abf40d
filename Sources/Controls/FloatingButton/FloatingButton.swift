import Gestures
public import Motion
public import Scene

/// A button that floats above all other content and that the user can move.
///
/// A tap toggles the button or expands it into a panel of actions. A drag moves it; by default, a
/// drag starts with a long press. A released button snaps to an edge with a spring. The user can
/// also move the button with the keyboard or the context menu (WCAG 2.2, 2.5.7).
///
/// The button is placed in a container, the window. All positions are in logical pixels of the
/// window.
public struct FloatingButton: Control {
  /// The options of the button. Change them with `reconfigure(_:at:)`.
  public private(set) var configuration: Configuration {
    didSet { labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment) }
  }
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment
  /// The cached metrics of the label. Each rendered frame needs the resulting size several times.
  private(set) var labelMetrics: TextMetrics

  /// Whether the button is in its second state, green.
  public private(set) var isOn = false
  /// The rest position, as a unit point of the area in which the center can rest. To restore it
  /// later, pass it as `start` of a configuration.
  public internal(set) var restPosition: UnitPoint
  /// Whether the user has moved the button to another rest position, by drag, keys or click.
  package private(set) var hasBeenMoved = false

  var placement = ButtonPlacement()
  var animations: ButtonAnimations
  /// Whether a ball is returning into the window, with its own spring.
  var isReturning = false
  /// The press, in real time.
  var recognizer = PressRecognizer()
  var taps = ButtonTaps()
  /// The tracker of the current drag; `nil` if the button is not dragged.
  var dragTracker: DragTracker?
  /// The current move mode; `nil` if there is none.
  var moveMode: MoveMode?
  /// The container in which the latest move by keys started.
  var moveOrigin = Rect.zero
  /// The panel and the menu. They are in an array, so that a copy of the button, which most calls of its functions make,
  /// copies a reference instead of both.
  private var panels: [ActionPanel]
  /// The panel into which a tap expands the button.
  var panel: ActionPanel {
    _read { yield panels[0] }
    _modify { yield &panels[0] }
  }
  /// The context menu, opened by a right click or a key.
  var menu: ActionPanel {
    _read { yield panels[1] }
    _modify { yield &panels[1] }
  }
  /// The pointer position at which the menu was opened; `nil` if a key opened it.
  var menuPoint: Point?

  /// The latest pointer position; `nil` outside the window.
  var pointer: Point?
  var isHovered = false
  var isFocused = false

  /// Creates a button. Place it with `place(in:keepingClear:at:)` before drawing it.
  public init(_ configuration: Configuration = Configuration(), in environment: Environment) {
    self.configuration = configuration
    self.environment = environment
    labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment)
    panels = [
      ActionPanel(configuration.actions, arrangement: .grid, in: environment),
      ActionPanel(configuration.allMenuItems(in: environment.strings), arrangement: .menu, in: environment),
    ]
    restPosition = configuration.startPosition
    animations = ButtonAnimations(in: environment)
    panel.spring = configuration.tuning.spring
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    let isTranslated = environment.strings !== self.environment.strings
    let area = restArea
    self.environment = environment
    if isTranslated { menu.items = configuration.allMenuItems(in: environment.strings) }
    for index in panels.indices { panels[index].update(environment, at: now) }
    labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment)
    if moveMode == .keyboard { keepUnitPoint(previousArea: area, at: now) }
  }

  /// Places the button in a window, or updates it after the window or `clearArea` has changed.
  ///
  /// The button keeps its unit point in the rest area, and therefore also its edge. A drag
  /// continues from the current position.
  ///
  /// - Parameters:
  ///   - container: The rectangle of the window.
  ///   - containers: The rectangles between which the user can move the button, such as those of several
  ///     monitors. A released button rests in the one that is nearest to the end of its throw.
  ///   - clearArea: The area that the button at rest does not overlap, if the snap mode has a rest
  ///     position outside it. The button moves there with its spring, and back when the area
  ///     changes to `nil`.
  ///   - now: The start of the animations.
  public mutating func place(
    in container: Rect, among containers: [Rect] = [], keepingClear clearArea: Rect? = nil, at now: Instant
  ) {
    let area = restArea
    let look = ButtonPlacement.Look(
      size: size, margin: theme.floatingButton.margin, scale: environment.scale)
    switch placement.update(to: container, among: containers, keepingClear: clearArea, look) {
    case .none: return
    case .first: return placeInitially(at: now)
    case .clearArea: moveClear(at: now)
    case .geometry:
      if !isPressed { keepUnitPoint(previousArea: area, at: now) }
      restartDrag(at: now)
    }
    placePanels(at: now)
  }

  private mutating func placeInitially(at now: Instant) {
    scheduleDimming(at: now)
    if configuration.start != nil { snapRestPosition() }
    animations.setCenter(restCenter)
    updateHover(at: now)
  }

  /// Keeps the unit point in a changed rest area. A moving button continues with a spring.
  private mutating func keepUnitPoint(previousArea area: Rect, at now: Instant) {
    let target = moveMode == .keyboard ? movedPosition(previousArea: area) : restCenter
    let animation = animations.isMoving(at: now) ? Animation.spring(configuration.tuning.spring) : nil
    animateCenter(to: target, with: animation, now)
    updateHover(at: now)
  }

  /// Moves out of the clear area, or back.
  private mutating func moveClear(at now: Instant) {
    guard !isPressed, moveMode != .keyboard, restCenter != animations.center.target else { return }
    animate(to: restCenter, now)
  }

  /// Sets the rest position to the point to which the user has moved the button.
  mutating func updateRestPosition(to position: Point) {
    let position = positionOutsideClearArea(position)
    guard pixelAligned(position).distance(to: restCenter) >= environment.positionThreshold else { return }
    restPosition = UnitPoint(position, in: restArea)
    hasBeenMoved = true
  }

  /// Replaces the rest position by its snap target.
  mutating func snapRestPosition() {
    restPosition = UnitPoint(snapped(restPosition.point(in: restArea)), in: restArea)
  }

  /// Performs the effect of a tap.
  ///
  /// - Parameters:
  ///   - isByKey: Whether a key caused it. If so, the first item of an opened panel is highlighted.
  ///   - now: The time of the tap.
  mutating func tap(isByKey: Bool = false, at now: Instant) -> [Outcome<Action>] {
    guard configuration.tap == .toggle else {
      expand(highlightsFirst: isByKey, at: now)
      return []
    }
    isOn.toggle()
    return [.action(.toggled(isOn))]
  }

  /// A use of the button that outlasts a press.
  package enum Mode: Hashable, Sendable {
    case none, panel, menu
    case move(MoveMode)
  }

  /// The current mode.
  package var mode: Mode {
    menu.isOpen ? .menu : panel.isOpen ? .panel : moveMode.map { .move($0) } ?? .none
  }

  /// Whether the owner sends all input to the button, regardless of pointer position and keyboard
  /// focus. This is the case while its panel or menu is open, or while the next click chooses its
  /// position. Escape ends these states.
  public var isModal: Bool { mode != .none && mode != .move(.keyboard) }
}

// Time.
extension FloatingButton {
  /// The rate of all animations; 1 is the normal speed.
  package var rate: Double { animations.rate }

  /// Sets the rate of all animations, starting at `now`.
  ///
  /// Gestures use real time: the long-press duration stays the same, and a throw covers the same
  /// distance at another speed.
  ///
  /// - Parameters:
  ///   - rate: The rate, clamped to 0…1000. NaN is treated as 1. At 0, all motion stops.
  ///   - now: The time of the change.
  package mutating func setRate(_ rate: Double, at now: Instant) {
    animations.setRate(rate, at: now)
    for index in panels.indices { panels[index].setRate(rate, at: now) }
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      .earliest(animations.nextChange(after: now), recognizer.deadline, taps.deadline),
      panel.nextChange(after: now), menu.nextChange(after: now))
  }

  // Focus.

  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    if isFocused, stop == nil { endMoveMode(at: now) }
    isFocused = stop != nil
    updateOpacity(at: now)
  }

  /// Returns `nil`: a press does not change the focus, so that a text field keeps it during typing.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame(at: animations.center.target) }

  // Input.

  public mutating func advance(to now: Instant) -> Response<Action> {
    var outcomes = advancePress(to: now)
    if let time = taps.take(upTo: now) { outcomes += tap(at: time) }
    return Response(outcomes: outcomes)
  }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let due = advance(to: now)
    if case .accessibility(let request) = event { return due.merging(handle(request, at: now)) }
    let isForPanel = panel.isOpen || menu.isOpen
    return due.merging(isForPanel ? forwardToPanel(event, at: now) : respond(to: event, at: now))
  }

  // Drawing.

  public func draw(into list: inout DisplayList, at now: Instant) {
    draw(into: &list, at: now, in: group(at: now))
  }

  /// Draws the button relative to the origin of its extent. While it only moves, it draws the same.
  package func drawExtent(into list: inout DisplayList, at now: Instant) {
    let (extent, outlines) = coverage(at: now)
    let (origin, center) = (extent.origin, animations.center(at: now))
    guard outlines.count == 1, !panel.isVisible(at: now) else {
      return list.translated(by: .zero - origin) { draw(into: &$0, at: now) }
    }
    var group = group(at: now)
    // Rounded again, because the difference is inexact at fractional scales.
    group.transform.translation = environment.snapped(.zero + (environment.snapped(center) - origin)) - .zero
    draw(into: &list, at: now, in: group)
  }

  private func draw(into list: inout DisplayList, at now: Instant, in group: DisplayList.Group) {
    let isExpanded = panel.isVisible(at: now)
    if isExpanded { panel.draw(into: &list, at: now) }
    if group.opacity > 0 || !isExpanded {
      list.group(group) { list in
        if !isExpanded { drawBody(into: &list) }
        drawLabel(into: &list)
        drawSymbol(into: &list)
      }
    }
    if let frame = hintFrame(at: now) {
      animations.hint.draw(in: frame, into: &list, at: animations.time(at: now), environment)
    }
    menu.draw(into: &list, at: now)
  }

  /// Returns the group in which the button is drawn. While the panel is visible, the group contains
  /// only the label and the symbol, which fade out as the panel grows.
  private func group(at now: Instant) -> DisplayList.Group {
    let visibility = panel.isVisible(at: now) ? 1 - panel.progress(at: now) : 1
    return DisplayList.Group(
      transform: Transform(
        scale: animations.scale(at: now), translation: animations.center(at: now) - .zero),
      opacity: animations.opacity(at: now) * max(0, min(visibility, 1)))
  }

  /// The color of the button. The panel starts with the same color.
  var bodyColor: Color { isOn ? environment.theme.colors.green : environment.theme.colors.red }

  /// Returns what the button, its panel or menu, and the hint cover in the window.
  ///
  /// - Returns: The smallest rectangle of whole device pixels that contains what is drawn, with shadows, and the outlines
  ///   without shadows. The rectangle has the same size while the button moves, and while its panel opens or closes.
  public func coverage(at now: Instant) -> (extent: Rect, outlines: [RoundedRect]) {
    let center = animations.center(at: now)
    let (lift, reach) = (max(1, liftedScale) / 2, reach)
    let (width, height) = (size.width * lift + reach, size.height * lift + reach)
    var extent = Rect(
      center: environment.snapped(center),
      size: Size(width: 2 * environment.snappedUp(width), height: 2 * environment.snappedUp(height)))
    var outlines: [RoundedRect] = []
    func include(_ panel: borrowing ActionPanel) {
      let outline = panel.outline(at: now)
      let frame = panel.openOutline.rect.union(outline.rect)
      extent = extent.union(environment.snapped(frame.inset(by: -environment.snappedUp(reach))))
      outlines.append(outline)
    }
    if panel.isVisible(at: now) {
      include(panel)
    } else {
      outlines.append(outline(around: center, scale: animations.scale(at: now)))
    }
    if menu.isVisible(at: now) { include(menu) }
    if let hint = hintFrame(at: now) {
      extent = extent.union(environment.snapped(hint))
      outlines.append(.capsule(hint))
    }
    return (extent, outlines)
  }

  /// Returns the frame of the visible hint, or `nil` if it is invisible. It is beside the button if that has several
  /// containers, so that a window that is as small as the button stays small.
  func hintFrame(at now: Instant) -> Rect? {
    animations.hint.frame(
      beside: placement.containers.isEmpty ? nil : frame(at: now), in: container,
      at: animations.time(at: now), environment)
  }

  /// The distance from an outline to the end of its shadow and its focus ring.
  private var reach: Double {
    func reach(_ style: Theme.ShadowStyle) -> Double {
      let shadow = theme.shadow(style)
      return shadow.offset.length + shadow.extent * shadow.blur
    }
    let shadow = max(reach(theme.floatingButton.shadow), reach(theme.menu.shadow))
    return shadow + theme.focusRing.gap + theme.focusRing.width
  }

  /// Returns `content` on the button. While keys move it, it is everywhere, because a press elsewhere
  /// ends that.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    moveMode != nil || isPressed || contains(point, at: now) ? .content : .outside
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if panel.isOpen { return panel.pointerShape(over: point, at: now) ?? .arrow }
    if menu.isOpen { return menu.pointerShape(over: point, at: now) ?? .arrow }
    if acceptsTarget(at: point, now) { return .crosshair }
    if dragTracker != nil { return .grabbing }
    guard contains(point, at: now) else { return nil }
    // A press stops a button that moves or grows.
    let isMoving = animations.isMoving(at: now) || animations.isScaling(at: now)
    return isMoving || configuration.drag == .immediate ? .grab : .hand
  }

  private func drawBody(into list: inout DisplayList) {
    list.shadow(of: outline, theme.shadow(theme.floatingButton.shadow))
    list.fill(.roundedRect(outline), bodyColor)
    if showsFocus { list.focusRing(around: outline, environment) }
  }

  private func drawLabel(into list: inout DisplayList) {
    guard configuration.shape == .button else { return }
    let metrics = labelMetrics
    let origin = Point(x: -metrics.advance / 2, y: (metrics.ascent - metrics.descent) / 2)
    list.text(
      configuration.label, theme.fonts.buttonLabel, inkColor, at: origin, metrics: metrics,
      placement: .exact)
  }

  /// Draws the symbol of the state: a ring if off, a check mark if on.
  private func drawSymbol(into list: inout DisplayList) {
    let box = symbolBox
    let radius = (box.width - symbolStroke) / 2
    let shape =
      isOn
      ? Scene.Shape.path(SymbolPath.check(in: box.inset(by: symbolStroke / 2)))
      : .roundedRect(.circle(center: box.center, radius: radius))
    list.stroke(shape, inkColor, width: symbolStroke)
  }

  private var inkColor: Color { isOn ? environment.theme.colors.onGreen : environment.theme.colors.onRed }

  private var symbolStroke: Double {
    let style = theme.floatingButton
    return configuration.shape == .ball ? style.ballSymbolStroke : style.symbolStroke
  }

  /// The box of the symbol: in the center of a ball, or in the top trailing corner of a button.
  private var symbolBox: Rect {
    let style = theme.floatingButton
    func box(_ side: Double, around center: Point) -> Rect {
      Rect(center: center, size: Size(width: side, height: side))
    }
    guard configuration.shape == .button else { return box(style.ballSymbolSize, around: .zero) }
    let distance = style.symbolInset + style.symbolSize / 2
    let center = Point(x: outline.rect.maxX - distance, y: outline.rect.minY + distance)
    return box(style.symbolSize, around: center)
  }

  // Changes of the configuration.

  /// Applies a new configuration immediately, without a visible jump.
  ///
  /// - Running animations continue from the current position and velocity with the new spring.
  /// - A new snap mode moves the button to its snap target. A new shape keeps the rest position.
  /// - A drag continues. An undecided press is cancelled if its rules change.
  /// - An open panel closes if a tap no longer expands the button.
  /// - `start` has no effect after the button has been placed.
  public mutating func reconfigure(_ configuration: Configuration, at now: Instant) {
    let (old, area) = (self.configuration, restArea)
    guard configuration != old else { return }
    self.configuration = configuration
    panel.items = configuration.actions
    panel.spring = configuration.tuning.spring
    menu.items = configuration.allMenuItems(in: environment.strings)
    let expands = configuration.tap == .expand && !configuration.actions.isEmpty
    if panel.isOpen, !expands { closePanels(at: now) }
    if dragTracker == nil, recognizer.rules != pressRules { cancelPress(at: now) }
    updateScale(at: now)
    updatePosition(since: old, area, at: now)
    // While the numbers of items stay the same, an open panel stays in place under the pointer.
    if !container.isEmpty, itemCounts(of: configuration) != itemCounts(of: old) { placePanels(at: now) }
    updateDimming(since: old, at: now)
  }

  /// Returns the numbers of actions, of their details and of menu items, which determine the sizes of panel and menu.
  private func itemCounts(of configuration: Configuration) -> SIMD3<Int> {
    let actions = configuration.actions
    return SIMD3(actions.count, actions.count { $0.detail != nil }, configuration.menuItems.count)
  }

  /// Applies a new scale or spring to the scale animation.
  private mutating func updateScale(at now: Instant) {
    let isLifted = dragTracker != nil || moveMode == .keyboard
    let target = isLifted ? liftedScale : animations.scale.target
    if animations.isScaling(at: now) || target != animations.scale.target { scale(to: target, at: now) }
  }

  /// Applies a new rest area or snap mode to the position.
  private mutating func updatePosition(since old: Configuration, _ area: Rect, at now: Instant) {
    guard !container.isEmpty else {
      restPosition = configuration.startPosition
      return
    }
    if moveMode == .keyboard {
      animateCenter(to: movedPosition(previousArea: area), with: .spring(configuration.tuning.spring), now)
    }
    if configuration.snap != old.snap { snapRestPosition() }
    restartDrag(at: now)
    guard !isPressed, moveMode != .keyboard else { return }
    updateRestAnimation(since: old, at: now)
  }

  /// Restarts the animation to the rest position if the position or the spring has changed.
  private mutating func updateRestAnimation(since old: Configuration, at now: Instant) {
    let isRetuned =
      animations.isMoving(at: now) && !isReturning && configuration.tuning.spring != old.tuning.spring
    if isRetuned || restCenter != animations.center.target {
      animateCenter(to: restCenter, with: .spring(configuration.tuning.spring), now)
    }
    updateHover(at: now)
  }

  /// Applies a new dimmed opacity: immediately if the button is dimmed, from the current opacity if
  /// it is fading.
  private mutating func updateDimming(since old: Configuration, at now: Instant) {
    let isSame =
      configuration.dims == old.dims && configuration.tuning.clampedOpacity == old.tuning.clampedOpacity
    guard !isSame, !container.isEmpty else { return }
    if animations.opacity.target == 1 || !configuration.dims {
      animations.setOpacity(1)
      updateOpacity(at: now)
    } else if !animations.isFading(at: now) {
      animations.setOpacity(configuration.tuning.clampedOpacity)
    } else if animations.opacity(at: now) == 1 {
      scheduleDimming(at: now)
    } else {
      scheduleDimming(after: .zero, at: now)
    }
  }
}
