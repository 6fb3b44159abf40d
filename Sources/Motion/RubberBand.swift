/// The resistance past a limit: the further something is pulled, the less it follows.
///
/// Pulled by x it gives way by f(x) = x·c·d / (d + c·x), the form that `UIScrollView` is [known to
/// have][1]: it starts with slope c and never reaches d. Both ways are odd functions, so a pull to
/// the other side is the same mirrored.
///
/// [1]: https://x.com/chpwn/status/285540192096497664
public struct RubberBand: Hashable, Sendable {
  /// d, the length that it never reaches, in the units of whatever is pulled; 0 for a limit that
  /// does not give way at all.
  public let length: Double
  /// c, how much of the first bit of a pull it follows, in 0…1.
  public let slope: Double

  /// - Parameters:
  ///   - length: Negative and NaN count as 0, infinite as the greatest number.
  ///   - slope: Clamped to 0…1; NaN counts as 0. The default is `UIScrollView`'s.
  public init(length: Double, slope: Double = 0.55) {
    self.length = length.isNaN ? 0 : max(0, min(length, .greatestFiniteMagnitude))
    self.slope = slope.isNaN ? 0 : max(0, min(slope, 1))
  }

  /// How far it gives way.
  ///
  /// - Parameter pull: Past the limit; NaN counts as 0.
  /// - Returns: Of the same sign, nearer to 0, never further than `length`.
  public func offset(pulledBy pull: Double) -> Double {
    guard gives, !pull.isNaN else { return 0 }
    let eased = slope * abs(pull)
    // Divided by the greater of the two, so that nothing overflows and no digits are lost.
    let magnitude = eased < length ? eased / (1 + eased / length) : length / (1 + length / eased)
    return pull < 0 ? -magnitude : magnitude
  }

  /// The pull that makes it give way that far: the inverse of `offset(pulledBy:)`, so that what is
  /// caught on its way back stays where it is.
  ///
  /// - Parameter offset: Past the limit; NaN counts as 0.
  /// - Returns: The greatest number where `offset` is `length` or more; 0 where it gives way to
  ///   nothing.
  public func pull(for offset: Double) -> Double {
    guard gives, !offset.isNaN else { return 0 }
    let magnitude = min(abs(offset), length)
    let pull = magnitude / slope * (length / (length - magnitude))
    return offset < 0 ? max(-pull, -.greatestFiniteMagnitude) : min(pull, .greatestFiniteMagnitude)
  }

  /// How fast it gives way, as a part of the velocity of the pull: the derivative of
  /// `offset(pulledBy:)`, by which a velocity is multiplied where it is handed over.
  ///
  /// - Parameter pull: Past the limit; NaN counts as 0.
  /// - Returns: 0…`slope`.
  public func rate(pulledBy pull: Double) -> Double {
    guard gives else { return 0 }
    let stretch = 1 + slope * abs(pull.isNaN ? 0 : pull) / length
    return slope / (stretch * stretch)
  }

  /// Whether it gives way at all.
  private var gives: Bool { length > 0 && slope > 0 }
}
