/// An event in the life of an observed animation.
public enum AnimationCompletion: Hashable, Sendable {
  /// The animation looks finished: a spring after its response, any other animation after its
  /// duration. It occurs at most once, before the end.
  case logicallyComplete
  /// The animation has settled and nothing moves. Either this or `interrupted` ends the
  /// observation.
  case removed
  /// Another animation, or a value that was set, replaced the animation before it settled.
  case interrupted
}

/// An observer of the latest animation, with the events that `completions(until:)` has not returned
/// yet.
@usableFromInline struct CompletionObserver: Sendable {
  /// Whether the latest animation is observed.
  private(set) var isObserving = false
  private var recordedLogical = false
  /// The events that were not returned yet, in order.
  private var events: [AnimationCompletion] = []

  /// Observes an animation from its beginning.
  mutating func beginObserving() {
    guard !isObserving else { return }
    (isObserving, recordedLogical) = (true, false)
  }

  /// Records the events up to an instant and returns whether there are any to report.
  ///
  /// - Parameters:
  ///   - logicalEnd: The instant at which the animation looks finished; `nil` if it never does.
  ///   - end: The instant at which the animation ends; `nil` if it never ends.
  @discardableResult mutating func observe(until now: Instant, logicalEnd: Instant?, end: Instant?) -> Bool {
    guard isObserving else { return !events.isEmpty }
    if !recordedLogical, let logicalEnd, logicalEnd <= now {
      recordedLogical = true
      events.append(.logicallyComplete)
    }
    if let end, end <= now { finish(with: .removed) }
    return !events.isEmpty
  }

  /// Records that the animation was interrupted.
  mutating func interrupt() { if isObserving { finish(with: .interrupted) } }

  /// Removes and returns the pending events.
  mutating func takeEvents() -> [AnimationCompletion] {
    defer { events = [] }
    return events
  }

  private mutating func finish(with completion: AnimationCompletion) {
    events.append(completion)
    isObserving = false
  }
}

extension Animated {
  /// Observes the latest animation until it ends. `completions(until:)` returns the result.
  ///
  /// An animation that is not observed has no cost. An animation without motion ends immediately.
  public mutating func observeCompletion() {
    var observer = stack?.observer ?? CompletionObserver()
    observer.beginObserving()
    setObserver(observer)
  }

  /// Returns the completions of the observed animations up to an instant, in order of occurrence.
  ///
  /// Each completion is returned once, even if several occurred since the last call. Call it in
  /// every frame and at every scheduled wakeup; then no completion is reported late.
  public mutating func completions(until now: Instant) -> [AnimationCompletion] {
    guard var observer = stack?.observer else { return [] }
    guard observer.observe(until: now, logicalEnd: newest.logicalEnd, end: end) else { return [] }
    let events = observer.takeEvents()
    setObserver(observer.isObserving ? observer : nil)
    return events
  }

  /// Ends the animation immediately, skipping all delays and repetitions.
  ///
  /// The value is then at its rest position. An animation that repeats forever ends at its target.
  public mutating func skip(at now: Instant) {
    guard end.map({ now < $0 }) ?? true else { return }
    adopt((stack ?? AnimationStack(newest)).skipped(at: now))
  }

  /// The instant at which all motion has ended; `nil` if it never ends.
  var end: Instant? { stack.map(\.end) ?? schedule.end }

  private mutating func setObserver(_ observer: CompletionObserver?) {
    stack = (stack ?? AnimationStack(newest)).observed(by: observer)
  }
}
