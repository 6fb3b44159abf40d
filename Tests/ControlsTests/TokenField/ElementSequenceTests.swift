import TestSupport
import Testing

@testable import Controls

@Suite struct `Element sequence` {
  private typealias Elements = ElementSequence<TextToken>

  private static func randomElements(
    _ count: Int, textEvery: Int, using generator: inout SeededGenerator
  ) -> [Elements.Element] {
    (0..<count).map { index in
      Int.random(in: 0..<textEvery, using: &generator) == 0
        ? .text("x") : .token(TextToken(id: Int(generator.next() >> 1), text: "\(index)"))
    }
  }

  @Test(arguments: 0..<8) func `matches an array after random replacements and splits`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var array = Self.randomElements(
      Int.random(in: 0...1200, using: &generator), textEvery: seed % 4 + 1, using: &generator)
    var elements = Elements(array)
    for _ in 0..<30 {
      let start = Int.random(in: 0...array.count, using: &generator)
      let limit = [0, 1, 30, 700][Int.random(in: 0..<4, using: &generator)]
      let end = Int.random(in: start...min(array.count, start + limit), using: &generator)
      let counts = [0, 1, 5, 600]
      let new = Self.randomElements(
        counts[Int.random(in: 0..<4, using: &generator)], textEvery: seed % 4 + 1,
        using: &generator)
      let change = elements.replace(start..<end, with: Elements(new))
      Self.expectCovers(change, from: array, replacing: start..<end, with: new)
      array.replaceSubrange(start..<end, with: new)
      let (actual, isInOrder) = (Array(elements), elements.isConsistent)
      #expect(actual == array && isInOrder)
      #expect(elements.count == array.count && elements.textCount == array.count { $0.isText })
    }
    Self.expectSameParts(elements, array, using: &generator)
  }

  /// Checks that a change covers complete text runs, and that a long one can be divided between items.
  private static func expectCovers(
    _ change: ElementChange, from old: [Elements.Element], replacing range: Range<Int>,
    with new: [Elements.Element]
  ) {
    var array = old
    array.replaceSubrange(range, with: new)
    #expect(change.elements.lowerBound <= range.lowerBound && range.upperBound <= change.elements.upperBound)
    #expect(change.newCount - change.elements.count == array.count - old.count)
    let end = change.elements.lowerBound + change.newCount
    let cuts = [change.elements.lowerBound] + change.boundaries + [end]
    for (cut, next) in zip(cuts, cuts.dropFirst()) {
      #expect(cut < next || change.newCount == 0)
      #expect(next - cut <= FlowLayout.maximumCount || array[cut..<next].contains { $0.isText })
    }
    for cut in cuts where cut > 0 && cut < array.count {
      #expect(!array[cut - 1].isText || !array[cut].isText, "boundary \(cut) is within text")
    }
  }

  /// The history of undo keeps the removed elements of 1,000 steps.
  @Test func `copies a part without the memory of a larger content that it had`() {
    var elements = ElementSequence((0..<1000).map { .token(TextToken(id: $0, text: "\($0)")) })
    elements.replace(0..<999, with: ElementSequence())
    #expect(elements.slice(0..<1).tokens.capacity < 10)
    #expect(elements.slice(0..<0).tokens.capacity < 10)
  }

  @Test(arguments: 0..<8) func `is joined from ranges of another like an array`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let array = Self.randomElements(1500, textEvery: [9, 1000][seed % 2], using: &generator)
    let (elements, length) = (Elements(array), [2, 40, 700][seed % 3])
    var (ranges, start) = ([Range<Int>](), 0)
    while start < array.count {
      let end = min(array.count, start + Int.random(in: 0...length, using: &generator))
      ranges.append(start..<end)
      start = end + Int.random(in: 0...2, using: &generator)
    }
    let (joined, isInOrder) = (elements.slices(ranges), elements.slices(ranges).isConsistent)
    #expect(isInOrder)
    #expect(Array(joined) == ranges.flatMap { array[$0] })
  }

  private static func expectSameParts(
    _ elements: Elements, _ array: [Elements.Element], using generator: inout SeededGenerator
  ) {
    #expect(elements.tokens == array.compactMap(\.token))
    for number in elements.tokens.indices {
      let index = elements.index(ofToken: number)
      #expect(elements.tokenCount(before: index) == number && array[index].token == elements.tokens[number])
    }
    for _ in 0..<50 {
      let start = Int.random(in: 0...array.count, using: &generator)
      let end = Int.random(in: start...array.count, using: &generator)
      #expect(Array(elements.slice(start..<end)) == Array(array[start..<end]))
      if start < array.count { #expect(elements[start] == array[start]) }
      let before = array[..<start].reversed().prefix(while: \.isText).count
      let after = array[start...].prefix(while: \.isText).count
      #expect(elements.textCount(in: start..<end) == array[start..<end].count { $0.isText })
      #expect(elements.textRun(before: start) == start - before..<start)
      #expect(elements.textRun(after: start) == start..<start + after)
      #expect(elements.textRun(around: start) == start - before..<start + after)
      let whole = array[..<(before > 0 && after > 0 ? start - before : start)]
      let last = whole.lastIndex(where: \.isText).map { elements.textRun(around: $0) }
      #expect(elements.lastTextRun(before: start) == last)
      let items = elements.textRun(around: start).lowerBound..<elements.textRun(around: end).upperBound
      #expect(elements.items(in: items).flatMap(\.elements) == Array(array[items]))
    }
    var (end, letters) = (array.count, 0)
    while let run = elements.lastTextRun(before: end) {
      #expect(run.upperBound <= end && array[run].allSatisfy(\.isText))
      #expect(run == elements.textRun(around: run.lowerBound), "the whole run")
      letters += run.count
      end = run.lowerBound
    }
    #expect(letters == array.count { $0.isText })
  }
}

extension ElementSequence.Item {
  fileprivate var elements: [TokenFieldElement<Token>] {
    switch self {
    case .token(let token): [.token(token)]
    case .text(let text): text.string.map { .text($0) }
    }
  }
}

@Suite struct `Graphemes of an element sequence` {
  private static let scalars: [Unicode.Scalar] = [
    "a", "e", " ", "\u{301}", "\u{1F1E9}", "\u{1F1EA}", "\u{1F468}", "\u{200D}", "\u{1F3FD}", "\r",
    "\n", "\u{1100}", "\u{1161}",
  ]

  private static func randomElements(
    _ count: Int, using generator: inout SeededGenerator
  ) -> [TokenFieldElement<TextToken>] {
    let elements = (0..<count).map { index -> TokenFieldElement<TextToken> in
      guard Int.random(in: 0..<6, using: &generator) > 0 else {
        return .token(TextToken(id: index, text: "t"))
      }
      let scalar = scalars[Int.random(in: 0..<scalars.count, using: &generator)]
      return .text(Character(scalar))
    }
    return elements.resegmented
  }

  @Test(arguments: seeds(500)) func `join where text meets text and separate when that is undone`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let content = Self.randomElements(Int.random(in: 0...20, using: &generator), using: &generator)
    let new = Self.randomElements(Int.random(in: 0...6, using: &generator), using: &generator)
    let start = Int.random(in: 0...content.count, using: &generator)
    let end = Int.random(in: start...content.count, using: &generator)
    let joined = Array(content[..<start] + new + content[end...])
    let expected = joined.resegmented
    var result = ElementSequence(content)
    let offsets = result.offsets(of: start..<end)
    let (removed, inserted) = (result.slice(offsets: offsets), ElementSequence(new))
    result.replace(offsets: offsets, with: inserted)
    let isConsistent = result.isConsistent
    #expect(isConsistent && Array(result) == expected)
    let scalars = ReferenceField.scalars(joined[..<(start + new.count)])
    let caret = result.index(atOrAfter: offsets.lowerBound + inserted.length)
    #expect(caret == ReferenceField.index(afterScalars: scalars, in: expected))
    result.replace(offsets: offsets.lowerBound..<offsets.lowerBound + inserted.length, with: removed)
    #expect(Array(result) == content, "offsets are exact, so the change can be undone")
  }
}
