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
