extension String {
  /// Creates the text of a number with a fixed number of decimals, such as `0.30`. The number is
  /// rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: The number. Beyond ± 10¹², Swift's standard description is used.
  ///   - decimals: The number of decimals, in 0…6.
  package init(_ value: Double, decimals: Int) {
    guard abs(value) <= 1e12 else {
      self = "\(value)"
      return
    }
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let total = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && total > 0 ? "-" : ""
    let (whole, remainder) = total.quotientAndRemainder(dividingBy: unit)
    // The leading 1 preserves leading zeros and is then dropped.
    self = decimals > 0 ? "\(sign)\(whole).\("\(unit + remainder)".dropFirst())" : "\(sign)\(whole)"
  }
}
