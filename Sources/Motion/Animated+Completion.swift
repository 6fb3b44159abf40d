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
    guard observer.observe(until: now, logicalEnd: logicalEnd, end: end) else { return [] }
    let events = observer.takeEvents()
    setObserver(observer.isObserving ? observer : nil)
    return events
  }

  /// Ends the animation immediately, skipping all delays and repetitions.
  ///
  /// The value is then at its rest position. An animation that repeats forever ends at its target.
  public mutating func skip(at now: Instant) {
    guard end.map({ now < $0 }) ?? true else { return }
    adopt((stack ?? AnimationStack(ModifiedTrajectory(motion))).skipped(at: now))
  }

  /// The instant at which the animation is logically complete; `nil` if it never is.
  var logicalEnd: Instant? { newest.logicalEnd }

  /// The instant at which all motion has ended; `nil` if it never ends.
  var end: Instant? { stack.map(\.end) ?? schedule.end }

  private mutating func setObserver(_ observer: CompletionObserver?) {
    stack = (stack ?? AnimationStack(ModifiedTrajectory(motion))).observed(by: observer)
  }
}
