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
