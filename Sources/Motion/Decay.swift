/// Motion that loses the same fraction of its velocity in every millisecond, as a thrown list does.
public struct Decay: Hashable, Sendable {
  /// What is left of the velocity after a millisecond, in 0…0.999999.
  public let decelerationRate: Double

  /// - Parameter decelerationRate: Clamped to 0…0.999999, so that motion ends; NaN counts as 0.
  public init(decelerationRate: Double) {
    self.decelerationRate = decelerationRate.isNaN ? 0 : max(0, min(decelerationRate, 0.999999))
  }

  /// `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(decelerationRate: 0.998)
  /// `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(decelerationRate: 0.99)

  /// How far something thrown will still go: v/1000 · d/(1 − d), as
  /// [Designing Fluid Interfaces](https://developer.apple.com/videos/play/wwdc2018/803/) sums it
  /// up.
  ///
  /// - Parameter velocity: In units per second; not finite counts as 0.
  /// - Returns: In the same units.
  public func projectedDistance(velocity: Double) -> Double {
    guard velocity.isFinite else { return 0 }
    return velocity / 1000 * decelerationRate / (1 - decelerationRate)
  }
}
