/// Many values that are animated together by equal springs, such as ten thousand tokens moving to
/// new positions. A point uses two values.
///
/// Equal springs that were released together share one transition matrix, so a frame costs one
/// evaluation plus two multiplications for each value. Each frame is computed from the release,
/// never from the previous frame, so no error accumulates. When the targets change, all values are
/// released again at their current positions.
public struct SpringBatch: Sendable {
  /// The spring of every value.
  public let spring: Spring
  /// The settling threshold, like `Animated.thresholds`: motion ends when every value is within it.
  public let threshold: Double
  /// The targets of the latest animation, or the values at rest.
  public private(set) var targets: [Double]

  /// The values at the release.
  private var origins: [Double]
  /// The velocities at the release, in units per second.
  private var velocities: [Double]
  private var release = Instant.distantPast
  /// The instant at which all values are at rest.
  private var end = Instant.distantPast

  /// Creates values at rest.
  ///
  /// - Parameters:
  ///   - values: The initial values and targets. Values that are not finite or are out of range
  ///     (magnitude 10²⁹⁰ or more) count as 0.
  ///   - spring: The spring of every value.
  ///   - threshold: The settling threshold, in the unit of the values. NaN and values that are not
  ///     positive count as the smallest positive number.
  public init(_ values: [Double], spring: Spring, threshold: Double) {
    self.spring = spring
    self.threshold = threshold
    targets = values.map { $0.isInRange ? $0 : 0 }
    origins = targets
    velocities = Array(repeating: 0, count: values.count)
  }

  /// The number of values.
  public var count: Int { targets.count }

  /// Animates all values to new targets from their current positions, with their current
  /// velocities.
  ///
  /// - Parameters:
  ///   - targets: One target for each value. If a target is not finite or out of range, the value
  ///     keeps its old target.
  ///   - now: The instant at which the animation starts. An instant before the previous start
  ///     counts as that start.
  /// - Complexity: O(`count`).
  public mutating func animate(to targets: [Double], at now: Instant) {
    precondition(targets.count == count, "\(count) values, but \(targets.count) targets")
    restart(at: now)
    for index in targets.indices { setTarget(targets[index], of: index) }
    end = release.advanced(by: batchSettlingTime)
  }

  /// Animates one value to a new target from its current position, with its current velocity.
  ///
  /// - Parameters:
  ///   - index: The index of the value.
  ///   - target: The new target, with the same conditions as in `animate(to:at:)`.
  ///   - now: The instant at which the animation starts, as in `animate(to:at:)`.
  /// - Complexity: O(`count`).
  public mutating func animate(_ index: Int, to target: Double, at now: Instant) {
    restart(at: now)
    setTarget(target, of: index)
    end = release.advanced(by: batchSettlingTime)
  }

  /// Returns one value at an instant; exactly its target after all values have come to rest.
  public func value(of index: Int, at now: Instant) -> Double {
    guard now < end else { return targets[index] }
    guard now > release else { return origins[index] }
    return targets[index] + state(of: index, at: now).displacement
  }

  /// Returns the velocity of one value at an instant, in units per second.
  public func velocity(of index: Int, at now: Instant) -> Double {
    guard now < end else { return 0 }
    return state(of: index, at: now).velocity
  }

  /// Writes all values at an instant.
  ///
  /// - Parameters:
  ///   - now: The instant.
  ///   - values: The output span of `count` values.
  /// - Complexity: O(`count`), without allocation.
  public func write(at now: Instant, into values: inout MutableSpan<Double>) {
    precondition(values.count == count, "\(count) values, but capacity for \(values.count)")
    guard now > release, now < end else {
      let settled = now < end ? origins : targets
      for index in values.indices { values[index] = settled[index] }
      return
    }
    let transition = spring.transition(over: now.seconds(since: release))
    let (xx, xv) = (transition.xx, transition.xv)
    let (targets, origins, velocities) = (targets.span, origins.span, velocities.span)
    for index in values.indices {
      let target = targets[index]
      values[index] = target + (xx * (origins[index] - target) + xv * velocities[index])
    }
  }

  /// Returns `now` while a value is moving, or `nil` if all values are at rest.
  public func nextChange(after now: Instant) -> Instant? { now < end ? max(now, release) : nil }

  private func state(of index: Int, at now: Instant) -> Spring.State {
    spring.state(from: releaseState(of: index), after: now.seconds(since: release))
  }

  /// Returns the state of one value at the release.
  func releaseState(of index: Int) -> Spring.State {
    Spring.State(displacement: origins[index] - targets[index], velocity: velocities[index])
  }

  /// Releases all values again at their positions at an instant.
  private mutating func restart(at now: Instant) {
    // After an immediate animation the values are at their targets, even at the release itself.
    guard now > release || now >= end else { return }
    if now < end {
      let transition = spring.transition(over: now.seconds(since: release))
      for index in targets.indices {
        let state = transition.applied(to: releaseState(of: index))
        origins[index] = targets[index] + state.displacement
        velocities[index] = state.velocity
        endIfOutOfRange(index)
      }
    } else {
      for index in targets.indices { (origins[index], velocities[index]) = (targets[index], 0) }
    }
    release = now
  }

  private mutating func setTarget(_ target: Double, of index: Int) {
    guard target.isInRange else { return }
    targets[index] = target
    endIfOutOfRange(index)
  }

  /// Moves a value to its target if its distance is out of range, and clears a velocity that is out
  /// of range, as in `MotionEndpoints`.
  private mutating func endIfOutOfRange(_ index: Int) {
    let state = releaseState(of: index)
    if !state.displacement.isInRange {
      (origins[index], velocities[index]) = (targets[index], 0)
    } else if !state.velocity.isInRange {
      velocities[index] = 0
    }
  }
}
