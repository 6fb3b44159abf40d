import Gestures
public import Motion
public import Scene

/// A control for choosing a number by moving a thumb along a track.
///
/// The value is always in the range and on a step. During a drag, the thumb follows the pointer
/// exactly. After any other change, a short spring moves the thumb to the new value. A press on the
/// moving thumb stops it and starts a drag from its current position.
public struct Slider: FocusableControl {
  /// A notification for the owner of the slider.
  public enum Action: Hashable, Sendable {
    /// The user chose another value.
    case changed(Double)
  }

  /// The state of a drag.
  struct DragState: Hashable {
    /// The distance from the pointer to the center of the thumb at the press, in logical pixels.
    var offset: Double
    /// The x coordinate of the pointer.
    var pointer: Double
    /// The position of the thumb, 0…1 of its travel.
    var fraction: Double
    /// The step index before the drag. Cancelling the drag restores it.
    var previousStepIndex: Int
  }

  /// The values to choose from.
  package let range: SteppedRange
  /// The value that a double click selects.
  package let defaultValue: Double
  /// The theme, fonts, scale and other settings.
  public private(set) var environment: Environment

  /// The value in steps from zero (`SteppedRange.stepBounds`).
  var stepIndex: Int
  /// The animated distance of the thumb from its target, as a fraction of its travel.
  var thumbAnimation: Animated<Double>
  public private(set) var frame = Rect.zero

  var dragState: DragState?
  /// The recognizer of drags and double clicks.
  var recognizer: PressRecognizer
  public var isFocused = false
  /// The name for assistive programs.
  public var name = ""
  /// Returns a value in words for assistive programs, for example with its unit.
  public var text: @Sendable (Double) -> String = { "\($0)" }

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - value: The initial value. It is rounded to the nearest value of the range.
  ///   - range: The values to choose from.
  ///   - defaultValue: The value that a double click selects. It is rounded like `value`.
  ///   - environment: The theme, fonts, scale and other settings.
  public init(_ value: Double, of range: SteppedRange, defaultValue: Double, in environment: Environment) {
    self.range = range
    self.defaultValue = range.nearest(to: defaultValue)
    self.environment = environment
    stepIndex = range.stepIndex(nearest: value)
    recognizer = PressRecognizer(Self.pressRules(in: environment))
    thumbAnimation = Animated(0, threshold: environment.threshold(overTravel: 0))
  }

  private static func pressRules(in environment: Environment) -> PressRecognizer.Rules {
    PressRecognizer.Rules(drag: .afterDistance(0), maximumClicks: 2, in: environment)
  }

  /// The current value.
  public var value: Double { range.value(at: stepIndex) }

  /// Whether the user is dragging the thumb.
  package var isDragging: Bool { dragState != nil }

  /// Sets the value without a notification. A running drag ends.
  ///
  /// - Parameters:
  ///   - value: The value. It is rounded to the nearest value of the range.
  ///   - now: The start of the animation.
  public mutating func set(_ value: Double, at now: Instant) {
    let stepIndex = range.stepIndex(nearest: value)
    recognizer.cancel()
    guard stepIndex != self.stepIndex || isDragging else { return }
    animateThumb(at: now) { slider in
      slider.dragState = nil
      slider.stepIndex = stepIndex
    }
  }

  public mutating func update(_ environment: Environment, at now: Instant) {
    self.environment = environment
    recognizer.rules = Self.pressRules(in: environment)
  }

  /// Sets the position and the width, which is the length of the track. If the width changes, a
  /// running animation ends.
  public mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let oldTravel = travel
    frame = Rect(
      origin: origin, size: Size(width: width, height: environment.snapped(theme.slider.height)))
    guard travel != oldTravel else { return }
    thumbAnimation.set(0)
  }

  public func nextChange(after now: Instant) -> Instant? { thumbAnimation.nextChange(after: now) }

  /// Applies a change of the target position, and animates the thumb from its current position.
  mutating func animateThumb(at now: Instant, _ change: (inout Slider) -> Void) {
    let (displayed, velocity) = (displayedFraction(at: now), thumbAnimation.velocity(at: now))
    change(&self)
    thumbAnimation.set(displayed - fraction)
    thumbAnimation.animate(
      to: 0, at: now, with: environment.motion(.spring(theme.motion.control)), velocity: velocity,
      threshold: environment.threshold(overTravel: travel))
  }
}

extension Slider {
  /// The distance that the center of the thumb can travel, in logical pixels.
  var travel: Double { max(0, frame.width - 2 * theme.slider.thumbRadius) }

  /// The target position of the thumb, 0…1 of its travel: the dragged position, or else the value.
  var fraction: Double { dragState?.fraction ?? range.fraction(at: stepIndex) }

  /// Returns the current position of the thumb, 0…1 of its travel.
  func displayedFraction(at now: Instant) -> Double {
    max(0, min(fraction + thumbAnimation.value(at: now), 1))
  }

  func thumbCenter(at now: Instant) -> Point { thumbCenter(atFraction: displayedFraction(at: now)) }

  /// Returns the center of the thumb at a fraction of its travel.
  func thumbCenter(atFraction fraction: Double) -> Point {
    Point(x: frame.minX + theme.slider.thumbRadius + fraction * travel, y: environment.snapped(frame.midY))
  }

  /// Returns the fraction of the travel at which the center of the thumb is nearest to an x
  /// coordinate.
  func fraction(atX x: Double) -> Double {
    guard travel > 0 else { return 0 }
    return max(0, min((x - frame.minX - theme.slider.thumbRadius) / travel, 1))
  }

  var track: Rect {
    environment.snapped(
      Rect(
        center: Point(x: frame.midX, y: environment.snapped(frame.midY)),
        size: Size(width: frame.width, height: theme.slider.trackHeight)))
  }

  public func draw(into list: inout DisplayList, at now: Instant) {
    let colors = environment.theme.colors
    let thumb = thumbCenter(at: now)
    drawTick(into: &list)
    list.fill(.roundedRect(.capsule(track)), colors.fieldOutline)
    // Only transforms are animated, so that the rendered contents can be cached.
    list.group(DisplayList.Group(clip: .capsule(track))) { list in
      list.translated(by: Vector(dx: thumb.x - track.maxX, dy: 0)) { $0.fill(.rect(track), colors.accent) }
    }
    list.translated(by: thumb - .zero) { drawThumb(into: &$0) }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isDragging { return .grabbing }
    guard frame.contains(point) else { return nil }
    let isOnThumb = thumbCenter(at: now).distance(to: point) <= theme.slider.thumbRadius
    return isOnThumb ? .grab : .hand
  }

  public func describe(into tree: inout AccessibleTree, at now: Instant) {
    let value = range.accessibleValue(value, text(value))
    tree.add(.part(0), AccessibleNode(.slider, name, states: focusStates, value: value, in: frame))
  }

  /// Draws the tick at the default value, which a double click selects.
  private func drawTick(into list: inout DisplayList) {
    let center = thumbCenter(atFraction: range.fraction(at: range.stepIndex(nearest: defaultValue)))
    let tick = environment.snapped(Rect(center: center, size: theme.slider.tick))
    list.fill(.rect(tick), environment.theme.colors.fieldOutline)
  }

  /// Draws the thumb, centered at the origin.
  private func drawThumb(into list: inout DisplayList) {
    let style = theme.slider
    let colors = environment.theme.colors
    if recognizer.isHovered || isDragging {
      let opacity = isDragging ? style.pressedOpacity : style.hoveredOpacity
      list.fill(
        .roundedRect(.circle(center: .zero, radius: style.haloRadius)), colors.accent.opacity(opacity))
    }
    let shape = RoundedRect.circle(center: .zero, radius: style.thumbRadius)
    // The white disc ends below the middle of the outline. Otherwise, it would be visible through
    // the antialiased edge of the outline.
    let disc = shape.inset(by: style.thumbOutline / 2)
    list.fill(.roundedRect(disc), .white)
    list.stroke(.roundedRect(disc), colors.accent, width: style.thumbOutline)
    if showsFocus { list.focusRing(around: shape, environment) }
  }

  // Input.

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let previousStepIndex = stepIndex
    let isHandled = process(event, at: now)
    return Response(isHandled: isHandled, actions: stepIndex == previousStepIndex ? [] : [.changed(value)])
  }

  /// Updates the value and the state of the slider after an event.
  ///
  /// - Returns: Whether the event was for the slider.
  private mutating func process(_ event: InputEvent, at now: Instant) -> Bool {
    if case .keyPressed(let press) = event, isDragging { return keyPressedInDrag(press, at: now) }
    if let target = range.value(after: value, for: event, isFocused: isFocused) {
      set(target, at: now)
      return true
    }
    // The slider ignores scrolling, so that scrolling the window does not change the value.
    let isInside = event.pointerPosition.map(frame.contains) ?? false
    let outcome = recognizer.handle(event, at: now, over: isInside ? 0 : nil)
    switch outcome {
    case .pressed(_, clicks: 2): set(defaultValue, at: now)
    case .pressed(let press, _): beginDrag(at: press.position, at: now)
    case .dragging(let drag): self.drag(to: drag.position)
    case .dropped(let drag):
      self.drag(to: drag.position)
      animateThumb(at: now) { $0.dragState = nil }
    case .cancelled: cancelDrag(at: now)
    case .ignored, .handled, .held, .tapped: break
    }
    return outcome.isHandled
  }

  // The pointer.

  /// Starts a drag of the thumb. If the press is beside the thumb, moves the thumb there.
  private mutating func beginDrag(at point: Point, at now: Instant) {
    let thumb = thumbCenter(at: now)
    let isOnThumb = thumb.distance(to: point) <= theme.slider.thumbRadius
    let fraction = isOnThumb ? displayedFraction(at: now) : fraction(atX: point.x)
    let drag = DragState(
      offset: isOnThumb ? thumb.x - point.x : 0, pointer: point.x, fraction: fraction,
      previousStepIndex: stepIndex)
    if isOnThumb {
      dragState = drag
      thumbAnimation.set(0)
      return
    }
    animateThumb(at: now) { slider in
      slider.dragState = drag
      slider.stepIndex = slider.range.stepIndex(atFraction: fraction)
    }
  }

  private mutating func drag(to point: Point) {
    // A press without movement selects no value, even if it stopped the thumb between two steps.
    guard var dragState, point.x != dragState.pointer else { return }
    let fraction = fraction(atX: point.x + dragState.offset)
    (dragState.pointer, dragState.fraction) = (point.x, fraction)
    self.dragState = dragState
    stepIndex = range.stepIndex(atFraction: fraction)
  }

  /// Cancels a drag and restores the previous value.
  private mutating func cancelDrag(at now: Instant) {
    if let dragState { set(range.value(at: dragState.previousStepIndex), at: now) }
  }

  private mutating func keyPressedInDrag(_ press: KeyPress, at now: Instant) -> Bool {
    if press.key == .escape { cancelDrag(at: now) }
    return press.key == .escape || range.stepIndex(after: stepIndex, for: press) != nil
  }
}
