import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Incremental paste matching` {
  private typealias Editor = TokenEditor<TextTokenAdapter>

  @Test(arguments: 0..<8, [DuplicatePolicy.refuse, .move])
  func `finds duplicates of a shuffled list element by element`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var editor = Editor(of: .tokens(0..<2000), duplicates: policy)
    editor.selection = .caret(2000)
    let list = (0..<2100).shuffled(using: &generator)
    guard var merge = editor.beginMerge(of: list.map { "k\($0)," }.joined()) else {
      Issue.record("the list fits")
      return
    }
    while !merge.advance(in: &editor, limit: 1) {}
    let isPasted = editor.commit(merge, visible: 0..<0)
    let texts = editor.elements.compactMap { $0.token?.text }
    let expected = policy == .move ? list : Array(0..<2000) + list.filter { $0 >= 2000 }
    let isExpected = texts == expected.map { "k\($0)" }
    #expect(isPasted && isExpected)
  }
}
