public import Controls
public import Motion
public import Scene

/// Uses a control as a person would, on a clock that runs only when it is told to.
///
/// What a run loop does, it does: deadlines are passed in their order, and while something moves
/// there is a frame at every sixtieth of a second, or as often as `frames` has it.
public struct ControlHarness<Subject: Control & ~Copyable>: ~Copyable {
  public var control: Subject
  /// The virtual time.
  public private(set) var now: Instant
  /// All that the control asked for so far.
  public private(set) var actions: [Subject.Action] = []
  /// How often a run loop would have been woken by a deadline or for a frame.
  public private(set) var wakeUps = 0
  /// Where the pointer was last.
  public private(set) var pointer = Point.zero
  private var modifiers: Modifiers = []
  /// When frames come while the control moves.
  public var frames = FrameTimes.steady(hertz: 60)

  /// One frame at 60 Hz.
  public static var frame: Duration { .nanoseconds(16_666_667) }

  public init(_ control: consuming Subject, at now: Instant = .zero) {
    self.control = control
    self.now = now
  }

  // Time.

  /// Lets time pass, with a frame wherever the control moves and a wake-up at each deadline.
  public mutating func advance(by duration: Duration) {
    let end = now + duration
    while let change = control.nextChange(after: now) {
      let wake = change > now ? change : now + frames.next()
      guard wake <= end else { break }
      now = wake
      wakeUps += 1
      actions += control.advance(to: now)
    }
    now = end
    actions += control.advance(to: now)
  }

  /// Lets time pass without a single frame, as on a machine that is busy with something else.
  public mutating func stall(for duration: Duration) {
    now = now + duration
    wakeUps += 1
    actions += control.advance(to: now)
  }

  /// Lets time pass until the control is at rest.
  ///
  /// - Returns: Whether it came to rest within `limit`.
  @discardableResult
  public mutating func settle(within limit: Duration = .seconds(30)) -> Bool {
    let end = now + limit
    while control.nextChange(after: now) != nil {
      guard now < end else { return false }
      advance(by: Self.frame)
    }
    return true
  }

  // The pointer.

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

  /// Moves the pointer steadily from where it is, with one movement each 4 ms.
  public mutating func drag(to end: Point, over duration: Duration) {
    let steps = max(1, Int(duration / .milliseconds(4)))
    let start = pointer
    for step in 1...steps {
      advance(by: duration / steps)
      move(to: start + (end - start) * (Double(step) / Double(steps)))
    }
  }

  /// Scrolls by notches of a wheel, downward positive.
  public mutating func scroll(_ notches: Double) {
    send(.scrolled(ScrollStep(at: pointer, notches: Vector(dx: 0, dy: notches))))
  }

  // The keyboard.

  /// Presses a key that types nothing.
  @discardableResult
  public mutating func press(
    _ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false
  ) -> Bool {
    send(.keyPressed(KeyPress(key, modifiers: modifiers, isRepeat: isRepeat)))
  }

  /// Types text, one key a scalar.
  public mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      let key = scalar == " " ? Key.space : .character(scalar.lowercased)
      send(.keyPressed(KeyPress(key, text: TypedText(scalar))))
    }
  }

  /// Holds modifiers down for as long as `body`, as for a click with Shift.
  public mutating func holding(
    _ modifiers: Modifiers, _ body: (inout ControlHarness) -> Void
  ) {
    self.modifiers = modifiers
    body(&self)
    self.modifiers = []
  }

  /// Sends any event.
  ///
  /// - Returns: Whether the control took it.
  @discardableResult
  public mutating func send(_ event: InputEvent) -> Bool {
    if case .windowFocusChanged(let isFocused) = event {
      control.environment.isWindowFocused = isFocused
    }
    let response = control.handle(event, at: now)
    actions += response.actions
    return response.isHandled
  }

  // Looking.

  /// What the control looks like now, with nothing in it recorded.
  public func drawing() -> DisplayList {
    var list = DisplayList()
    control.draw(into: &list, at: now)
    return list.flattened
  }
}

extension ControlHarness: Copyable where Subject: Copyable {}

extension Unicode.Scalar {
  /// The scalar's lower-case form, where that is one scalar.
  fileprivate var lowercased: Unicode.Scalar {
    let scalars = properties.lowercaseMapping.unicodeScalars
    return scalars.count == 1 ? scalars[scalars.startIndex] : self
  }
}

extension DisplayList {
  /// All lines of text in it, in the order of painting.
  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text.string } else { nil } }
  }

  /// The colours of all shapes in it, in the order of painting.
  public var shapeColors: [Color] {
    elements.compactMap { if case .shape(_, _, let color) = $0 { color } else { nil } }
  }
}
