extension Animated {
  /// Puts it somewhere, at rest.
  ///
  /// - Parameter now: When, for those who wait for the end of a motion: what is not over then is
  ///   interrupted. `nil` interrupts what they have not been told the end of.
  @inlinable
  public mutating func set(_ value: Value, at now: Instant? = nil) {
    begin(Flight(restingAt: value.components), toward: value, at: now)
  }

  /// Sends it somewhere from wherever it is.
  ///
  /// While a delay lasts it stands still; what velocity it is to start with it has after that.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - now: When; motion starts at this instant.
  ///   - animation: How; `nil` for at once.
  ///   - velocity: In its own units per second; components that are not finite count as 0. `nil` to
  ///     keep the velocity it has. A timed animation, a decay, and a spring with a velocity of its
  ///     own take none.
  @inlinable
  public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil
  ) {
    guard let animation else { return set(target, at: now) }
    if animation.isAdditive, let older = olderMotions(at: now, toward: target.components) {
      return add(to: older, toward: target, at: now, animation, velocity?.components)
    }
    let flight = Flight(
      from: place(at: now) ?? flight.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now),
      animation: animation, after: flight.shape(at: now), start: now, thresholds: thresholds)
    begin(flight, toward: target, at: now)
    if animation.plainDelay == nil { follow(Timeline(animation, of: flight.course)) }
  }

  /// Takes up a motion in place of what was under way.
  @inlinable
  mutating func begin(
    _ flight: Flight<Value.Components>, toward target: Value, at now: Instant?
  ) {
    if plan != nil { leavePlan(at: now) }
    self.flight = flight
    destination = target
  }

  /// Stretches and repeats its flight.
  @usableFromInline
  mutating func follow(_ timeline: Timeline) {
    guard flight.distance != .zero || flight.velocity != .zero else { return }
    flight.course = Course(flight.course, along: timeline)
    plan = Plan(timeline: timeline, remainders: plan?.remainders, watch: plan?.watch)
    plannedUntil = max(plannedUntil, flight.course.end)
  }

  /// Tells who waits that another motion begins, and drops all else.
  @usableFromInline
  mutating func leavePlan(at now: Instant?) {
    var watch = plan?.watch
    if let now { watch?.observe(until: now, logicalEnd: logicalEnd, end: end) }
    watch?.interrupt()
    plan = watch.map { Plan(watch: $0) }
    plannedUntil = .distantPast
  }
}

extension Animated {
  /// What is under way and will die out; `nil` where there is nothing to add to.
  @usableFromInline
  func olderMotions(
    at now: Instant, toward target: Value.Components
  ) -> [PlannedFlight<Value.Components>]? {
    let older = (plan?.remainders?.flights ?? []) + [PlannedFlight(flight, plan?.own)]
    let live = older.filter { !$0.flight.course.isOver(at: now) }
    let isFollowable = all((place(at: now) ?? flight.to).isFollowable .& target.isFollowable)
    let isEndless = live.contains { $0.flight.course.isEndless }
    return live.isEmpty || !isFollowable || isEndless ? nil : live
  }

  /// Adds a motion to those that are under way.
  @usableFromInline
  mutating func add(
    to older: [PlannedFlight<Value.Components>], toward target: Value, at now: Instant,
    _ animation: Animation, _ velocity: Value.Components?
  ) {
    let place = place(at: now) ?? flight.to
    let newest = Flight(
      from: flight.rest, to: target.components,
      velocity: velocity.map { $0.followable - componentVelocity(at: now) } ?? .zero,
      animation: animation, after: nil, start: now, thresholds: thresholds)
    begin(newest, toward: target, at: now)
    if animation.plainDelay == nil { follow(Timeline(animation, of: newest.course)) }
    let sum = Remainders(older, under: PlannedFlight(flight, plan), from: place, at: now)
    plan = Plan(timeline: plan?.timeline, remainders: sum, watch: plan?.watch)
    plannedUntil = max(plannedUntil, sum.end)
  }
}

extension Timeline {
  /// - Parameter course: Without any modifier.
  @usableFromInline
  init(_ animation: Animation, of course: Course) {
    self.init(animation.modifiers, duration: course.duration)
  }
}
