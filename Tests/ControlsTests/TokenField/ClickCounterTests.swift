import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A counter of clicks` {
  private static let limit = Duration.milliseconds(400)

  private static func counts(
    _ presses: [(milliseconds: Int, x: Double, button: PointerButton)]
  ) -> [Int] {
    var counter = ClickCounter()
    return presses.map { press in
      counter.press(
        PointerPress(at: Point(x: press.x, y: 0), button: press.button),
        at: .zero + .milliseconds(press.milliseconds), within: limit)
    }
  }

  @Test func `counts to three and begins anew`() {
    let presses = (0..<7).map { (100 * $0, 0.0, PointerButton.primary) }
    #expect(Self.counts(presses) == [1, 2, 3, 1, 2, 3, 1])
  }

  @Test func `begins anew after some time, elsewhere, and with another button`() {
    #expect(Self.counts([(0, 0, .primary), (399, 0, .primary), (799, 0, .primary)]) == [1, 2, 1])
    #expect(Self.counts([(0, 0, .primary), (9, 4, .primary), (18, 8.1, .primary)]) == [1, 2, 1])
    #expect(Self.counts([(0, 0, .primary), (9, 0, .middle), (18, 0, .primary)]) == [1, 1, 1])
  }
}

@Suite struct `Counts of keys` {
  @Test(arguments: 0..<20) func `are those of the tokens that there are`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = .refuse
    let texts = ["a", "A", "b", "c"]
    var editor = TokenEditor(
      texts.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: 4), configuration: configuration)
    editor.keys.prepare(editor.units, of: editor.kind)
    for step in 0..<60 {
      let start = Int.random(in: 0...editor.units.count, using: &generator)
      let end = Int.random(in: start...min(start + 2, editor.units.count), using: &generator)
      let text = texts[Int.random(in: 0..<4, using: &generator)]
      switch step % 4 {
      case 0: editor.undo()
      case 1: editor.redo()
      default:
        let token = TextToken(id: 100 + step, text: text)
        editor.replace(start..<end, with: UnitSequence([.token(token), .text("b")]))
      }
      let keys = Set(editor.units.compactMap { $0.token?.text.lowercased() })
      for key in ["a", "b", "c", "d"] { #expect(editor.keys.contains(key) == keys.contains(key)) }
    }
  }
}
