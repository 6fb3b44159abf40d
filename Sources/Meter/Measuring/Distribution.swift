/// Numbers that were measured, in order of size.
struct Distribution: Equatable {
  private let sorted: [Double]

  init(_ numbers: some Sequence<Double>) {
    sorted = numbers.sorted()
  }

  var count: Int { sorted.count }

  /// The number that so many percent of all do not exceed, by the nearest rank: always one that was
  /// measured.
  ///
  /// - Parameter percent: 0…100; clamped there.
  /// - Returns: `nil` where there is no number.
  func percentile(_ percent: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
    return sorted[Int(min(max(rank, 1), Double(sorted.count))) - 1]
  }

  /// The middle one, the lower of two.
  var median: Double? { percentile(50) }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
  var microseconds: Double { self / .microseconds(1) }
  var seconds: Double { self / .seconds(1) }
}
