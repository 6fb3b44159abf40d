/// A deceleration that removes the same fraction of the velocity in every millisecond, as in a
/// scrolling list.
///
/// With the deceleration rate d and t in seconds, the velocity is v·d^(1000t) and the distance
/// v·(d^(1000t) − 1) / (1000·ln d). Arguments that are not finite count as 0.
public struct Decay: Hashable, Sendable {
  /// The fraction of the velocity that remains after one millisecond, in 0…0.999999.
  public let decelerationRate: Double
  /// The relative loss of velocity per second, −1000·ln d; infinite if d is 0.
  let dampingRate: Double

  /// Creates a decay.
  ///
  /// - Parameter decelerationRate: Clamped to 0…0.999999, so that motion ends. NaN counts as 0.
  public init(decelerationRate: Double) {
    let rate = decelerationRate.isNaN ? 0 : max(0, min(decelerationRate, 0.999999))
    self.decelerationRate = rate
    dampingRate = rate > 0 ? -1000 * ElementaryFunctions.log(rate) : .infinity
  }

  /// The rate of `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(decelerationRate: 0.998)
  /// The rate of `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(decelerationRate: 0.99)

  /// Returns the projected distance of a throw: v/1000 · d/(1 − d), summed in steps of one
  /// millisecond as in [Designing Fluid
  /// Interfaces](https://developer.apple.com/videos/play/wwdc2018/803/).
  ///
  /// Use it to choose a target. The motion itself comes to rest at `restingDistance(velocity:)`,
  /// which is a thousandth further for `normal`.
  ///
  /// - Parameter velocity: The velocity in units per second. A value that is not finite counts as
  ///   0.
  /// - Returns: The distance in the same units.
  public func projectedDistance(velocity: Double) -> Double {
    guard velocity.isFinite else { return 0 }
    return (velocity / 1000 * decelerationRate / (1 - decelerationRate)).clampedToFinite
  }

  /// Returns the total distance until rest, −v / (1000·ln d).
  ///
  /// - Parameter velocity: The velocity in units per second.
  /// - Returns: The distance in the same units.
  public func restingDistance(velocity: Double) -> Double {
    velocity.isFinite ? (velocity / dampingRate).clampedToFinite : 0
  }

  /// Returns the initial velocity that travels a distance: the inverse of
  /// `restingDistance(velocity:)`.
  ///
  /// - Returns: The velocity in units per second; 0 if the deceleration rate is 0, because then
  ///   nothing moves.
  public func velocity(toTravel distance: Double) -> Double {
    guard distance.isFinite, dampingRate.isFinite else { return 0 }
    return (distance * dampingRate).clampedToFinite
  }

  /// Returns the distance traveled after a time.
  ///
  /// - Parameters:
  ///   - velocity: The initial velocity, in units per second.
  ///   - time: The time since the start, in seconds. If it is negative or NaN, the distance is 0.
  public func displacement(velocity: Double, after time: Double) -> Double {
    guard velocity.isFinite, time > 0 else { return 0 }
    return velocity * ElementaryFunctions.oneMinusExp(ofMinus: dampingRate * time) / dampingRate
  }

  /// Returns the velocity after a time, in units per second.
  ///
  /// - Parameters:
  ///   - velocity: The initial velocity, in units per second.
  ///   - time: The time since the start, in seconds. If it is negative or NaN, the initial velocity
  ///     is returned.
  public func velocity(_ velocity: Double, after time: Double) -> Double {
    guard velocity.isFinite else { return 0 }
    return time > 0 ? velocity * remainder(after: time) : velocity
  }

  /// Returns the time in seconds after which the remaining distance is within a threshold.
  ///
  /// - Parameters:
  ///   - distance: The distance to the rest position. A value that is not finite counts as 0.
  ///   - threshold: In the same unit. NaN and values that are not positive count as the smallest
  ///     positive number.
  /// - Returns: A time in 0…`Spring.maximumSettlingTime`.
  public func settlingTime(from distance: Double, threshold: Double) -> Double {
    let threshold = threshold > 0 ? threshold : .leastNonzeroMagnitude
    guard distance.isFinite, abs(distance) > threshold else { return 0 }
    let time = (ElementaryFunctions.log(abs(distance)) - ElementaryFunctions.log(threshold)) / dampingRate
    return min(time, Spring.maximumSettlingTime)
  }

  /// Returns the transition over a time in seconds.
  @usableFromInline func transition(over time: Double) -> Spring.Transition {
    let remainder = remainder(after: time)
    return Spring.Transition(xx: remainder, xv: 0, vx: 0, vv: remainder)
  }

  /// Returns the remaining fraction of the velocity and of the distance, d^(1000t).
  private func remainder(after time: Double) -> Double { ElementaryFunctions.exp(-dampingRate * time) }
}

extension Double {
  /// The number itself, or the finite number of greatest magnitude instead of infinity.
  fileprivate var clampedToFinite: Double {
    Swift.max(-.greatestFiniteMagnitude, Swift.min(self, .greatestFiniteMagnitude))
  }
}

/// The resistance beyond a bound: the further the user pulls, the smaller the additional offset.
///
/// A pull of x results in the offset f(x) = x·c·d / (d + c·x), which is the [formula of
/// `UIScrollView`][1]. It starts with slope c and never reaches d. The offset and its inverse are
/// odd functions, so a pull to the other side is mirrored.
///
/// [1]: https://x.com/chpwn/status/285540192096497664
public struct RubberBand: Hashable, Sendable {
  /// The offset d that is never reached, in the unit of the pull. If it is 0, the bound is rigid.
  public let maximumOffset: Double
  /// The initial slope c, in 0…1: the ratio of offset to pull for a small pull.
  public let slope: Double

  /// Creates a rubber band.
  ///
  /// - Parameters:
  ///   - maximumOffset: The offset that is never reached. Negative values and NaN count as 0,
  ///     infinity as the greatest finite number.
  ///   - slope: The initial slope, clamped to 0…1. NaN counts as 0. The default is that of
  ///     `UIScrollView`.
  public init(maximumOffset: Double, slope: Double = 0.55) {
    self.maximumOffset = maximumOffset.isNaN ? 0 : max(0, min(maximumOffset, .greatestFiniteMagnitude))
    self.slope = slope.isNaN ? 0 : max(0, min(slope, 1))
  }

  /// Returns the offset for a pull.
  ///
  /// - Parameter pull: The distance of the pull beyond the bound. NaN counts as 0.
  /// - Returns: An offset of the same sign and of smaller magnitude, at most `maximumOffset`.
  public func offset(pulledBy pull: Double) -> Double {
    guard isElastic, !pull.isNaN else { return 0 }
    let eased = slope * abs(pull)
    // Divides by the greater of the two, so that nothing overflows and no precision is lost.
    let magnitude =
      eased < maximumOffset
      ? eased / (1 + eased / maximumOffset) : maximumOffset / (1 + maximumOffset / eased)
    return pull < 0 ? -magnitude : magnitude
  }

  /// Returns the pull that results in an offset: the inverse of `offset(pulledBy:)`.
  ///
  /// Use it when the user grabs content that is returning to its bound, so that the content does
  /// not jump.
  ///
  /// - Parameter offset: The offset beyond the bound. NaN counts as 0.
  /// - Returns: The pull; the greatest finite number if `offset` is `maximumOffset` or more; 0 if the
  ///   bound is rigid.
  public func pull(for offset: Double) -> Double {
    guard isElastic, !offset.isNaN else { return 0 }
    let magnitude = min(abs(offset), maximumOffset)
    let pull = magnitude / slope * (maximumOffset / (maximumOffset - magnitude))
    return offset < 0 ? max(-pull, -.greatestFiniteMagnitude) : min(pull, .greatestFiniteMagnitude)
  }

  /// Returns the velocity of the offset relative to the velocity of the pull: the derivative of
  /// `offset(pulledBy:)`.
  ///
  /// Multiply the pointer velocity by it when an animation continues the motion.
  ///
  /// - Parameter pull: The distance of the pull beyond the bound. NaN counts as 0.
  /// - Returns: A number in 0…`slope`.
  public func rate(pulledBy pull: Double) -> Double {
    guard isElastic else { return 0 }
    let divisor = 1 + slope * abs(pull.isNaN ? 0 : pull) / maximumOffset
    return slope / (divisor * divisor)
  }

  /// Whether the bound is elastic.
  private var isElastic: Bool { maximumOffset > 0 && slope > 0 }
}
