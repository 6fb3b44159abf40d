public import Motion
public import Scene

/// A small panel that tells more about what the pointer rests on.
///
/// Its owner says what the pointer is over, by each movement, and when it is over nothing more; and
/// that a key, a button or the wheel was used, which takes the panel away until the pointer comes to
/// something else.
public struct Tooltip {
  public var environment: Environment {
    didSet { if panel != nil { layOut() } }
  }

  /// What is told, about what.
  private struct Subject {
    var id: AnyHashable
    var target: Rect
    var text: String
  }

  /// How the pointer stands to the subject.
  private enum Pointer {
    case over, away
    /// It is still there, but the panel was sent away.
    case unwelcome
  }

  /// The last one that there was.
  private var subject: Subject?
  private var pointer = Pointer.away
  /// How long the pointer must rest on the subject, and until when.
  private var wait = Theme.Tooltip.delay
  private var start = Instant.distantFuture
  /// Until then the next one waits less.
  private var memoryEnd = Instant.distantPast
  private var opacity = Animated(0.0, threshold: Theme.opacityThreshold)
  /// `nil` until the subject is shown for the first time.
  private var panel: TooltipPanel?

  public init(in environment: Environment) { self.environment = environment }

  /// Takes in that the pointer came to something, or moved on it.
  ///
  /// - Parameters:
  ///   - id: By which it is the same, or another thing to be told.
  ///   - target: What it is about, in the window.
  ///   - text: Asked for where it is another thing, or another target; of any length and from
  ///     anywhere: it is shown as `DisplayText` has it.
  public mutating func hover(
    _ id: some Hashable, target: Rect, at now: Instant, text: () -> String
  ) {
    let id = AnyHashable(id)
    guard let subject, subject.id == id, subject.target == target else {
      return turn(to: Subject(id: id, target: target, text: text()), at: now)
    }
    switch pointer {
    case .over where now < start: rest(at: now)
    case .over, .unwelcome: break
    case .away where opacity.value(at: now) > 0: stay(at: now)
    case .away: turn(to: subject, at: now)
    }
  }

  /// Takes in what a person did but for where the pointer is, which `hover` and `leave` tell.
  public mutating func notice(_ event: InputEvent, at now: Instant) {
    switch event {
    case .pointerPressed, .scrolled, .keyPressed, .textCommitted: dismiss(at: now)
    case .pointerLeft, .pointerGrabLost, .windowHidden, .windowFocusChanged(isFocused: false):
      leave(at: now)
    case .pointerMoved, .pointerReleased, .preeditChanged, .data, .windowFocusChanged,
      .keyboardChanged, .windowCovered:
      break
    }
  }

  /// Takes in that the pointer is over nothing to tell about.
  public mutating func leave(at now: Instant) {
    if isShown(at: now) { memoryEnd = now + Theme.Tooltip.memory }
    hide(at: now)
    pointer = .away
  }

  /// Takes the panel away, since a key, a button or the wheel was used.
  public mutating func dismiss(at now: Instant) {
    memoryEnd = .distantPast
    guard pointer == .over else { return }
    hide(at: now)
    pointer = .unwelcome
  }

  /// Passes the end of the wait; to be called before it is drawn.
  public mutating func advance(to now: Instant) {
    if panel == nil && isShown(at: now) { layOut() }
  }

  /// When it next looks different or has a deadline: `now` itself while it fades, `nil` at rest.
  public func nextChange(after now: Instant) -> Instant? { opacity.nextChange(after: now) }

  /// Adds it to a display list, as near to its target as the bounds allow.
  ///
  /// - Parameter bounds: What it may cover, in the window.
  public func draw(in bounds: Rect, into list: inout DisplayList, at now: Instant) {
    let opacity = opacity.value(at: now)
    guard opacity > 0, let panel, let subject else { return }
    list.group(DisplayList.Group(opacity: opacity)) { list in
      panel.draw(near: subject.target, in: bounds, into: &list, environment)
    }
  }
}

extension Tooltip {
  /// Whether the wait is over, and nothing took the panel away since.
  private func isShown(at now: Instant) -> Bool { pointer == .over && now >= start }

  private mutating func turn(to next: Subject, at now: Instant) {
    typealias Look = Theme.Tooltip
    wait = isShown(at: now) || now < memoryEnd ? Look.browsingDelay : Look.delay
    (subject, panel, pointer) = (next, nil, .over)
    rest(at: now)
  }

  /// Waits from now on.
  private mutating func rest(at now: Instant) {
    start = now + wait
    opacity.set(0)
    fade(to: 1, after: wait, at: now)
  }

  /// Comes back before it is gone.
  private mutating func stay(at now: Instant) {
    (pointer, start) = (.over, now)
    fade(to: 1, at: now)
  }

  private mutating func hide(at now: Instant) {
    if isShown(at: now) {
      fade(to: 0, at: now)
    } else if pointer == .over {
      opacity.set(0)
    }
  }

  private mutating func fade(to target: Double, after delay: Duration = .zero, at now: Instant) {
    let fading = Animation.timing(.easeInOut, duration: Theme.Tooltip.fade).delay(delay)
      .reducedMotion(.preserve)
    opacity.animate(to: target, at: now, with: environment.motion(fading))
  }

  private mutating func layOut() {
    panel = subject.map { TooltipPanel($0.text, width: Theme.Tooltip.width, environment) }
  }
}
