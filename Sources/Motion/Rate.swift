/// How much faster one clock runs than another, in whole billionths, so that times are mapped
/// exactly however late they are.
struct Rate: Hashable, Sendable {
  /// What this times a thousand million is; not negative.
  let billionths: Int64

  /// - Parameter rate: Clamped to `range`, whose bounds are 0 and above; NaN counts as 1.
  init(_ rate: Double, in range: ClosedRange<Double>) {
    let rate = rate.isNaN ? 1 : max(range.lowerBound, min(rate, range.upperBound))
    billionths = Int64(saturating: (rate * 1e9).rounded())
  }

  /// Both clocks run alike.
  static let one = Rate(1, in: 0...1)

  /// The number itself.
  var value: Double { Double(billionths) / 1e9 }

  /// What the one clock counts while the other counts `time`, rounded down.
  func scaled(_ time: Int128) -> Int128 {
    (time * Int128(billionths)).quotientRoundedDown(by: 1_000_000_000)
  }

  /// The first time of the other clock at which the one counts as much as `time`.
  ///
  /// - Precondition: The rate is not 0.
  func timeScaling(to time: Int128) -> Int128 {
    -(-time * 1_000_000_000).quotientRoundedDown(by: Int128(billionths))
  }
}

extension Int128 {
  /// The quotient, rounded toward less.
  ///
  /// - Parameter divisor: Positive.
  fileprivate func quotientRoundedDown(by divisor: Int128) -> Int128 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
