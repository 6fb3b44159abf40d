extension AnimationStack {
  /// A motion with the modifiers of its animation: time mapping, keyframes and blend.
  struct Entry: Sendable {
    let endpoints: MotionEndpoints<SIMD8<Double>>
    private let schedule: ScheduledCurve
    /// The mapping of time by delays, speeds and repetitions. `nil` if there are none.
    let timeline: Timeline?
    /// The keyframes, which replace the curve. `nil` if there are none.
    private let keyframes: Keyframes?
    /// The transition from the previous spring. `nil` if there is none.
    private let blend: SpringBlend?
    /// The instant at which the motion ends; `nil` if it never ends.
    private(set) var end: Instant?

    init(
      _ endpoints: MotionEndpoints<SIMD8<Double>>, _ schedule: ScheduledCurve,
      along timeline: Timeline? = nil, by keyframes: Keyframes? = nil, _ blend: SpringBlend? = nil
    ) {
      (self.endpoints, self.schedule) = (endpoints, schedule)
      (self.timeline, self.keyframes, self.blend) = (timeline, keyframes, blend)
      guard let timeline else {
        end = schedule.end
        return
      }
      end = timeline.extent.duration.map(schedule.start.advanced(byNanoseconds:))
    }

    /// Creates the motion of an animation. A delay that is its only modifier is part of the schedule.
    init(
      _ endpoints: MotionEndpoints<SIMD8<Double>>, _ schedule: ScheduledCurve, of animation: Animation,
      _ blend: SpringBlend?
    ) {
      let isMapped = endpoints.hasMotion && animation.initialDelayOnly == nil
      let timeline = isMapped ? Timeline(animation.modifiers, duration: schedule.duration) : nil
      self.init(endpoints, schedule, along: timeline, by: nil, blend)
    }
  }
}

extension AnimationStack.Entry {
  /// The state of the motion at an instant.
  private enum PlaybackState {
    /// The value rests at its target or its start value until an instant.
    case waiting(atTarget: Bool, until: Instant)
    /// The value follows the curve, `time` nanoseconds after its beginning. `rate` is the rate at which
    /// this time advances, negative if it runs backward.
    case moving(time: Int64, rate: Double)
    /// The motion has ended at its target or its start value.
    case over(atTarget: Bool)
  }

  /// Whether the motion ends at the target and not at the start value.
  var endsAtTarget: Bool { timeline?.extent.endsAtTarget ?? true }

  /// Whether there are no modifiers.
  var isUnmodified: Bool { timeline == nil && keyframes == nil && blend == nil }

  /// The position after the end: the target, or the start value if the motion ends there.
  var restPosition: SIMD8<Double> { endsAtTarget ? endpoints.to : endpoints.from }

  /// Returns whether the motion has ended at an instant.
  func isOver(at now: Instant) -> Bool { end.map { now >= $0 } ?? false }

  /// Returns the same motion, which jumps to its end at `now` unless it ends earlier.
  func skipped(at now: Instant) -> Self {
    var skipped = self
    skipped.end = end.map { min($0, now) } ?? now
    return skipped
  }

  /// Returns the same motion, extended until its remaining motion is within the thresholds.
  ///
  /// A motion with a timeline or a fixed duration is returned unchanged.
  func settled(within thresholds: SIMD8<Double>) -> Self {
    guard timeline == nil, let curve = schedule.curve.settlingCurve else { return self }
    let duration = curve.settlingTime(
      of: endpoints.distance, from: endpoints.velocity, within: thresholds, blend)
    let end = max(schedule.end, schedule.start.advanced(byNanoseconds: duration))
    let extended = ScheduledCurve(schedule.curve, from: schedule.start, to: end)
    return Self(endpoints, extended, by: keyframes, blend)
  }

  /// Returns the displacement from the rest position at an instant.
  func displacement(at now: Instant) -> SIMD8<Double> { (position(at: now) ?? endpoints.to) - restPosition }

  /// Returns the position at an instant. The result is `nil` while the position is the target.
  func position(at now: Instant) -> SIMD8<Double>? {
    switch playbackState(at: now) {
    case .waiting(let atTarget, _), .over(let atTarget): return atTarget ? nil : endpoints.from
    case .moving(let time, _):
      guard time > 0 else { return endpoints.from }
      return keyframes?.position(after: time) ?? endpoints.position(by: transition(over: time))
    }
  }

  /// Returns the velocity at an instant, in units per second.
  func velocity(at now: Instant) -> SIMD8<Double> {
    guard case .moving(let time, let rate) = playbackState(at: now) else { return .zero }
    if let keyframes { return keyframes.velocity(after: time) * rate }
    return endpoints.velocity(by: transition(over: time).scaled(byRate: rate))
  }

  /// Returns the next instant at which the position changes, or `nil` if the motion has ended.
  func nextChange(after now: Instant) -> Instant? {
    switch playbackState(at: now) {
    // If no instant can represent `until`, it was clamped and can be in the past.
    case .waiting(_, let until): until >= now ? until : nil
    case .moving: now
    case .over: nil
    }
  }

  /// Returns the spring that moves the value at an instant; during a blend, the new spring.
  func spring(at now: Instant) -> Spring? {
    guard case .moving = playbackState(at: now) else { return nil }
    return schedule.curve.spring
  }

  /// The instant at which the motion looks finished: the response of a spring after its start, as in SwiftUI,
  /// otherwise the end; `nil` if it never does.
  var logicalEnd: Instant? {
    guard let end else { return nil }
    let duration = schedule.duration
    let response = schedule.curve.spring.map { Int64(saturating: $0.response * 1e9) }
    let logical = min(response ?? duration, duration)
    let length = timeline.map { $0.logicalLength(logical) ?? .max } ?? logical
    return min(end, schedule.start.advanced(byNanoseconds: length))
  }

  /// Returns the transition over a time on the curve, in nanoseconds.
  private func transition(over time: Int64) -> Spring.Transition {
    blend?.transition(over: time) ?? schedule.transition(over: time)
  }

  /// Returns the state of the motion at an instant.
  private func playbackState(at now: Instant) -> PlaybackState {
    guard !isOver(at: now) else { return .over(atTarget: endsAtTarget) }
    let start = schedule.start
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
}
