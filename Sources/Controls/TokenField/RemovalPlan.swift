/// Ranges of elements to remove, and the content that remains between them. The content is prepared
/// in steps, because with very many ranges this takes longer than a frame.
struct RemovalPlan<Token> {
  typealias Elements = ElementSequence<Token>

  /// The offsets of the ranges to remove, in order.
  private(set) var ranges: [Range<Int>] = []
  private var builder = Elements.Builder()

  /// The maximum number of ranges that are removed one by one, which keeps the layout between them.
  static var maximumSeparateRemovals: Int { 64 }

  init() {}

  /// Creates a complete plan. Prepares the remaining content only if there are too many ranges to
  /// remove one by one.
  ///
  /// - Parameter ranges: Ranges of elements.
  /// - Complexity: O(*b*) in the number of blocks between the first and the last range, and in the
  ///   lengths of the blocks at their ends.
  init(_ ranges: some Collection<Range<Int>>, of elements: Elements) {
    guard ranges.count > Self.maximumSeparateRemovals else {
      self.ranges = ranges.map(elements.offsets)
      return
    }
    for range in ranges { add(range, of: elements) }
  }

  /// Reserves space for ranges, so that adding one never moves them all.
  mutating func reserve(_ count: Int) { ranges.reserveCapacity(count) }

  /// Adds a range of elements after all others.
  ///
  /// - Parameter elements: The content that contains the range.
  /// - Returns: The cost, in copied elements.
  @discardableResult mutating func add(_ range: Range<Int>, of elements: Elements) -> Int {
    let offsets = elements.offsets(of: range)
    defer { ranges.append(offsets) }
    guard let last = ranges.last else { return Self.costOfRange }
    let between = last.upperBound..<offsets.lowerBound
    let blockCount = between.count / Elements.preferredBlockSize
    return Self.costOfRange + blockCount + builder.append(elements, offsets: between)
  }

  /// The cost of recording a range, in copied elements.
  private static var costOfRange: Int { 4 }

  /// The prepared content that remains between the first and the last range.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var remainder: Elements { builder.build() }
}
