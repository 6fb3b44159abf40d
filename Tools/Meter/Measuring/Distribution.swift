/// A sorted list of measured numbers.
struct Distribution: Equatable {
  private let sorted: [Double]

  init(_ numbers: some Sequence<Double>) { sorted = numbers.sorted() }

  var count: Int { sorted.count }

  /// Returns a percentile by the nearest-rank method, which always returns a measured number.
  ///
  /// - Parameter percent: The percentage, clamped to 0…100.
  /// - Returns: The percentile. `nil` if there are no numbers.
  func percentile(_ percent: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
    return sorted[Int(min(max(rank, 1), Double(sorted.count))) - 1]
  }

  /// The median; the lower of the two middle numbers if the count is even.
  var median: Double? { percentile(50) }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
  var microseconds: Double { self / .microseconds(1) }
  var seconds: Double { self / .seconds(1) }
}
