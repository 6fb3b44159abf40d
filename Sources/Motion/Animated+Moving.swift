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
  ///   - threshold: The least difference that matters from now on, in every component, where it is
  ///     another than so far: what can be seen of a motion changes with the scale of the screen and
  ///     with the size of what moves. `nil` for the same.
  @inlinable
  public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil,
    threshold: Double? = nil
  ) {
    if let threshold { leastDifferences = Value.Components(repeating: threshold) }
    guard let animation else { return set(target, at: now) }
    if animation.isAdditive, let older = olderMotions(at: now, toward: target.components) {
      return add(to: older, toward: target, at: now, animation, velocity?.components)
    }
    let blend = Blend(animation.curve, after: spring(at: now))
    let flight = Flight(
      from: place(at: now) ?? route.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now),
      animation: animation, blend: blend, start: now, thresholds: thresholds)
    begin(flight, toward: target, at: now)
    if let planned = PlannedFlight(flight, by: animation, blend) { follow(planned) }
  }

  /// Takes up a motion in place of what was under way.
  @inlinable
  mutating func begin(
    _ flight: Flight<Value.Components>, toward target: Value, at now: Instant?
  ) {
    if plan != nil { leavePlan(for: flight, at: now) }
    (route, course) = (flight.route, flight.course)
    destination = target
  }

  /// Takes up what belongs to the motion that was begun.
  @usableFromInline
  mutating func follow(_ planned: PlannedFlight<Value.Components>) {
    follow(Plan(planned, watch: plan?.watch))
  }

  /// Leaves the way to a plan until that is over.
  mutating func follow(_ plan: Plan<Value.Components>) {
    // What ends elsewhere than at its target the plan alone knows for ever.
    let end = plan.newest.endsAtTarget ? plan.end ?? .distantFuture : .distantFuture
    course = Course(course.shape, from: end, to: end)
    self.plan = plan
  }

  /// Tells who waits that another motion begins, and drops all else.
  @usableFromInline
  mutating func leavePlan(for next: Flight<Value.Components>, at now: Instant?) {
    var watch = plan?.watch
    if let now { watch?.observe(until: now, logicalEnd: logicalEnd, end: end) }
    watch?.interrupt()
    plan = watch.map { Plan(PlannedFlight(next), watch: $0) }
  }
}

extension Animated {
  /// The spring that moves it at an instant; `nil` where none does.
  @inlinable
  func spring(at now: Instant) -> Spring? {
    guard now <= course.departure, let plan else { return course.spring(at: now) }
    return plan.newest.spring(at: now)
  }

  /// What was begun last.
  var newest: PlannedFlight<Value.Components> { plan?.newest ?? PlannedFlight(flight) }

  /// What is under way and will die out; `nil` where there is nothing to add to.
  @usableFromInline
  func olderMotions(
    at now: Instant, toward target: Value.Components
  ) -> [PlannedFlight<Value.Components>]? {
    let older = (plan?.remainders?.flights ?? []) + [newest]
    let live = older.filter { !$0.isOver(at: now) }
    let isFollowable = all((place(at: now) ?? route.to).isFollowable .& target.isFollowable)
    let isEndless = live.contains { $0.end == nil }
    return live.isEmpty || !isFollowable || isEndless ? nil : live
  }

  /// Adds a motion to those that are under way.
  ///
  /// What is stretched or repeated keeps the threshold that it began with.
  @usableFromInline
  mutating func add(
    to older: [PlannedFlight<Value.Components>], toward target: Value, at now: Instant,
    _ animation: Animation, _ velocity: Value.Components?
  ) {
    let place = place(at: now) ?? route.to
    // Each is left at rest within its share, so that all are within the threshold.
    let share = thresholds / Double(older.count + 1)
    let older = older.map { $0.settled(within: share) }
    let next = Flight(
      from: newest.rest, to: target.components,
      velocity: velocity.map { $0.followable - componentVelocity(at: now) } ?? .zero,
      animation: animation, blend: nil, start: now, thresholds: share)
    begin(next, toward: target, at: now)
    let planned = PlannedFlight(next, by: animation, nil) ?? PlannedFlight(next)
    follow(
      Plan(planned, over: .chain(older), from: place, at: now, watch: plan?.watch))
  }
}

extension PlannedFlight {
  /// `nil` where there is nothing to it but the flight.
  @inlinable
  init?(_ flight: Flight<Components>, by animation: Animation, _ blend: Blend?) {
    guard blend != nil || animation.plainDelay == nil, flight.route.leads else { return nil }
    self.init(flight, along: Timeline(animation, around: flight.course), blend)
  }
}

extension Timeline {
  /// `nil` where there is nothing to it but a delay before everything.
  @usableFromInline
  init?(_ animation: Animation, around course: Course) {
    guard animation.plainDelay == nil else { return nil }
    self.init(animation.modifiers, duration: course.duration)
  }
}
