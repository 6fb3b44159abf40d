import Gestures
package import Motion
package import Scene

/// A small set of actions, as a menu or as the panel that a button expands into.
///
/// A spring animates the panel out of its source and back into it. The animation can be reversed at
/// any time. An open panel is modal: it handles all input except keys with a command modifier. User
/// input is timed by the real clock, and animations by a clock whose rate the owner can set.
package struct ActionPanel: Control {
  /// A request to the owner of the panel.
  package enum Action: Hashable, Sendable {
    /// Perform the action of the item with this identity.
    case chosen(ActionItem.ID)
    /// The panel has started to close into its source. The owner can choose another target with
    /// `close(to:at:)`.
    case closed
  }

  /// The arrangement of the items.
  package enum Arrangement: Hashable, Sendable {
    /// Rows in one column, in a panel with a corner at its source.
    case menu
    /// Tiles in rows, in a panel that covers its source.
    case grid
  }

  /// The arrangement of the items.
  package let arrangement: Arrangement
  package private(set) var environment: Environment
  /// The items. If you replace them while the panel is open, it keeps its size until you place it
  /// again, and a highlight by keys stays on its item. If their identities change, the pointer
  /// highlights no item until it moves, a press has no effect, and a search by typing starts again.
  package var items: [ActionItem] {
    didSet {
      if items.map(\.id) != oldValue.map(\.id) {
        // The parts of the recognizer are indices of items.
        (recognizer, typeAhead) = (PressRecognizer(recognizer.rules), TypeAhead())
        firstPart += oldValue.count
      }
      layOut()
    }
  }
  /// The number of the first item for assistive programs, which is not used again for others.
  private(set) var firstPart = 0
  /// The spring of the opening and closing animations. `nil` is that of menus in the theme.
  package var spring: Spring?
  /// Whether the panel handles input. It becomes `false` as soon as the panel starts to close.
  package private(set) var isOpen = false

  /// The outline out of which the panel opens and into which it closes.
  private(set) var source = RoundedRect(.zero, cornerRadius: 0)
  private(set) var sourceColor = Color.white
  /// The bounds of the window.
  private(set) var container = Rect.zero
  private(set) var contents = PanelLayout()
  /// The outline of the open and settled panel.
  private(set) var openOutline = RoundedRect(.zero, cornerRadius: 0)
  /// The clock of all animations.
  private var playback = PlaybackClock()
  private var state: Animated<PanelTransitionState>
  /// The intensity of the feedback for the last choice, 0…1.
  private var feedback = Animated(0.0, threshold: Environment.opacityThreshold)
  private var chosen: ActionItem.ID?

  /// The recognizer of presses of the items. Its parts are their indices.
  var recognizer: PressRecognizer
  /// Whether a pointer button was pressed before the menu opened, and may have opened it.
  var isOpeningPress = false
  /// The item that a key highlighted after the last pointer event on an item.
  var highlightedByKeys: ActionItem.ID?
  /// The latest known position of the pointer.
  var pointer: Point?
  var typeAhead = TypeAhead()
  /// The real time of the last call to open the panel.
  private(set) var openedAt = Instant.distantPast

  /// Creates a closed panel.
  ///
  /// - Parameters:
  ///   - items: The items, with unique identities.
  ///   - arrangement: The arrangement of the items.
  ///   - environment: Theme, fonts, scale and other settings.
  package init(_ items: [ActionItem], arrangement: Arrangement, in environment: Environment) {
    self.items = items
    self.arrangement = arrangement
    self.environment = environment
    // In a menu, the secondary button also chooses items, because it may have opened the menu.
    let buttons: Set<PointerButton> = arrangement == .menu ? [.primary, .secondary] : [.primary]
    recognizer = PressRecognizer(PressRecognizer.Rules(buttons: buttons))
    state = Animated(
      PanelTransitionState(source, contentOrigin: .zero, progress: 0),
      threshold: environment.positionThreshold)
  }

  package mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    if isOpen { place(in: container, around: source, at: now) }
  }

  package func nextChange(after now: Instant) -> Instant? {
    guard isVisible(at: now) else { return nil }
    let time = playback.time(at: now)
    let next = Instant.earliest(state.nextChange(after: time), feedback.nextChange(after: time))
    return next.flatMap { playback.parentTime(of: $0) }.map { max(now, $0) }
  }

  /// Sets the speed of all animations of the panel.
  ///
  /// - Parameter rate: The speed relative to real time, clamped to 0…1000. 0 pauses the animations.
  ///   NaN counts as 1.
  package mutating func setRate(_ rate: Double, at now: Instant) { playback.setRate(rate, at: now) }
}

// Opening and closing.
extension ActionPanel {
  /// Opens the panel. A panel that is closing reverses and keeps its velocity.
  ///
  /// - Parameters:
  ///   - source: The outline out of which the panel grows, in window coordinates. A menu opens next
  ///     to it and grows out of its nearest corner. A source of size zero is a point.
  ///   - color: The color of the source, opaque.
  ///   - container: The bounds of the window.
  ///   - highlightsFirst: Whether to highlight the first enabled item, as after a key press.
  package mutating func open(
    from source: RoundedRect, color: Color, in container: Rect, highlightsFirst: Bool, at now: Instant
  ) {
    let isNew = !isVisible(at: now)
    (self.source, self.container, isOpen, openedAt) = (source, container, true, now)
    recognizer = PressRecognizer(recognizer.rules)
    isOpeningPress = arrangement == .menu
    highlightedByKeys = highlightsFirst ? items.first(where: \.isEnabled)?.id : nil
    (typeAhead, chosen) = (TypeAhead(), nil)
    layOut()
    openOutline = outlines.open
    if isNew {
      sourceColor = color
      state.set(closedState)
    }
    animate(to: openState, at: now, with: transition)
  }

  /// Closes the panel. A panel that is opening reverses and keeps its velocity. A panel that is
  /// closing continues to the new source.
  ///
  /// - Parameter source: The outline into which the panel shrinks, in window coordinates.
  package mutating func close(to source: RoundedRect, at now: Instant) {
    self.source = source
    guard isVisible(at: now) else { return }
    isOpen = false
    recognizer.cancel()
    animate(to: closedState, at: now, with: transition)
  }

  /// Updates the window bounds and the source. A settled panel moves immediately; a moving panel is
  /// animated to its new target.
  ///
  /// - Parameters:
  ///   - container: The bounds of the window.
  ///   - source: The outline of the source, in window coordinates.
  package mutating func place(in container: Rect, around source: RoundedRect, at now: Instant) {
    (self.source, self.container) = (source, container)
    layOut()
    openOutline = outlines.open
    animate(to: isOpen ? openState : closedState, at: now, with: isMoving(at: now) ? transition : nil)
  }

  /// Returns the progress of opening: 0 is closed, 1 is open. The spring may overshoot both values.
  package func progress(at now: Instant) -> Double { state(at: now).progress }

  /// Returns the drawn outline, in window coordinates.
  package func outline(at now: Instant) -> RoundedRect { state(at: now).shape }

  /// Returns whether the panel is visible: open, or still closing.
  ///
  /// Inlined, so that owners do not copy the panel to ask it.
  @inline(__always) package func isVisible(at now: Instant) -> Bool { isOpen || isMoving(at: now) }

  /// Returns the state of the transition.
  func state(at now: Instant) -> PanelTransitionState { state.value(at: playback.time(at: now)) }

  private func isMoving(at now: Instant) -> Bool { state.nextChange(after: playback.time(at: now)) != nil }

  private mutating func animate(to target: PanelTransitionState, at now: Instant, with animation: Animation?)
  {
    guard target != state.target else { return }
    state.animate(
      to: target, at: playback.time(at: now), with: animation.flatMap(environment.motion),
      threshold: environment.positionThreshold)
  }

  private var transition: Animation { .spring(spring ?? theme.motion.menu) }

  private mutating func layOut() {
    guard isOpen else { return }
    contents = PanelLayout(items, arrangement: arrangement, in: environment, fitting: bounds.size)
  }

  private var openState: PanelTransitionState {
    PanelTransitionState(openOutline, contentOrigin: contentOrigin, progress: 1)
  }

  private var closedState: PanelTransitionState {
    PanelTransitionState(outlines.closed, contentOrigin: contentOrigin, progress: 0)
  }

  // Closing and choosing by user input.

  /// Closes into the source and notifies the owner.
  mutating func dismiss(at now: Instant) -> [Action] {
    close(to: source, at: now)
    return [.closed]
  }

  /// Closes without an animation, because the window is hidden.
  mutating func closeImmediately(at now: Instant) -> [Action] {
    let actions = dismiss(at: now)
    state.set(state.target)
    return actions
  }

  mutating func choose(_ id: ActionItem.ID, at now: Instant) -> [Action] {
    guard let item = items.first(where: { $0.id == id && $0.isEnabled }) else { return [] }
    chosen = id
    feedback.set(1)
    feedback.animate(
      to: 0, at: playback.time(at: now),
      with: .easeOut(duration: theme.motion.choice).reducedMotion(.preserve))
    return [.chosen(id)] + (item.keepsOpen ? [] : dismiss(at: now))
  }

  /// Returns the intensity of the feedback for the choice of an item, 0…1.
  func feedback(of id: ActionItem.ID, at now: Instant) -> Double {
    id == chosen ? feedback.value(at: playback.time(at: now)) : 0
  }
}

/// The animated state of an opening or closing panel: outline, origin of the contents, progress.
///
/// One spring animates all components as a vector, so that the transition can reverse at any time.
struct PanelTransitionState: Animatable, Hashable {
  let components: SIMD8<Double>

  init(components: SIMD8<Double>) { self.components = components }

  init(_ shape: RoundedRect, contentOrigin: Point, progress: Double) {
    let rect = shape.rect
    components = SIMD8(
      rect.minX, rect.minY, rect.maxX, rect.maxY, shape.cornerRadius, contentOrigin.x, contentOrigin.y,
      progress * Self.progressSteps)
  }

  /// The scale of the progress component: the number of values of a color component. With it, the
  /// settling threshold of half a pixel suits the progress too.
  private static let progressSteps = 256.0

  /// The outline. It is empty if the spring moved one side past the other.
  var shape: RoundedRect {
    let (left, top) = (components[0], components[1])
    let rect = Rect(x: left, y: top, width: components[2] - left, height: components[3] - top)
    return RoundedRect(rect, cornerRadius: components[4])
  }

  var contentOrigin: Point { Point(x: components[5], y: components[6]) }

  /// The progress: 0 is closed, 1 is open. The spring may overshoot both values.
  var progress: Double { components[7] / Self.progressSteps }
}
