extension Animated {
  /// Sets the value immediately, at rest.
  ///
  /// - Parameters:
  ///   - value: The new value and target.
  ///   - now: The current instant, for an observed animation: one that has not ended by then is
  ///     interrupted. If `nil`, an observed animation is interrupted unless its end has been
  ///     reported.
  @inlinable public mutating func set(_ value: Value, at now: Instant? = nil) {
    begin(Trajectory(restingAt: value.components), toward: value, at: now)
  }

  /// Animates to a target, starting at the position at `now`.
  ///
  /// During a delay the value does not move. The initial velocity applies after the delay.
  ///
  /// - Parameters:
  ///   - target: The new target.
  ///   - now: The instant at which the animation starts. A delay of the animation is added to it.
  ///   - animation: The animation, or `nil` to set the value immediately.
  ///   - velocity: The initial velocity, in units of the value per second. Components that are not
  ///     finite count as 0. If `nil`, the current velocity is kept. Ignored by timing curves,
  ///     decay, and springs that define their own initial velocity.
  ///   - threshold: A new settling threshold for all components, or `nil` to keep the current one.
  ///     Set it when the display scale or the size of the animated object changes, because then the
  ///     smallest visible difference changes.
  @inlinable public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil,
    threshold: Double? = nil
  ) {
    if let threshold { storedThresholds = Value.Components(repeating: threshold) }
    guard let animation else { return set(target, at: now) }
    if animation.isAdditive, let older = residualTrajectories(at: now, toward: target.components) {
      return add(to: older, toward: target, at: now, animation, velocity?.components)
    }
    let blend = SpringBlend(animation.curve, after: spring(at: now))
    let trajectory = Trajectory(
      from: position(at: now) ?? endpoints.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now), animation: animation, blend: blend,
      start: now, thresholds: thresholds)
    begin(trajectory, toward: target, at: now)
    if let modified = ModifiedTrajectory(trajectory, by: animation, blend) { adopt(modified) }
  }

  /// Replaces the current motion with a new trajectory.
  @inlinable mutating func begin(
    _ trajectory: Trajectory<Value.Components>, toward target: Value, at now: Instant?
  ) {
    if stack != nil { discardStack(for: trajectory, at: now) }
    (endpoints, schedule) = (trajectory.endpoints, trajectory.schedule)
    storedTarget = target
  }

  /// Adopts the modifiers of the motion that was just begun.
  @usableFromInline mutating func adopt(_ modified: ModifiedTrajectory<Value.Components>) {
    adopt(AnimationStack(modified, observer: stack?.observer))
  }

  /// Delegates the motion to an animation stack until that ends.
  mutating func adopt(_ stack: AnimationStack<Value.Components>) {
    // If the stack does not end at the target, only the stack knows the final value.
    let end = stack.newest.endsAtTarget ? stack.end ?? .distantFuture : .distantFuture
    schedule = ScheduledCurve(schedule.curve, from: end, to: end)
    self.stack = stack
  }

  /// Ends the observation of the current motion with an interruption and discards the rest of the
  /// stack.
  @usableFromInline mutating func discardStack(for next: Trajectory<Value.Components>, at now: Instant?) {
    var observer = stack?.observer
    if let now { observer?.observe(until: now, logicalEnd: logicalEnd, end: end) }
    observer?.interrupt()
    stack = observer.map { AnimationStack(ModifiedTrajectory(next), observer: $0) }
  }
}

extension Animated {
  /// Returns the spring that moves the value at an instant, or `nil` if none does.
  @inlinable func spring(at now: Instant) -> Spring? {
    guard now <= schedule.start, let stack else { return schedule.spring(at: now) }
    return stack.newest.spring(at: now)
  }

  /// The latest motion.
  var newest: ModifiedTrajectory<Value.Components> { stack?.newest ?? ModifiedTrajectory(motion) }

  /// Returns the motions that are in progress and will end, or `nil` if a new motion cannot be
  /// added to any.
  @usableFromInline func residualTrajectories(at now: Instant, toward target: Value.Components)
    -> [ModifiedTrajectory<Value.Components>]?
  {
    let older = (stack?.residuals?.trajectories ?? []) + [newest]
    let live = older.filter { !$0.isOver(at: now) }
    let isInRange = all((position(at: now) ?? endpoints.to).isInRange .& target.isInRange)
    let isEndless = live.contains { $0.end == nil }
    return live.isEmpty || !isInRange || isEndless ? nil : live
  }

  /// Adds a motion to those that are in progress.
  ///
  /// An older motion that is scaled in time or repeated keeps its original threshold.
  @usableFromInline mutating func add(
    to older: [ModifiedTrajectory<Value.Components>], toward target: Value, at now: Instant,
    _ animation: Animation, _ velocity: Value.Components?
  ) {
    let position = position(at: now) ?? endpoints.to
    // Each motion ends within its share of the threshold, so that their sum is within the
    // threshold.
    let share = thresholds / Double(older.count + 1)
    let older = older.map { $0.settled(within: share) }
    let next = Trajectory(
      from: newest.restPosition, to: target.components,
      velocity: velocity.map { $0.replacingOutOfRange - componentVelocity(at: now) } ?? .zero,
      animation: animation, blend: nil, start: now, thresholds: share)
    begin(next, toward: target, at: now)
    let added = ModifiedTrajectory(next, by: animation, nil) ?? ModifiedTrajectory(next)
    adopt(AnimationStack(added, over: .chain(older), from: position, at: now, observer: stack?.observer))
  }
}

extension ModifiedTrajectory {
  /// Returns `nil` if the animation modifies nothing in the trajectory.
  @inlinable init?(_ base: Trajectory<Components>, by animation: Animation, _ blend: SpringBlend?) {
    guard blend != nil || animation.initialDelayOnly == nil, base.endpoints.hasMotion else { return nil }
    self.init(base, along: Timeline(animation, around: base.schedule), blend)
  }
}

extension Timeline {
  /// Returns `nil` if the only modifier is an initial delay.
  @usableFromInline init?(_ animation: Animation, around schedule: ScheduledCurve) {
    guard animation.initialDelayOnly == nil else { return nil }
    self.init(animation.modifiers, duration: schedule.duration)
  }
}
