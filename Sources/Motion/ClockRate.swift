/// The rate of one clock relative to another, in whole billionths, so that times are mapped
/// exactly, however large they are.
struct ClockRate: Hashable, Sendable {
  /// The rate times 10⁹, not negative.
  let billionths: Int64

  /// - Parameters:
  ///   - rate: The rate, clamped to `range`. NaN counts as 1.
  ///   - range: The allowed rates, not negative.
  init(_ rate: Double, in range: ClosedRange<Double>) {
    let rate = rate.isNaN ? 1 : max(range.lowerBound, min(rate, range.upperBound))
    billionths = Int64(saturating: (rate * 1e9).rounded())
  }

  /// Equal rates.
  static let one = ClockRate(1, in: 0...1)

  /// The rate as a floating-point number.
  var value: Double { Double(billionths) / 1e9 }

  /// Returns the time of the first clock while the second advances by `time`, rounded down.
  func scaled(_ time: Int128) -> Int128 { (time * Int128(billionths)).quotientRoundedDown(by: 1_000_000_000) }

  /// Returns the first time of the second clock at which the first clock shows at least `time`.
  ///
  /// - Precondition: The rate is not 0.
  func unscaled(_ time: Int128) -> Int128 {
    -(-time * 1_000_000_000).quotientRoundedDown(by: Int128(billionths))
  }
}

extension Int128 {
  /// Returns the quotient, rounded down.
  ///
  /// - Parameter divisor: A positive number.
  fileprivate func quotientRoundedDown(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
