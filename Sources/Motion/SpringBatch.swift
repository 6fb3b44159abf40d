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

extension SpringBatch {
  /// The time from the release until all values are at rest, rounded up to a nanosecond.
  ///
  /// The value with the highest energy probably settles last. Of the others, only those are solved
  /// that may still exceed the threshold after it has settled.
  private var batchSettlingTime: Duration {
    guard let mostEnergetic = targets.indices.max(by: { energy(of: $0) < energy(of: $1) }) else {
      return .zero
    }
    var maximum = settlingTime(of: mostEnergetic)
    var transition = spring.transition(over: maximum)
    let factor = spring.turningFactor
    for index in targets.indices {
      let later = transition.applied(to: releaseState(of: index))
      guard !spring.certainlyStays(within: threshold, from: later, factor: factor) else { continue }
      let time = settlingTime(of: index)
      guard time > maximum else { continue }
      (maximum, transition) = (time, spring.transition(over: time))
    }
    return .nanoseconds(Int64((maximum * 1e9).rounded(.up)))
  }

  private func settlingTime(of index: Int) -> Double {
    spring.settlingTime(from: releaseState(of: index), threshold: threshold)
  }

  private func energy(of index: Int) -> Double { spring.energy(of: releaseState(of: index)) }
}

extension Spring {
  /// Returns twice the energy divided by the stiffness, x² + (v/ω₀)²: the square of the maximum
  /// displacement without damping.
  fileprivate func energy(of state: State) -> Double {
    let speed = state.velocity / angularFrequency
    return state.displacement * state.displacement + speed * speed
  }

  /// Returns whether a mass in a state certainly never exceeds the threshold again. If `false`, it
  /// may exceed it.
  ///
  /// An oscillating mass turns no further out than √(x² + 2ζxv/ω₀ + v²/ω₀²), any other no further
  /// than the root of the energy. While it moves inward it loses more on the arc from the rest
  /// position to the turning point, whose cosine is ζ: at critical damping the factor is 1/e, above
  /// it smaller.
  ///
  /// - Parameter factor: The value of `turningFactor`.
  fileprivate func certainlyStays(within threshold: Double, from state: State, factor: Double) -> Bool {
    guard abs(state.displacement) <= threshold else { return false }
    let product = state.displacement * state.velocity / angularFrequency
    let oscillates = dampingFraction < 1
    let peakSquare = energy(of: state) + (oscillates ? 2 * dampingFraction * product : 0)
    let square = product < 0 ? factor * factor : 1
    return peakSquare * square <= threshold * threshold
  }

  /// The upper bound for the displacement at the turning point of a mass that passes its rest
  /// position with velocity ω₀.
  var turningFactor: Double {
    guard dampingFraction < 1 else { return ElementaryFunctions.exp(-1) }
    let arc = ElementaryFunctions.angle(y: relativeWaveFrequency, x: dampingFraction)
    return ElementaryFunctions.exp(-dampingFraction * arc / relativeWaveFrequency)
  }
}
