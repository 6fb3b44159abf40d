/// Ranges of units that go, and what stays between them, prepared in steps: where they are very many
/// that takes longer than a frame has.
struct Departures<Token> {
  typealias Units = UnitSequence<Token>

  /// In their order.
  private(set) var ranges: [Range<Int>] = []
  private var builder = HealingBuilder<Token>()

  /// How many ranges are taken out each by itself, so that all between them stays as it is laid out.
  static var mostByThemselves: Int { 64 }

  init() {}

  /// All of them at once, to which none is added; what stays between them is prepared where they are
  /// too many to be taken out by themselves.
  ///
  /// - Complexity: O(*b*) in the number of blocks between the first and the last range, and in the
  ///   lengths of those at their ends.
  init(_ ranges: some Collection<Range<Int>>, of units: Units) {
    guard ranges.count > Self.mostByThemselves else {
      self.ranges = Array(ranges)
      return
    }
    for range in ranges { add(range, of: units) }
  }

  /// Makes room for so many ranges, so that none has to move them all when it is added.
  mutating func reserve(_ count: Int) { ranges.reserveCapacity(count) }

  /// Adds a range behind all others.
  ///
  /// - Parameter units: The content that it is in.
  /// - Returns: What it has cost: 1 is a unit that is copied.
  @discardableResult
  mutating func add(_ range: Range<Int>, of units: Units) -> Int {
    defer { ranges.append(range) }
    guard let last = ranges.last else { return Self.costOfRange }
    let between = last.upperBound..<range.lowerBound
    let blockCount = between.count / Units.preferredBlockCount
    return Self.costOfRange + blockCount + builder.append(units, between)
  }

  /// What it costs to note a range, in units that are copied.
  private static var costOfRange: Int { 4 }

  /// What stays between the first and the last of them, its graphemes whole, as far as that was
  /// prepared.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  var rest: Units { builder.end() }
}
