import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Incremental paste matching` {
  private typealias Editor = TokenEditor<TextTokenAdapter>

  /// Moves boundaries between blocks, as layout may do between any two steps.
  private static func moveBoundaries(
    of editor: inout Editor, using generator: inout SeededGenerator
  ) {
    for _ in 0..<3 where editor.elements.blocks.count > 1 {
      let block = Int.random(in: 1..<editor.elements.blocks.count, using: &generator)
      let count = editor.elements.blocks[block].count
      // The whole block in one of three cases, which removes the block.
      let isAll = Int.random(in: 0..<3, using: &generator) == 0
      let moved = isAll ? count : Int.random(in: 1...count, using: &generator)
      _ = editor.moveBoundary(after: block - 1, by: moved)
    }
    let block = Int.random(in: 0..<editor.elements.blocks.count, using: &generator)
    let count = editor.elements.blocks[block].count
    guard count > 1 else { return }
    _ = editor.split(block: block, at: [Int.random(in: 1..<count, using: &generator)])
  }

  @Test(arguments: 0..<8, [DuplicatePolicy.refuse, .move])
  func `finds duplicates when block boundaries move`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var editor = Editor(of: .tokens(0..<2000), duplicates: policy)
    editor.selection = .caret(2000)
    let list = (0..<2100).shuffled(using: &generator)
    guard var merge = editor.beginMerge(of: list.map { "k\($0)," }.joined()) else {
      Issue.record("the list fits")
      return
    }
    while !merge.advance(in: &editor, limit: 1) {
      if merge.matchedCount != nil { Self.moveBoundaries(of: &editor, using: &generator) }
    }
    let isPasted = editor.commit(merge, visible: 0..<0)
    let texts = editor.elements.compactMap { $0.token?.text }
    let expected = policy == .move ? list : Array(0..<2000) + list.filter { $0 >= 2000 }
    let isExpected = texts == expected.map { "k\($0)" }
    #expect(isPasted && isExpected)
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move])
  func `finds duplicates when the field is laid out between steps`(policy: DuplicatePolicy) {
    var field = ControlHarness<TextTokenField>(tokens: (0..<6000).map { "k\($0)" })
    field.control.configuration.duplicates = policy
    field.press(.character("v"), .control)
    field.receive((0..<6001).map { "k\($0)," }.joined())
    var boundaries = 0
    for _ in 0..<1000 where field.control.pastes.isReading {
      if let element = field.control.pastes.jobs.first?.merge?.matchedCount {
        let counts = field.control.editor.elements.counts.values
        field.control.layOut(around: element, at: field.now)
        if field.control.editor.elements.counts.values != counts { boundaries += 1 }
      }
      field.stall(for: ControlHarness<TextTokenField>.frame)
    }
    let texts = field.control.tokens.map(\.text)
    #expect(Set(texts).count == 6001 && texts.count == 6001 && boundaries > 0)
  }
}

extension PasteMerge {
  /// The number of elements matched so far. `nil` in any other phase.
  fileprivate var matchedCount: Int? {
    if case .matching(let element) = phase { element } else { nil }
  }
}
