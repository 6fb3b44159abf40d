import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `What is compared with a list in steps` {
  private typealias Editor = TokenEditor<TextTokens>

  /// Moves borders between blocks, as whoever lays them out may between any two steps.
  private static func moveBorders(
    of editor: inout Editor, using generator: inout SeededGenerator
  ) {
    for _ in 0..<3 where editor.units.blocks.count > 1 {
      let block = Int.random(in: 1..<editor.units.blocks.count, using: &generator)
      let count = editor.units.blocks[block].units.count
      // All of it in one of three cases: that block is gone then.
      let isAll = Int.random(in: 0..<3, using: &generator) == 0
      let moved = isAll ? count : Int.random(in: 1...count, using: &generator)
      _ = editor.moveBorder(behind: block - 1, by: moved)
    }
    let block = Int.random(in: 0..<editor.units.blocks.count, using: &generator)
    let count = editor.units.blocks[block].units.count
    guard count > 1 else { return }
    _ = editor.split(block: block, at: [Int.random(in: 1..<count, using: &generator)])
  }

  @Test(arguments: 0..<8, [DuplicatePolicy.refuse, .move])
  func `is found wherever its blocks end meanwhile`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var editor = Editor(of: .tokens(0..<2000), duplicates: policy)
    editor.selection = .caret(2000)
    let list = (0..<2100).shuffled(using: &generator)
    guard var insertion = editor.beginInsertion(of: list.map { "k\($0)," }.joined()) else {
      Issue.record("there is room")
      return
    }
    while !insertion.goOn(in: &editor, atMost: 1) {
      if insertion.comparedCount != nil { Self.moveBorders(of: &editor, using: &generator) }
    }
    let isPut = editor.put(insertion, inSight: 0..<0)
    let texts = editor.units.compactMap { $0.token?.text }
    let expected = policy == .move ? list : Array(0..<2000) + list.filter { $0 >= 2000 }
    let isExpected = texts == expected.map { "k\($0)" }
    #expect(isPut && isExpected)
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move])
  func `is found though the field is laid out meanwhile`(policy: DuplicatePolicy) {
    var field = ControlHarness<TextTokenField>(tokens: (0..<6000).map { "k\($0)" })
    field.control.configuration.duplicates = policy
    field.press(.character("v"), .control)
    field.receive((0..<6001).map { "k\($0)," }.joined())
    var borders = 0
    for _ in 0..<1000 where !field.control.pasted.isEmpty {
      if let unit = field.control.pasted.first?.insertion?.comparedCount {
        let counts = field.control.editor.units.counts.values
        field.control.layOut(around: unit, at: field.now)
        if field.control.editor.units.counts.values != counts { borders += 1 }
      }
      field.stall(for: ControlHarness<TextTokenField>.frame)
    }
    let texts = field.control.tokens.map(\.text)
    #expect(Set(texts).count == 6001 && texts.count == 6001 && borders > 0)
  }
}

extension PasteInsertion {
  /// Before how many units it has been compared with them; `nil` where that is not what it is at.
  fileprivate var comparedCount: Int? {
    if case .comparing(let unit) = stage { unit } else { nil }
  }
}
