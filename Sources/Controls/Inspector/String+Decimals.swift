extension String {
  /// A number with a fixed count of decimals, as `0.30`, rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: Within ± 10¹²; any other is written as Swift writes it.
  ///   - decimals: 0…6.
  package init(_ value: Double, decimals: Int) {
    guard abs(value) <= 1e12 else {
      self = "\(value)"
      return
    }
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let total = Int((abs(value) * Double(unit)).rounded())
    let sign = value < 0 && total > 0 ? "-" : ""
    let (whole, rest) = total.quotientAndRemainder(dividingBy: unit)
    // The leading 1 keeps the zeros.
    self = decimals > 0 ? "\(sign)\(whole).\("\(unit + rest)".dropFirst())" : "\(sign)\(whole)"
  }
}
