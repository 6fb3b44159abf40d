/// The serial ranges of one connection's requests whose X errors are ignored.
struct IgnoredErrorRanges {
  private var ranges: [Range<UInt>] = []
  /// The first serial number of the range that is open, or `nil` if none is open.
  private var start: UInt?

  /// Starts ignoring errors of all requests from `serial` on.
  ///
  /// - Parameter processed: The last request that the server has answered. Errors arrive in the
  ///   order of requests, so earlier ranges are removed.
  mutating func begin(at serial: UInt, processed: UInt) {
    ranges.removeAll { $0.upperBound <= processed }
    start = start ?? serial
  }

  /// Stops ignoring errors of requests from `serial` on.
  mutating func end(at serial: UInt) {
    if let start, start < serial { ranges.append(start..<serial) }
    start = nil
  }

  func contains(_ serial: UInt) -> Bool {
    start.map { $0 <= serial } == true || ranges.contains { $0.contains(serial) }
  }
}
