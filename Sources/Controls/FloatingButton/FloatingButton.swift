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
  public internal(set) var configuration: Configuration {
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

  /// The rectangle of the window, or the one of `containers` in which the button rests.
  public internal(set) var container = Rect.zero
  /// The rectangles between which the user can move the button. Empty if there is only one.
  private(set) var containers: [Rect] = []
  /// The scale of the environment and the margin of the theme when the button was placed.
  private var (containerScale, placedMargin) = (0.0, 0.0)
  /// The size of the button when it was placed. It changes with the font of the label.
  private var placedSize = Size.zero
  /// The area of the window that the button at rest must not overlap.
  private(set) var clearArea: Rect?
  /// The clock of all animations.
  var playback = PlaybackClock()
  var center: Animated<Point>
  var scale: Animated<Double>
  var opacity: Animated<Double>
  /// Whether a ball is returning into the window, with its own spring.
  var isReturning = false

  /// The recognizer of taps and drags. It uses real time.
  var recognizer = PressRecognizer()
  /// The time at which a first tap takes effect, unless a second press follows.
  var tapTime: Instant?
  /// Whether the current press is the second one of a double click.
  var isSecondClick = false
  /// The time from which the press after the current one is a single click.
  var clickEnd = Instant.zero
  /// The tracker of the current drag; `nil` if the button is not dragged.
  var dragTracker: DragTracker?
  /// The current move mode; `nil` if there is none.
  var moveMode: MoveMode?
  /// The container in which the latest move by keys started.
  var moveOrigin = Rect.zero
  var hint = HintLabel()
  /// The panel into which a tap expands the button.
  var panel: ActionPanel
  /// The context menu, opened by a right click or a key.
  var menu: ActionPanel
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
    panel = ActionPanel(configuration.actions, arrangement: .grid, in: environment)
    panel.spring = configuration.tuning.spring
    menu = ActionPanel(
      configuration.allMenuItems(in: environment.strings), arrangement: .menu, in: environment)
    restPosition = configuration.startPosition
    center = Animated(.zero, threshold: environment.positionThreshold)
    scale = Animated(1, threshold: Self.maximumScaleThreshold)
    opacity = Animated(1, threshold: Environment.opacityThreshold)
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    let isTranslated = environment.strings !== self.environment.strings
    let area = restArea
    self.environment = environment
    if isTranslated { menu.items = configuration.allMenuItems(in: environment.strings) }
    panel.update(environment, at: now)
    menu.update(environment, at: now)
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
    self.containers = containers
    let (old, area) = (self.container, restArea)
    let margin = theme.floatingButton.margin
    let isSame =
      container == old && environment.scale == containerScale && size == placedSize && margin == placedMargin
    guard !isSame || clearArea != self.clearArea else { return }
    (self.container, self.clearArea) = (container, clearArea)
    (containerScale, placedSize, placedMargin) = (environment.scale, size, margin)
    if old.isEmpty { return placeInitially(at: now) }
    if isSame {
      moveClear(at: now)
    } else {
      if !isPressed { keepUnitPoint(previousArea: area, at: now) }
      restartDrag(at: now)
    }
    placePanels(at: now)
  }

  private mutating func placeInitially(at now: Instant) {
    scheduleDimming(at: now)
    if configuration.start != nil { snapRestPosition() }
    center.set(restCenter)
    updateHover(at: now)
  }

  /// Keeps the unit point in a changed rest area. A moving button continues with a spring.
  private mutating func keepUnitPoint(previousArea area: Rect, at now: Instant) {
    let target = moveMode == .keyboard ? movedPosition(previousArea: area) : restCenter
    let isAnimating = center.nextChange(after: playback.time(at: now)) != nil
    let animation = isAnimating ? Animation.spring(configuration.tuning.spring) : nil
    animateCenter(to: target, with: animation, now)
    updateHover(at: now)
  }

  /// Moves out of the clear area, or back.
  private mutating func moveClear(at now: Instant) {
    guard !isPressed, moveMode != .keyboard, restCenter != center.target else { return }
    animateCenter(to: restCenter, with: .spring(configuration.tuning.spring), now)
    updateHover(at: now)
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

  /// Toggles the state between red and green.
  mutating func toggle() -> [Outcome<Action>] {
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
  package var rate: Double { playback.rate }

  /// Sets the rate of all animations, starting at `now`.
  ///
  /// Gestures use real time: the long-press duration stays the same, and a throw covers the same
  /// distance at another speed.
  ///
  /// - Parameters:
  ///   - rate: The rate, clamped to 0…1000. NaN is treated as 1. At 0, all motion stops.
  ///   - now: The time of the change.
  package mutating func setRate(_ rate: Double, at now: Instant) {
    playback.setRate(rate, at: now)
    panel.setRate(rate, at: now)
    menu.setRate(rate, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    let time = playback.time(at: now)
    let next = Instant.earliest(
      center.nextChange(after: time), scale.nextChange(after: time), opacity.nextChange(after: time),
      hint.nextChange(after: time))
    let parentTime = next.flatMap { playback.parentTime(of: $0) }
    return .earliest(
      .earliest(parentTime.map { max(now, $0) }, recognizer.deadline, tapTime),
      .earliest(panel.nextChange(after: now), menu.nextChange(after: now)))
  }
}

// Focus.
extension FloatingButton {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    if isFocused, stop == nil { endMoveMode(at: now) }
    changeUse(at: now) { $0.isFocused = stop != nil }
  }

  /// Returns `nil`: a press does not change the focus, so that a text field keeps it during typing.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame(at: center.target) }
}
