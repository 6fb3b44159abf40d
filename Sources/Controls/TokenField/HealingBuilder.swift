/// Makes a sequence of parts of others that come to stand side by side: where text meets text its
/// graphemes are put together anew, however many texts become one.
struct HealingBuilder<Token> {
  typealias Units = UnitSequence<Token>

  private var builder = Units.Builder()
  /// The end of the text that it ends with, from where a grapheme begins.
  private var text = ""
  /// From how many bytes of that on its graphemes are looked for.
  private var wantedCount = Self.leastWanted

  private static var leastWanted: Int { 1024 }

  /// - Parameter mark: By what it is told from most others; `nil` where that is not known.
  /// - Complexity: O(1) on average.
  mutating func append(_ unit: Units.Unit, mark: Units.Mark? = nil) {
    if let character = unit.character {
      append(text: String(character))
    } else {
      endText()
      builder.append(unit, mark: mark)
    }
  }

  /// Adds some units of a sequence.
  ///
  /// - Returns: How many units were copied.
  /// - Complexity: O(*b*) in the number of blocks, and in the lengths of the first and the last and
  ///   of the text at both ends, on average.
  @discardableResult
  mutating func append(_ units: Units, _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let head = units.stretch(after: range.lowerBound).clamped(to: range)
    append(text: units.string(in: head))
    guard head != range else { return head.count }
    endText()
    let tail = units.stretch(before: range.upperBound).clamped(to: range)
    let copied = builder.append(units, head.upperBound..<tail.lowerBound)
    append(text: units.string(in: tail))
    return head.count + copied + tail.count
  }

  private mutating func append(text more: String) {
    text += more
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
