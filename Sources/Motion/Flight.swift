/// One motion from a place to another, as a closed form of the time since its start.
struct Flight<Components: SIMD<Double> & Sendable>: Sendable {
  private let from: Components
  private let to: Components
  /// From the one to the other.
  private let distance: Components
  /// At the start, in units per second.
  private let velocity: Components
  private let curve: Animation.Curve
  private let start: Instant
  private let timeline: Timeline

  /// Creates a motion; `nil` where nothing would ever move.
  ///
  /// A lane that has no finite way to go, because one of its places is infinite or NaN, is at its
  /// target from the start.
  init?(
    from: Components, to: Components, velocity: Components, animation: Animation, start: Instant,
    threshold: Double
  ) {
    let isReachable = (to - from).isFinite
    distance = (to - from).replacing(with: 0, where: .!isReachable)
    self.from = from.replacing(with: to, where: .!isReachable)
    self.to = to
    self.start = start
    curve = animation.curve
    let release = curve.releaseVelocity(toward: distance, arriving: velocity)
    self.velocity = release.replacing(with: 0, where: .!(isReachable .& release.isFinite))
    guard distance != .zero || self.velocity != .zero else { return nil }
    timeline = Timeline(
      animation, duration: curve.duration(over: distance, from: self.velocity, threshold))
  }

  /// Where it is; `nil` where it stands at its target.
  func place(at now: Instant) -> Components? {
    switch phase(at: now) {
    case .holding(let atEnd, _), .finished(let atEnd): atEnd ? nil : from
    case .moving(let time, _): place(after: time)
    }
  }

  /// How fast it goes, in units per second.
  func velocity(at now: Instant) -> Components {
    guard case .moving(let time, let isReversed) = phase(at: now) else { return .zero }
    return isReversed ? -velocity(after: time) : velocity(after: time)
  }

  /// When it is next somewhere else; `nil` once it is over.
  func nextChange(after now: Instant) -> Instant? {
    switch phase(at: now) {
    case .holding(_, let until): Instant(nanoseconds: start.nanoseconds.saturatingSum(until))
    case .moving: max(now, start)
    case .finished: nil
    }
  }

  private func phase(at now: Instant) -> Timeline.Phase {
    timeline.phase(after: max(0, now.nanoseconds(since: start)))
  }

  /// - Parameter time: On the curve, in nanoseconds.
  private func place(after time: Int64) -> Components {
    guard time > 0 else { return from }
    switch curve {
    case .timing(let timing, _):
      return from + distance * timing.value(at: Double(time) / Double(timeline.duration))
    case .spring(let spring), .springReleased(let spring, _):
      let transition = spring.transition(over: Double(time) / 1e9)
      return to + (velocity * transition.xv - distance * transition.xx)
    }
  }

  private func velocity(after time: Int64) -> Components {
    switch curve {
    case .timing(let timing, _):
      let duration = Double(timeline.duration)
      return distance * (timing.velocity(at: Double(time) / duration) / (duration / 1e9))
    case .spring(let spring), .springReleased(let spring, _):
      guard time > 0 else { return velocity }
      let transition = spring.transition(over: Double(time) / 1e9)
      return velocity * transition.vv - distance * transition.vx
    }
  }
}

extension Animation.Curve {
  /// The velocity at the start of the motion of something that arrives there with a velocity.
  fileprivate func releaseVelocity<Components: SIMD<Double>>(
    toward distance: Components, arriving velocity: Components
  ) -> Components {
    switch self {
    case .spring: velocity
    case .springReleased(_, let relativeVelocity): distance * relativeVelocity
    case .timing: .zero
    }
  }

  /// How long the motion takes; with springs side by side, the slowest of them.
  fileprivate func duration<Components: SIMD<Double>>(
    over distance: Components, from velocity: Components, _ threshold: Double
  ) -> Duration {
    switch self {
    case .timing(_, let duration): return duration
    case .spring(let spring), .springReleased(let spring, _):
      var longest = 0.0
      for lane in distance.indices {
        let state = Spring.State(displacement: -distance[lane], velocity: velocity[lane])
        longest = max(longest, spring.settlingTime(from: state, threshold: threshold))
      }
      return .nanoseconds(Int64((longest * 1e9).rounded(.up)))
    }
  }
}

extension SIMD<Double> {
  /// Which lanes are neither infinite nor NaN: infinity less infinity is NaN, and that equals
  /// nothing.
  fileprivate var isFinite: SIMDMask<MaskStorage> { (self - self) .== 0 }
}
