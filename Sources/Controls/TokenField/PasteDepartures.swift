/// Tokens that have to go since they come back elsewhere, prepared in steps: where they are very many
/// that takes longer than a frame has.
struct PasteDepartures<Token> {
  typealias Units = UnitSequence<Token>

  /// Some of them between which there is neither text nor the place where they come back.
  struct Group {
    /// In their order.
    fileprivate(set) var ranges: [Range<Int>]
    fileprivate var builder = Units.Builder()

    /// What stays between the first and the last of them.
    ///
    /// - Complexity: O(*b*) in the number of blocks.
    var rest: Units { builder.end() }
  }

  private(set) var groups: [Group] = []

  /// Adds some neighbours behind all others.
  ///
  /// - Parameters:
  ///   - units: The content that they are in.
  ///   - gap: Where they come back.
  ///   - replaced: What goes there for them.
  /// - Returns: What it has cost: 1 is a unit that is copied.
  mutating func add(
    _ range: Range<Int>, of units: Units, around gap: Int, replacing replaced: [Range<Int>]
  ) -> Int {
    let between = (groups.last?.ranges.last?.upperBound ?? 0)..<range.lowerBound
    let isApart =
      groups.isEmpty || between.lowerBound <= gap && gap <= between.upperBound
      || units.textCount(in: between) > 0 || replaced.contains { $0.overlaps(between) }
    guard !isApart else {
      groups.append(Group(ranges: [range]))
      return 4
    }
    groups[groups.count - 1].ranges.append(range)
    let copied = groups[groups.count - 1].builder.append(units, between)
    return 4 + copied + between.count / 64
  }
}
