import TestSupport
import Testing

@testable import Controls

@Suite struct `A sequence of units in blocks` {
  private typealias Units = UnitSequence<TextToken>

  private static func units(
    _ count: Int, textEvery: Int, using generator: inout SeededGenerator
  ) -> [Units.Unit] {
    (0..<count).map { index in
      Int.random(in: 0..<textEvery, using: &generator) == 0
        ? .text("x") : .token(TextToken(id: Int(generator.next() >> 1), text: "\(index)"))
    }
  }

  @Test(arguments: 0..<8) func `is what an array would be, after any replacing and dividing`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var array = Self.units(
      Int.random(in: 0...1200, using: &generator), textEvery: seed % 4 + 1, using: &generator)
    var units = Units(array)
    for _ in 0..<30 {
      let start = Int.random(in: 0...array.count, using: &generator)
      let limit = [0, 1, 30, 700][Int.random(in: 0..<4, using: &generator)]
      let end = Int.random(in: start...min(array.count, start + limit), using: &generator)
      let (old, many) = (units.blocks.count, [0, 1, 5, 600])
      let new = Self.units(
        many[Int.random(in: 0..<4, using: &generator)], textEvery: seed % 4 + 1,
        using: &generator)
      let change = units.replace(start..<end, with: Units(new))
      array.replaceSubrange(start..<end, with: new)
      #expect(units.blocks.count == old - change.blocks.count + change.counts.count)
      let replacements = units.blocks.dropFirst(change.blocks.lowerBound)
      #expect(zip(replacements, change.counts).allSatisfy { $0.units.count == $1 })
      Self.divideLargeBlocks(of: &units)
      Self.moveBorders(of: &units, using: &generator)
      let (seen, isInOrder) = (Array(units), units.isInOrder)
      #expect(seen == array && isInOrder)
      #expect(units.count == array.count && units.textCount == array.count { $0.isText })
    }
    Self.expectSameParts(units, array, using: &generator)
  }

  /// Divides blocks that have grown too large before each hundredth unit, as far as no text is.
  private static func divideLargeBlocks(of units: inout Units) {
    for block in units.blocks.indices.reversed() {
      let content = units.blocks[block].units
      let offsets = stride(from: 100, to: content.count, by: 100)
        .filter { !content[$0].isText || !content[$0 - 1].isText }
      guard content.count > Units.largestBlockCount, !offsets.isEmpty else { continue }
      let change = units.split(block: block, at: offsets)
      #expect(change.blocks == block..<block + 1 && change.counts.count == offsets.count + 1)
    }
  }

  /// Has some blocks take any number of the next one's units, as far as no text is divided.
  private static func moveBorders(
    of units: inout Units, using generator: inout SeededGenerator
  ) {
    for block in units.blocks.indices.dropLast().reversed() where Bool.random(using: &generator) {
      let next = units.blocks[block + 1].units
      let count = Int.random(in: 1...next.count, using: &generator)
      guard count == next.count || !next[count].isText || !next[count - 1].isText else { continue }
      let change = units.moveBorder(behind: block, by: count)
      #expect(change.blocks == block..<block + 2)
      #expect(change.counts.count == (count < next.count ? 2 : 1))
      #expect(change.kept.front == change.counts.reduce(0, +))
    }
  }

  @Test(arguments: 0..<8) func `shares its blocks with what it comes to stand in`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = (
      Self.units(500, textEvery: 9, using: &generator),
      Self.units(5000, textEvery: 99, using: &generator)
    )
    var (units, inserted) = (Units(old), Units(new))
    inserted.mark(atMost: 3000) { UInt16(truncatingIfNeeded: $0.token?.id ?? 0) }
    let start = Int.random(in: 0...old.count, using: &generator)
    units.replace(start..<start, with: inserted)
    #expect(Array(units) == old[..<start] + new + old[start...])
    let isInOrder = units.isInOrder
    // A hundred and more of its units are in blocks that were made anew, at either end.
    #expect(isInOrder && units.unmarkedCount <= old.count + 2000 + 2 * Units.largestBlockCount)
    #expect(units.unmarkedCount >= 2000 - Units.largestBlockCount)
  }

  @Test(arguments: [1, 70, 127, 130, 140], [false, true])
  func `keeps text whole that is built of two blocks`(count: Int, isShared: Bool) {
    let tokens = (0..<count).map { Units.Unit.token(TextToken(id: $0, text: "")) }
    let (first, last) = (Units(tokens + [.text("a")]), Units([.text("b")] + tokens))
    var builder = Units.Builder()
    if isShared {
      for block in first.blocks { builder.append(block, block.units.indices) }
    } else {
      for unit in first { builder.append(unit) }
    }
    for block in last.blocks { builder.append(block, block.units.indices) }
    let units = builder.end()
    let isInOrder = units.isInOrder
    #expect(isInOrder && Array(units) == Array(first) + Array(last))
  }

  @Test(arguments: 0..<8) func `is built of parts of another as an array is`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let array = Self.units(1500, textEvery: [9, 1000][seed % 2], using: &generator)
    let (units, length) = (Units(array), [2, 40, 700][seed % 3])
    var (builder, parts, start) = (Units.Builder(), [Units.Unit](), 0)
    while start < array.count {
      let end = min(array.count, start + Int.random(in: 0...length, using: &generator))
      builder.append(units, start..<end)
      parts += array[start..<end]
      #expect(builder.count == parts.count)
      start = end + Int.random(in: 0...2, using: &generator)
    }
    let (built, isInOrder) = (builder.end(), builder.end().isInOrder)
    #expect(isInOrder)
    #expect(Array(built) == parts)
  }

  @Test(arguments: [0, 1, 50, 63, 64, 70, 127, 128], [1, 60, 300])
  func `is built of whole blocks with their marks, whatever stands before them`(
    loose: Int, first: Int
  ) {
    let count = 10_000
    var units = Units([Units.Unit].tokens(0..<count))
    units.mark(atMost: .max) { UInt16(truncatingIfNeeded: $0.token?.id ?? 0) }
    var builder = Units.Builder()
    for id in 0..<loose { builder.append(.token(TextToken(id: count + id, text: ""))) }
    builder.append(units, first..<count)
    let built = builder.end()
    let ids = built.compactMap { $0.token?.id }
    #expect(ids == Array(count..<count + loose) + Array(first..<count))
    let shared = Set(units.blocks.map(Self.address))
    let copied = built.blocks.filter { !shared.contains(Self.address(of: $0)) }
      .reduce(0) { $0 + $1.units.count }
    #expect(copied <= loose + 2 * Units.largestBlockCount)
    #expect(built.unmarkedCount <= loose + Units.largestBlockCount)
    if loose == 0 { #expect(built.unmarkedCount == 0) }
  }

  /// Where a block's units lie: the same for those that share them.
  private static func address(of block: Units.Block) -> UnsafeRawPointer? {
    block.units.withUnsafeBytes { $0.baseAddress }
  }

  private static func expectSameParts(
    _ units: Units, _ array: [Units.Unit], using generator: inout SeededGenerator
  ) {
    for _ in 0..<50 {
      let start = Int.random(in: 0...array.count, using: &generator)
      let end = Int.random(in: start...array.count, using: &generator)
      #expect(Array(units.slice(start..<end)) == Array(array[start..<end]))
      if start < array.count { #expect(units[start] == array[start]) }
      let before = array[..<start].reversed().prefix(while: \.isText).count
      let after = array[start...].prefix(while: \.isText).count
      #expect(units.textCount(in: start..<end) == array[start..<end].count { $0.isText })
      #expect(units.stretch(before: start) == start - before..<start)
      #expect(units.stretch(after: start) == start..<start + after)
      #expect(units.stretch(around: start) == start - before..<start + after)
      let whole = array[..<(before > 0 && after > 0 ? start - before : start)]
      let last = whole.lastIndex(where: \.isText).map { units.stretch(around: $0) }
      #expect(units.lastStretch(before: start) == last)
    }
    var (end, letters) = (array.count, 0)
    while let stretch = units.lastStretch(before: end) {
      #expect(stretch.upperBound <= end && array[stretch].allSatisfy(\.isText))
      #expect(stretch == units.stretch(around: stretch.lowerBound), "all of it")
      letters += stretch.count
      end = stretch.lowerBound
    }
    #expect(letters == array.count { $0.isText })
  }
}

@Suite struct `A seam between texts` {
  private static let scalars: [Unicode.Scalar] = [
    "a", "e", " ", "\u{301}", "\u{1F1E9}", "\u{1F1EA}", "\u{1F468}", "\u{200D}", "\u{1F3FD}", "\r",
    "\n", "\u{1100}", "\u{1161}",
  ]

  private static func units(
    _ count: Int, using generator: inout SeededGenerator
  ) -> [NaiveField.Unit] {
    NaiveField.regrouped(
      (0..<count).map { index in
        guard Int.random(in: 0..<6, using: &generator) > 0 else {
          return .token(TextToken(id: index, text: "t"))
        }
        let scalar = scalars[Int.random(in: 0..<scalars.count, using: &generator)]
        return .text(Character(scalar))
      })
  }

  private static func sequence(_ units: [NaiveField.Unit]) -> UnitSequence<TextToken> {
    UnitSequence(
      units.map { unit in
        switch unit {
        case .token(let token): .token(token)
        case .text(let character): .text(character)
        }
      })
  }

  @Test(arguments: 0..<500) func `leaves graphemes whole, and the caret behind what is new`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let content = Self.units(Int.random(in: 0...20, using: &generator), using: &generator)
    let new = Self.units(Int.random(in: 0...6, using: &generator), using: &generator)
    let start = Int.random(in: 0...content.count, using: &generator)
    let end = Int.random(in: start...content.count, using: &generator)
    let loose = Array(content[..<start] + new + content[end...])
    let whole = NaiveField.regrouped(loose)
    let seam = Seam(replacing: start..<end, with: Self.sequence(new), in: Self.sequence(content))
    var healed = Self.sequence(content)
    healed.replace(seam.range, with: seam.units)
    #expect(Array(healed) == Array(Self.sequence(whole)))
    let scalars = NaiveField.scalars(loose[..<(start + new.count)])
    #expect(seam.caret == NaiveField.gap(afterScalars: scalars, in: whole))
    #expect(seam.range.lowerBound >= start - 1, "no more than a neighbour changes on the left")
  }
}
