/// Many numbers that springs of one kind move together, as ten thousand tokens on the way to new
/// places: a point takes two of them.
///
/// Springs that are alike and were released together share one transition matrix, so a frame costs
/// one evaluation and then two products a number. Each frame is still worked out from the release,
/// never from the frame before, so nothing accumulates; when numbers are sent elsewhere, all are
/// released anew from where they are.
public struct SpringBatch: Sendable {
  /// The spring of each of them.
  public let spring: Spring
  /// As `Animated.thresholds`: motion ends when no number is further than this from its target.
  public let threshold: Double
  /// Where they go, or where they rest.
  public private(set) var targets: [Double]

  /// Where they were at the release.
  private var origins: [Double]
  /// How fast they went there, in units per second.
  private var velocities: [Double]
  private var release = Instant.distantPast
  /// When all are at rest.
  private var end = Instant.distantPast

  /// Creates numbers at rest.
  ///
  /// - Parameters:
  ///   - values: Where they rest; not finite, or nearly as long as the greatest numbers, counts as 0.
  ///   - spring: What will move them.
  ///   - threshold: Positive, in their units; otherwise it counts as the least positive number.
  public init(_ values: [Double], spring: Spring, threshold: Double) {
    self.spring = spring
    self.threshold = threshold
    targets = values.map { $0.isFollowable ? $0 : 0 }
    origins = targets
    velocities = Array(repeating: 0, count: values.count)
  }

  /// How many numbers there are.
  public var count: Int { targets.count }

  /// Sends all of them somewhere from wherever they are, with the velocities that they have.
  ///
  /// - Parameters:
  ///   - targets: One for each; where one is not finite, or nearly as long as the greatest numbers,
  ///     that number goes on to where it was going.
  ///   - now: When; not before they were last sent, or it counts as that instant.
  /// - Complexity: O(`count`).
  public mutating func animate(to targets: [Double], at now: Instant) {
    precondition(
      targets.count == count, "there are \(count) numbers but \(targets.count) targets")
    releaseAnew(at: now)
    for index in targets.indices { setTarget(targets[index], of: index) }
    end = release.advanced(by: longestSettlingTime)
  }

  /// Sends one of them somewhere, from wherever it is, with the velocity that it has.
  ///
  /// - Parameters:
  ///   - index: Which.
  ///   - target: Where to; counts as for all of them.
  ///   - now: As for all of them.
  /// - Complexity: O(`count`).
  public mutating func animate(_ index: Int, to target: Double, at now: Instant) {
    releaseAnew(at: now)
    setTarget(target, of: index)
    end = release.advanced(by: longestSettlingTime)
  }

  /// Where one of them is: exactly its target once all have come to rest.
  public func value(of index: Int, at now: Instant) -> Double {
    guard now < end else { return targets[index] }
    guard now > release else { return origins[index] }
    return targets[index] + state(of: index, at: now).displacement
  }

  /// How fast one of them goes, in units per second.
  public func velocity(of index: Int, at now: Instant) -> Double {
    guard now < end else { return 0 }
    return state(of: index, at: now).velocity
  }

  /// Writes where all of them are.
  ///
  /// - Parameters:
  ///   - now: When.
  ///   - values: Of `count` numbers.
  /// - Complexity: O(`count`), allocating nothing.
  public func write(at now: Instant, into values: inout MutableSpan<Double>) {
    precondition(values.count == count, "there are \(count) numbers, room for \(values.count)")
    guard now > release, now < end else {
      let still = now < end ? origins : targets
      for index in values.indices { values[index] = still[index] }
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

  /// `now` itself while any of them moves, `nil` when all have come to rest.
  public func nextChange(after now: Instant) -> Instant? { now < end ? max(now, release) : nil }

  private func state(of index: Int, at now: Instant) -> Spring.State {
    spring.state(from: start(of: index), after: now.seconds(since: release))
  }

  /// At the release.
  func start(of index: Int) -> Spring.State {
    Spring.State(displacement: origins[index] - targets[index], velocity: velocities[index])
  }

  /// Makes where they are at an instant where they are released.
  private mutating func releaseAnew(at now: Instant) {
    // What went at once is where it went, at the release too.
    guard now > release || now >= end else { return }
    if now < end {
      let transition = spring.transition(over: now.seconds(since: release))
      for index in targets.indices {
        let state = transition.applied(to: start(of: index))
        origins[index] = targets[index] + state.displacement
        velocities[index] = state.velocity
        endWhereNotFollowable(index)
      }
    } else {
      for index in targets.indices { (origins[index], velocities[index]) = (targets[index], 0) }
    }
    release = now
  }

  private mutating func setTarget(_ target: Double, of index: Int) {
    guard target.isFollowable else { return }
    targets[index] = target
    endWhereNotFollowable(index)
  }

  /// Puts one of them at its target where it has no finite way to it, and takes a velocity away of
  /// which the same is true: as `Flight` does.
  private mutating func endWhereNotFollowable(_ index: Int) {
    let start = start(of: index)
    if !start.displacement.isFollowable {
      (origins[index], velocities[index]) = (targets[index], 0)
    } else if !start.velocity.isFollowable {
      velocities[index] = 0
    }
  }
}
