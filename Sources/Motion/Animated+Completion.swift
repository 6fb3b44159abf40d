extension Animated {
  /// Waits for the end of the motion that was begun last, for `completions(until:)` to tell.
  ///
  /// What nobody waits for costs nothing. A motion that led nowhere is over as it begins.
  public mutating func awaitCompletion() {
    var watch = plan?.watch ?? Watch()
    watch.open()
    setWatch(watch)
  }

  /// What has become of the motions that were waited for, in the order in which it happened,
  /// whether anybody looked in between or not; each thing is told once.
  ///
  /// Ask it in every frame and at every deadline: then nothing is told late.
  public mutating func completions(until now: Instant) -> [Completion] {
    guard var watch = plan?.watch else { return [] }
    guard watch.observe(until: now, logicalEnd: logicalEnd, end: end) else { return [] }
    let news = watch.takeNews()
    setWatch(watch.isOpen ? watch : nil)
    return news
  }

  /// Ends its motion: it is at once where it would have come to rest, without any delay and after
  /// all rounds; what goes on for ever is at its target.
  public mutating func skip(at now: Instant) {
    guard end.map({ now < $0 }) ?? true else { return }
    follow((plan ?? Plan(PlannedFlight(flight))).skipped(at: now))
  }

  /// When it has arrived as far as a person can tell; `nil` for never.
  var logicalEnd: Instant? { newest.logicalEnd }

  /// When nothing moves any more; `nil` for never.
  var end: Instant? { plan.map(\.end) ?? course.end }

  private mutating func setWatch(_ watch: Watch?) {
    plan = (plan ?? Plan(PlannedFlight(flight))).watched(by: watch)
  }
}
