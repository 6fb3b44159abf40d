public import Controls
public import Motion
public import Scene
public import TestSupport

/// A harness that sends simulated user input to a control, with a virtual clock.
///
/// The clock runs only in `advance(by:)` and similar functions. As in a event loop, deadlines are
/// processed in order. During an animation there are frames at 60 Hz, or at the intervals in
/// `frames`.
public struct ControlHarness<Subject: Control & ~Copyable>: ~Copyable {
  public var control: Subject
  /// The virtual time.
  public private(set) var now: Instant
  /// All actions and effects of the control so far.
  public private(set) var outcomes: [Outcome<Subject.Action>] = []
  /// The number of wake-ups of a event loop, by deadlines or for frames.
  public private(set) var wakeUps = 0
  /// The last position of the pointer.
  public private(set) var pointer = Point.zero
  private var modifiers: Modifiers = []
  /// The intervals between frames during an animation.
  public var frames = FrameTimes.steady(hertz: 60)

  /// One frame at 60 Hz.
  public static var frame: Duration { .nanoseconds(16_666_667) }

  /// The environment of the control.
  public var environment: Environment {
    get { control.environment }
    set { control.update(newValue, at: now) }
  }

  public init(_ control: consuming Subject, at now: Instant = .zero) {
    self.control = control
    self.now = now
  }

  // MARK: Time

  /// Advances the clock, with frames during animations and a wake-up at each deadline.
  public mutating func advance(by duration: Duration) {
    let end = now + duration
    while let wake = nextWake(), wake <= end { wakeUp(at: wake) }
    now = end
    record(control.advance(to: now))
  }

  /// Returns the time of the next frame or deadline, or `nil` at rest.
  private mutating func nextWake() -> Instant? {
    guard let change = control.nextChange(after: now) else { return nil }
    return change > now ? change : now + frames.next()
  }

  private mutating func wakeUp(at wake: Instant) {
    now = wake
    wakeUps += 1
    record(control.advance(to: now))
  }

  /// Advances the clock without any frames, as on a busy machine.
  public mutating func stall(for duration: Duration) { wakeUp(at: now + duration) }

  /// Advances the clock until the control is at rest, with frames and wake-ups as in `advance(by:)`.
  ///
  /// - Returns: Whether the control is at rest within `limit`.
  @discardableResult
  public mutating func settle(within limit: Duration = .seconds(30)) -> Bool {
    let end = now + limit
    while let wake = nextWake() {
      guard wake <= end else { return false }
      wakeUp(at: wake)
    }
    return true
  }

  // MARK: Pointer

  public mutating func move(to point: Point) {
    pointer = point
    send(.pointerMoved(to: point))
  }

  public mutating func press(at point: Point, button: PointerButton = .primary) {
    pointer = point
    send(.pointerPressed(PointerPress(at: point, button: button, modifiers: modifiers)))
  }

  public mutating func release(button: PointerButton = .primary) {
    send(.pointerReleased(PointerPress(at: pointer, button: button, modifiers: modifiers)))
  }

  public mutating func click(_ point: Point, button: PointerButton = .primary) {
    move(to: point)
    press(at: point, button: button)
    release(button: button)
  }

  /// Moves the pointer at constant speed from its current position, with one event every 4 ms.
  public mutating func drag(to end: Point, over duration: Duration) {
    let steps = max(1, Int(duration / .milliseconds(4)))
    let start = pointer
    for step in 1...steps {
      advance(by: duration / steps)
      move(to: start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  /// Scrolls by notches of a wheel, with positive numbers downward.
  public mutating func scroll(_ notches: Double) {
    send(.scrolled(ScrollEvent(at: pointer, notches: Vector(dx: 0, dy: notches))))
  }

  // MARK: Keyboard

  /// Presses a key that types nothing.
  @discardableResult
  public mutating func press(
    _ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false
  ) -> Bool {
    send(.keyPressed(KeyPress(key, modifiers: modifiers, isRepeat: isRepeat)))
  }

  /// Types text with one key per scalar.
  public mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      let key = scalar == " " ? Key.space : .character(scalar.lowercased)
      send(.keyPressed(KeyPress(key, text: TypedText(scalar))))
    }
  }

  /// Holds modifiers during `body`, for example for a click with Shift.
  public mutating func holding(
    _ modifiers: Modifiers, _ body: (inout ControlHarness) -> Void
  ) {
    self.modifiers = modifiers
    body(&self)
    self.modifiers = []
  }

  /// Sends an event.
  ///
  /// - Returns: Whether the control handled it.
  @discardableResult
  public mutating func send(_ event: InputEvent) -> Bool {
    if case .windowFocusChanged(let isFocused) = event {
      environment.isWindowFocused = isFocused
    }
    let response = control.handle(event, at: now)
    record(response)
    return response.isHandled
  }

  /// Records the outcomes of a response, which did not result from an event.
  public mutating func record(_ response: Response<Subject.Action>) { outcomes += response.outcomes }

  /// All actions of the control so far.
  public var actions: [Subject.Action] { Response(outcomes: outcomes).actions }

  /// All effects of the control so far.
  public var effects: [Effect] { Response(outcomes: outcomes).effects }

  /// The number of times that the control has rung the bell.
  public var bells: Int { effects.count { if case .bell = $0 { true } else { false } } }

  // MARK: Drawing

  /// Returns the current drawing of the control without recordings.
  public func drawing() -> DisplayList {
    var list = DisplayList()
    control.draw(into: &list, at: now)
    return list.flattened
  }
}

extension ControlHarness: Copyable where Subject: Copyable {}

extension Unicode.Scalar {
  /// The lowercase form of the scalar if it is a single scalar, otherwise the scalar itself.
  fileprivate var lowercased: Unicode.Scalar {
    let scalars = properties.lowercaseMapping.unicodeScalars
    return scalars.count == 1 ? scalars[scalars.startIndex] : self
  }
}
