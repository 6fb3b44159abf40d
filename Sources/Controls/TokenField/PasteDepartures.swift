/// Tokens that have to go since they come back elsewhere, prepared in steps: where they are very many
/// that takes longer than a frame has.
struct PasteDepartures<Token> {
  typealias Units = UnitSequence<Token>

  /// Those on one side of the place where they come back.
  struct Group {
    /// In their order.
    fileprivate(set) var ranges: [Range<Int>]
    fileprivate var builder = HealingBuilder<Token>()

    /// How many graphemes of text between them stand beside one of them.
    var textCount: Int { builder.textCount }

    /// What stays between the first and the last of them, its graphemes whole.
    ///
    /// - Complexity: O(*b*) in the number of blocks.
    var rest: Units { builder.end() }
  }

  /// Those before that place, and those behind it, as far as there are any.
  private(set) var groups: [Group] = []
  /// How many of the ranges that are replaced lie before all that was added.
  private var passedCount = 0

  /// Adds some neighbours behind all others.
  ///
  /// - Parameters:
  ///   - units: The content that they are in.
  ///   - gap: Where they come back.
  ///   - replaced: What goes there for them, in its order.
  /// - Returns: What it has cost: 1 is a unit that is copied.
  mutating func add(
    _ range: Range<Int>, of units: Units, around gap: Int, replacing replaced: [Range<Int>]
  ) -> Int {
    let between = (groups.last?.ranges.last?.upperBound ?? 0)..<range.lowerBound
    guard !groups.isEmpty, gap < between.lowerBound || between.upperBound < gap else {
      groups.append(Group(ranges: [range]))
      return Self.costOfRange
    }
    let last = groups.count - 1
    groups[last].ranges.append(range)
    var cost = Self.costOfRange + between.count / Units.preferredBlockCount
    var start = between.lowerBound
    while passedCount < replaced.count, replaced[passedCount].lowerBound < between.upperBound {
      let gone = replaced[passedCount]
      passedCount += 1
      guard gone.lowerBound >= start else { continue }
      cost += 1 + groups[last].builder.append(units, start..<gone.lowerBound)
      start = gone.upperBound
    }
    return cost + groups[last].builder.append(units, start..<between.upperBound)
  }

  /// What it costs to note a range, in units that are copied.
  private static var costOfRange: Int { 4 }
}

/// Makes a sequence of parts of another one between which something goes: where text comes to stand
/// beside text its graphemes are put together anew, however many texts become one.
private struct HealingBuilder<Token> {
  typealias Units = UnitSequence<Token>

  private var builder = Units.Builder()
  /// The end of the text that it ends with, from where a grapheme begins.
  private var text = ""
  /// From how many bytes of that on its graphemes are looked for.
  private var wantedCount = Self.leastWanted
  /// How many graphemes the texts at the ends of its parts had.
  private(set) var textCount = 0

  private static var leastWanted: Int { 1024 }

  /// - Returns: How many units were copied.
  /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the first and the last and
  ///   of the text at both ends, on average.
  mutating func append(_ units: Units, _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let head = units.stretch(after: range.lowerBound).clamped(to: range)
    append(units.string(in: head), count: head.count)
    guard head != range else { return head.count }
    endText()
    let tail = units.stretch(before: range.upperBound).clamped(to: range)
    let copied = builder.append(units, head.upperBound..<tail.lowerBound)
    append(units.string(in: tail), count: tail.count)
    return head.count + copied + tail.count
  }

  private mutating func append(_ more: String, count: Int) {
    text += more
    textCount += count
    guard text.utf8.count >= wantedCount else { return }
    let characters = Array(text)
    for character in characters.dropLast() { builder.append(.text(character)) }
    // What comes next may go on with the last one. A very long one is looked at again only when there
    // is twice as much.
    text = characters.last.map { String($0) } ?? ""
    wantedCount = max(Self.leastWanted, 2 * text.utf8.count)
  }

  private mutating func endText() {
    for character in text { builder.append(.text(character)) }
    (text, wantedCount) = ("", Self.leastWanted)
  }

  /// All of them.
  ///
  /// - Complexity: O(*b*) in the number of blocks.
  consuming func end() -> Units {
    endText()
    return builder.end()
  }
}
