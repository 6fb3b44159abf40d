public import Motion
public import Scene

/// A recognizer of presses on a control or on its parts: hover, taps, multiple clicks, holds and
/// drags.
///
/// It is a plain value that receives events with their times, and it has no clock. If time alone
/// changes its state, `deadline` returns the instant of the change. One timer can therefore serve
/// any number of recognizers, and none of them polls.
///
/// Events may arrive late: a movement that arrives after a newer one does not move the current
/// position back.
public struct PressRecognizer: Sendable {
  /// The condition under which a press becomes a drag.
  public enum DragStart: Hashable, Sendable {
    /// A press is never a drag. It is a tap if the button is released on the same part.
    case never
    /// The pointer has moved by at least this distance, in logical pixels. If the distance is 0 or negative,
    /// every press is a drag. With NaN, no press is one.
    case afterDistance(Double)
    /// The button was held for this duration while the pointer moved by at most `slop`, in logical pixels.
    ///
    /// If it moved farther, the press has no effect. If the duration is not positive, the drag
    /// starts with the press. If `slop` is negative or NaN, a movement makes the press fail.
    case afterHold(Duration, slop: Double)
  }

  /// The options of a recognizer.
  public struct Rules: Hashable, Sendable {
    /// The start of a drag.
    public var drag: DragStart
    /// The time after which a press that is not a drag is held. `nil` for never. `DragStart.afterHold` ignores
    /// it.
    ///
    /// A held press is reported once, is not a tap, and can become a drag. An owner that needs neither cancels
    /// it.
    public var hold: Duration?
    /// The pointer buttons that press the control. Until its button is released, a press ignores all others.
    public var buttons: Set<PointerButton>
    /// The time after the previous press from which a press is a single click again.
    public var clickInterval = Duration.zero
    /// The maximum distance between the presses of a multiple click, in logical pixels.
    public var clickDistance = 0.0
    /// The maximum number of clicks. The next press counts as 1. A value below 1 counts as 1.
    public var maximumClicks = 3

    /// Creates rules. By default, each press is a single click.
    public init(drag: DragStart = .never, buttons: Set<PointerButton> = [.primary]) {
      (self.drag, self.buttons) = (drag, buttons)
    }
  }

  /// The current values of a drag.
  public struct Drag: Hashable, Sendable {
    /// The position of the press or, after a hold, of the pointer at the end of the hold.
    public var start: Point
    /// The current position of the pointer.
    public var position: Point
    /// The velocity of the pointer on release, in logical pixels per second. It is zero before the
    /// release, and if the pointer had paused.
    public var velocity = Vector.zero

    /// The displacement from the start to the current position.
    public var translation: Vector { position - start }
  }

  /// The result of an event or of the passage of time.
  public enum Outcome: Hashable, Sendable {
    /// The event was not for the control.
    case ignored
    /// The event was for the control, but has no effect except on its state.
    case handled
    /// A press has begun. `clicks` is the number of presses in quick succession, 1 to `Rules.maximumClicks`.
    case pressed(PointerPress, clicks: Int)
    /// A press was held for the time of `Rules.hold`, with the pointer at this position. Only `advance(to:)`
    /// reports it.
    case held(Point)
    /// A drag has begun or moved.
    case dragging(Drag)
    /// A drag has ended at its position and with its velocity.
    case dropped(Drag)
    /// The button was released on the part on which it was pressed, by its number, and the press was no drag.
    case tapped(Int)
    /// The press or its drag was undone. Other controls receive the event too.
    case cancelled

    /// Whether the event was for the control.
    public var isHandled: Bool { self != .ignored && self != .cancelled }
  }

  /// The options. A change affects only later presses.
  public var rules: Rules
  /// The part of the control under the pointer, or `nil` if the pointer is not over the control.
  public private(set) var hovered: Int?
  private var press: Press?
  private var clicks = ClickCounter()

  /// Creates the recognizer of a control that is not hovered or pressed.
  public init(_ rules: Rules = Rules()) { self.rules = rules }

  /// Whether the pointer is over the control.
  public var isHovered: Bool { hovered != nil }

  /// The part on which the button was pressed, if it is still down, at any position.
  public var pressed: Int? { press?.part }

  /// Whether a button was pressed on the control and is still down, at any position.
  public var isPressed: Bool { press != nil }

  /// The drag in progress, if there is one.
  public var drag: Drag? { press?.drag }

  /// The instant at which a drag begins or the press is held if no event arrives before, or `nil` if time
  /// changes nothing.
  public var deadline: Instant? { press?.deadline }

  /// Returns the style for the current state: `pressed` while the button is down and the pointer is
  /// over the control, `hovered` while only the pointer is over it, otherwise `normal`.
  public func style<Style>(normal: Style, hovered: Style, pressed: Style) -> Style {
    guard isHovered else { return normal }
    return isPressed ? pressed : hovered
  }

  /// Handles an input event. A deadline up to `now` is processed first, without a report: an owner that sets
  /// `Rules.hold` calls `advance(to:)` before this method.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time of the event.
  ///   - part: The number of the part at the position of a pointer event, or `nil` if the position
  ///     is not on the control. A control without parts uses 0.
  public mutating func handle(_ event: InputEvent, at now: Instant, over part: Int?) -> Outcome {
    if event.pointerPosition != nil { hovered = part }
    switch event {
    case .pointerMoved(let point):
      return press?.move(to: point, at: now) ?? (part == nil ? .ignored : .handled)
    case .pointerPressed(let press): return begin(press, on: part, at: now)
    case .pointerReleased(let release): return end(release, over: part, at: now)
    case .pointerGrabLost: return cancel()
    case .windowHidden:
      hovered = nil
      return cancel()
    case .pointerLeft: hovered = nil
    default: break
    }
    return .ignored
  }

  /// Processes a deadline up to `now`, as if at its own instant: begins a drag, or reports a held press.
  @discardableResult public mutating func advance(to now: Instant) -> Outcome {
    press?.advance(to: now) ?? .ignored
  }

  /// Ends a press without an effect.
  @discardableResult public mutating func cancel() -> Outcome {
    defer { press = nil }
    return press == nil ? .ignored : .cancelled
  }

  private mutating func begin(_ press: PointerPress, on part: Int?, at now: Instant) -> Outcome {
    guard rules.buttons.contains(press.button), let part else { return .ignored }
    if let button = self.press?.button, button != press.button { return .handled }
    self.press = Press(press, on: part, at: now, rules)
    let count = clicks.press(
      press, at: now, within: rules.clickInterval, distance: rules.clickDistance, upTo: rules.maximumClicks)
    return .pressed(press, clicks: count)
  }

  private mutating func end(_ release: PointerPress, over part: Int?, at now: Instant) -> Outcome {
    guard var press, press.button == release.button else { return .ignored }
    self.press = nil
    return press.release(at: release.position, now, over: part)
  }
}

/// A press in progress.
private struct Press {
  enum Phase {
    /// The press may be a tap, and may become a drag.
    case undecided
    /// The press was held. It is no tap, and may become a drag.
    case held
    case dragging(from: Point)
    /// The pointer moved too far during the hold.
    case failed
  }

  let part: Int
  let button: PointerButton
  private let dragStart: PressRecognizer.DragStart
  private let start: Point
  /// The instant until which the button must be held before a drag or a report.
  private var holdEnd: Instant?
  private var phase = Phase.undecided
  /// The latest known position of the pointer and its time.
  private var newest: (position: Point, time: Instant)
  private var estimator = VelocityEstimator()

  init(_ press: PointerPress, on part: Int, at now: Instant, _ rules: PressRecognizer.Rules) {
    (self.part, button) = (part, press.button)
    (start, newest) = (press.position, (press.position, now))
    holdEnd = rules.hold.map { now + max(.zero, $0) }
    dragStart = rules.drag
    switch rules.drag {
    case .never: break
    case .afterDistance: estimator.add(start, at: now)
    case .afterHold(let duration, _): holdEnd = now + max(.zero, duration)
    }
  }

  var drag: PressRecognizer.Drag? {
    guard case .dragging(let start) = phase else { return nil }
    return PressRecognizer.Drag(start: start, position: newest.position)
  }

  var deadline: Instant? {
    guard case .undecided = phase else { return nil }
    return holdEnd
  }

  mutating func advance(to now: Instant) -> PressRecognizer.Outcome {
    guard let deadline, deadline <= now else { return .ignored }
    newest.time = deadline
    guard case .afterHold = dragStart else {
      phase = .held
      return .held(newest.position)
    }
    phase = .dragging(from: newest.position)
    estimator.add(newest.position, at: deadline)
    return outcome
  }

  mutating func move(to point: Point, at now: Instant) -> PressRecognizer.Outcome {
    _ = advance(to: now)
    // A movement before the end of the hold may arrive after it.
    if case .afterHold(_, let slop) = dragStart, let holdEnd, now < holdEnd,
      !(start.distance(to: point) <= slop)
    {
      defer { phase = .failed }
      return drag == nil ? .handled : .cancelled
    }
    guard point.x.isFinite, point.y.isFinite else { return outcome }
    let minimum = if case .afterDistance(let distance) = dragStart { distance } else { Double?.none }
    if minimum != nil || drag != nil { estimator.add(point, at: now) }
    if now >= newest.time { newest = (point, now) }
    if let minimum, drag == nil, start.distance(to: point) >= minimum { phase = .dragging(from: start) }
    return outcome
  }

  mutating func release(at point: Point, _ now: Instant, over part: Int?) -> PressRecognizer.Outcome {
    _ = advance(to: now)
    let last = move(to: point, at: now)
    if case .undecided = phase, part == self.part { return .tapped(self.part) }
    guard var drag else { return last }
    drag.velocity = estimator.velocity(at: now)
    return .dropped(drag)
  }

  private var outcome: PressRecognizer.Outcome { drag.map { .dragging($0) } ?? .handled }
}

/// A counter of presses in quick succession at one position: 1 for a click, 2 for a double click,
/// 3 for a triple click, up to a maximum, and then 1 again.
struct ClickCounter: Sendable {
  private var last: (press: PointerPress, time: Instant)?
  /// The number of clicks up to the latest press, or 0 before the first one.
  private var count = 0

  /// Counts a press.
  ///
  /// - Parameters:
  ///   - press: The press. Only presses of the same button count together.
  ///   - now: The time of the press.
  ///   - interval: The time after the previous press from which the press starts a new count.
  ///   - distance: The maximum distance from the previous press, in logical pixels.
  ///   - maximum: The count that is followed by 1. A value below 1 counts as 1.
  /// - Returns: The number of clicks, at least 1.
  mutating func press(
    _ press: PointerPress, at now: Instant, within interval: Duration, distance: Double, upTo maximum: Int
  ) -> Int {
    let isNext = last.map {
      now < $0.time + interval && $0.press.button == press.button
        && $0.press.position.distance(to: press.position) <= distance
    }
    count = isNext == true && count < maximum ? count + 1 : 1
    last = (press, now)
    return count
  }
}
