/// A trajectory with the modifiers of its animation: time mapping, keyframes and blend.
@usableFromInline struct ModifiedTrajectory<Components: SIMD<Double> & Sendable>: Sendable {
  /// The trajectory without modifiers.
  @usableFromInline let base: Trajectory<Components>
  /// The mapping of time by delays, speeds and repetitions. `nil` if there are none.
  let timeline: Timeline?
  /// The keyframes, which replace the curve. `nil` if there are none.
  @usableFromInline let keyframes: Keyframes<Components>?
  /// The transition from the previous spring. `nil` if there is none.
  let blend: SpringBlend?
  /// The instant at which the motion ends; `nil` if it never ends.
  @usableFromInline private(set) var end: Instant?

  @usableFromInline init(
    _ base: Trajectory<Components>, along timeline: Timeline? = nil,
    by keyframes: Keyframes<Components>? = nil, _ blend: SpringBlend? = nil
  ) {
    self.base = base
    (self.timeline, self.keyframes, self.blend) = (timeline, keyframes, blend)
    guard let timeline else {
      end = base.schedule.end
      return
    }
    end = timeline.extent.duration.map(base.schedule.start.advanced(byNanoseconds:))
  }

  /// Whether the motion ends at the target and not at the start value.
  @usableFromInline var endsAtTarget: Bool { timeline?.extent.endsAtTarget ?? true }

  /// Whether there are no modifiers.
  var isUnmodified: Bool { timeline == nil && keyframes == nil && blend == nil }

  /// Returns whether the motion has ended at an instant.
  func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? false }

  /// Returns the same motion, which jumps to its end at `now` unless it ends earlier.
  func skipped(at now: Instant) -> ModifiedTrajectory {
    var skipped = self
    skipped.end = end.map { min($0, now) } ?? now
    return skipped
  }

  /// Returns the same motion, extended until its remaining motion is within the thresholds.
  ///
  /// A motion with a timeline or a fixed duration is returned unchanged.
  func settled(within thresholds: Components) -> ModifiedTrajectory {
    guard timeline == nil, let curve = base.schedule.curve.settlingCurve else { return self }
    let (ends, timing) = (base.endpoints, base.schedule)
    let duration = curve.settlingTime(of: ends.distance, from: ends.velocity, within: thresholds, blend)
    let end = max(timing.end, timing.start.advanced(byNanoseconds: duration))
    return ModifiedTrajectory(
      Trajectory(ends, ScheduledCurve(timing.curve, from: timing.start, to: end)), by: keyframes, blend)
  }

  /// The position after the end: the target, or the start value if the motion ends there.
  @inlinable var restPosition: Components { endsAtTarget ? base.endpoints.to : base.endpoints.from }

  /// Returns the displacement from the rest position at an instant.
  @inlinable func displacement(at now: Instant) -> Components {
    (position(at: now) ?? base.endpoints.to) - restPosition
  }

  /// Returns the position at an instant. The result is `nil` while the position is the target.
  @inlinable func position(at now: Instant) -> Components? {
    switch playbackState(at: now) {
    case .waiting(let atTarget, _), .over(let atTarget): return atTarget ? nil : base.endpoints.from
    case .moving(let time, _):
      guard time > 0 else { return base.endpoints.from }
      return keyframes?.position(after: time) ?? base.endpoints.position(by: weights(after: time))
    }
  }

  /// Returns the velocity at an instant, in units per second.
  @inlinable func velocity(at now: Instant) -> Components {
    guard case .moving(let time, let rate) = playbackState(at: now) else { return .zero }
    if let keyframes { return keyframes.velocity(after: time) * rate }
    return base.endpoints.velocity(by: weights(after: time).scaled(byRate: rate))
  }

  /// Returns the next instant at which the position changes, or `nil` if the motion has ended.
  @usableFromInline func nextChange(after now: Instant) -> Instant? {
    switch playbackState(at: now) {
    // If no instant can represent `until`, it was clamped and can be in the past.
    case .waiting(_, let until): until >= now ? until : nil
    case .moving: now
    case .over: nil
    }
  }

  /// Returns the spring that moves the value at an instant; during a blend, the new spring.
  @usableFromInline func spring(at now: Instant) -> Spring? {
    guard case .moving = playbackState(at: now) else { return nil }
    return base.schedule.curve.spring
  }

  /// The instant at which the motion looks finished; `nil` if it never does.
  var logicalEnd: Instant? {
    guard let end else { return nil }
    let (schedule, duration) = (base.schedule, base.schedule.duration)
    let logical = min(schedule.curve.logicalDuration ?? duration, duration)
    let length = timeline.map { $0.logicalLength(logical) ?? .max } ?? logical
    return min(end, schedule.start.advanced(byNanoseconds: length))
  }
}

extension ModifiedTrajectory {
  /// The state of the motion at an instant.
  @usableFromInline enum PlaybackState {
    /// The value rests at its target or its start value until an instant.
    case waiting(atTarget: Bool, until: Instant)
    /// The value follows the curve, `time` nanoseconds after its beginning. `rate` is the rate at which
    /// this time advances, negative if it runs backward.
    case moving(time: Int64, rate: Double)
    /// The motion has ended at its target or its start value.
    case over(atTarget: Bool)
  }

  /// Returns the state of the motion at an instant.
  @usableFromInline func playbackState(at now: Instant) -> PlaybackState {
    guard !isOver(at: now) else { return .over(atTarget: endsAtTarget) }
    let start = base.schedule.start
    let elapsed = now.nanoseconds(since: start)
    guard let timeline else {
      guard now < start else { return .moving(time: elapsed, rate: 1) }
      return .waiting(atTarget: false, until: min(start, end ?? start))
    }
    switch timeline.phase(after: elapsed) {
    case .holding(let atTarget, let length):
      let until = start.advanced(byNanoseconds: length)
      return .waiting(atTarget: atTarget, until: min(until, end ?? until))
    case .moving(let time, let rate): return .moving(time: time, rate: rate)
    }
  }

  /// Returns the coefficients of a motion without keyframes.
  ///
  /// - Parameter time: The time since the beginning of the curve, in nanoseconds.
  @usableFromInline func weights(after time: Int64) -> MotionCoefficients {
    let schedule = base.schedule
    return blend?.weights(after: time) ?? schedule.curve.weights(after: time, of: schedule.duration)
  }
}

extension MotionCurve {
  /// The curve whose duration depends on the threshold; `nil` if the duration is fixed.
  fileprivate var settlingCurve: Animation.Curve? {
    switch self {
    case .spring(let spring): .spring(spring)
    case .decay(let decay): .decay(decay)
    case .timing, .none: nil
    }
  }

  /// The time until the motion looks finished, in nanoseconds: the response of a spring, as in
  /// SwiftUI. `nil` if that time is the whole duration.
  fileprivate var logicalDuration: Int64? { spring.map { Int64(saturating: $0.response * 1e9) } }
}
