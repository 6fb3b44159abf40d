/// The requests of one connection about which errors mean nothing, by their serial numbers.
struct PardonedRequests {
  private var ranges: [Range<UInt>] = []
  /// The first that is pardoned of those that are being made.
  private var start: UInt?

  /// Pardons all requests from `serial` on.
  ///
  /// - Parameter processed: The last one that the server has answered: errors come in the order of
  ///   requests, so that those before it need no pardon any more.
  mutating func begin(at serial: UInt, processed: UInt) {
    ranges.removeAll { $0.upperBound <= processed }
    start = start ?? serial
  }

  /// Pardons no request from `serial` on.
  mutating func end(at serial: UInt) {
    if let start, start < serial { ranges.append(start..<serial) }
    start = nil
  }

  func contains(_ serial: UInt) -> Bool {
    start.map { $0 <= serial } == true || ranges.contains { $0.contains(serial) }
  }
}
