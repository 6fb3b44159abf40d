/// Motion that loses the same fraction of its velocity in every millisecond, as a thrown list does.
///
/// With d the deceleration rate and t in seconds the velocity is v·d^(1000t), and what is travelled
/// v·(d^(1000t) − 1) / (1000·ln d). What is not finite counts as 0.
public struct Decay: Hashable, Sendable {
  /// What is left of the velocity after a millisecond, in 0…0.999999.
  public let decelerationRate: Double
  /// −1000·ln d: what is lost of the velocity per second, as a part of it; infinite where d is 0.
  let dampingRate: Double

  /// - Parameter decelerationRate: Clamped to 0…0.999999, so that motion ends; NaN counts as 0.
  public init(decelerationRate: Double) {
    let rate = decelerationRate.isNaN ? 0 : max(0, min(decelerationRate, 0.999999))
    self.decelerationRate = rate
    dampingRate = rate > 0 ? -1000 * Elementary.log(rate) : .infinity
  }

  /// `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(decelerationRate: 0.998)
  /// `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(decelerationRate: 0.99)

  /// How far something thrown will still go: v/1000 · d/(1 − d), as
  /// [Designing Fluid Interfaces](https://developer.apple.com/videos/play/wwdc2018/803/) sums it
  /// up, a millisecond at a time.
  ///
  /// By that a place is chosen; `restingDistance(velocity:)`, where the motion itself comes to rest,
  /// is a thousandth further for `normal`.
  ///
  /// - Parameter velocity: In units per second; not finite counts as 0.
  /// - Returns: In the same units.
  public func projectedDistance(velocity: Double) -> Double {
    guard velocity.isFinite else { return 0 }
    return (velocity / 1000 * decelerationRate / (1 - decelerationRate)).clampedToFinite
  }

  /// How far something thrown goes until it rests: −v / (1000·ln d), the whole of the motion.
  ///
  /// - Parameter velocity: In units per second.
  /// - Returns: In the same units.
  public func restingDistance(velocity: Double) -> Double {
    velocity.isFinite ? (velocity / dampingRate).clampedToFinite : 0
  }

  /// The velocity that is just enough for a distance: the inverse of `restingDistance(velocity:)`.
  ///
  /// - Returns: 0 at a deceleration rate of 0, with which nothing goes anywhere.
  public func velocity(toTravel distance: Double) -> Double {
    guard distance.isFinite, dampingRate.isFinite else { return 0 }
    return (distance * dampingRate).clampedToFinite
  }
}

extension Decay {
  /// How far something has gone.
  ///
  /// - Parameters:
  ///   - velocity: At the start, in units per second.
  ///   - time: Since then, in seconds; before it and at NaN nothing has moved.
  public func displacement(velocity: Double, after time: Double) -> Double {
    guard velocity.isFinite, time > 0 else { return 0 }
    return velocity * Elementary.loss(dampingRate * time) / dampingRate
  }

  /// How fast something still is.
  ///
  /// - Parameters:
  ///   - velocity: At the start, in units per second.
  ///   - time: Since then, in seconds; before it and at NaN nothing has slowed down.
  public func velocity(_ velocity: Double, after time: Double) -> Double {
    guard velocity.isFinite else { return 0 }
    return time > 0 ? velocity * remainder(after: time) : velocity
  }

  /// When something has gone so far, in seconds: then it is at a bound and can be handed over to a
  /// spring with the velocity it has.
  ///
  /// - Parameters:
  ///   - distance: In the direction of the velocity; on the other side is what it never reaches.
  ///   - velocity: At the start.
  /// - Returns: Infinity where it never gets there, rest place and NaN included; 0 for a distance of
  ///   0.
  public func time(toTravel distance: Double, velocity: Double) -> Double {
    guard distance != 0 else { return 0 }
    let resting = restingDistance(velocity: velocity)
    guard distance < 0 ? resting < distance : resting > distance else { return .infinity }
    return -Elementary.logOfOnePlus(-distance / resting) / dampingRate
  }

  /// When no more than a threshold is left of a way to rest, in seconds.
  ///
  /// - Parameters:
  ///   - distance: From the rest place; not finite counts as 0.
  ///   - threshold: In the same units; not positive and NaN count as the least positive number.
  /// - Returns: 0…`Spring.longestSettlingTime`.
  public func settlingTime(from distance: Double, threshold: Double) -> Double {
    let threshold = threshold > 0 ? threshold : .leastNonzeroMagnitude
    guard distance.isFinite, abs(distance) > threshold else { return 0 }
    let time = (Elementary.log(abs(distance)) - Elementary.log(threshold)) / dampingRate
    return min(time, Spring.longestSettlingTime)
  }

  /// - Parameter time: Since the start, in seconds.
  @usableFromInline @_effects(readonly)
  func weights(after time: Double) -> Weights {
    let remainder = remainder(after: time)
    return Weights(xx: remainder, xv: 0, vx: 0, vv: remainder)
  }

  /// What is left of the velocity and of the way, as a part: d^(1000t).
  private func remainder(after time: Double) -> Double { Elementary.exp(-dampingRate * time) }
}

extension Double {
  /// The greatest finite number of its sign instead of infinity.
  fileprivate var clampedToFinite: Double {
    Swift.max(-.greatestFiniteMagnitude, Swift.min(self, .greatestFiniteMagnitude))
  }
}
