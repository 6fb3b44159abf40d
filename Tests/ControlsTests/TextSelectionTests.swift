import Controls
import TestSupport
import Testing

@Suite struct `A selection` {
  typealias Step = (from: TextSelection, by: TextSelection.Movement, to: TextSelection)

  private static let steps: [Step] = [
    (.caret(2), .backward, .caret(1)), (.caret(2), .forward, .caret(3)),
    (.caret(0), .backward, .caret(0)), (.caret(5), .forward, .caret(5)),
    (.caret(2), .wordBackward, .caret(0)), (.caret(2), .wordForward, .caret(5)),
    (.caret(2), .toStart, .caret(0)), (.caret(2), .toEnd, .caret(5)),
    (.range(1, 3), .backward, .caret(1)), (.range(1, 3), .forward, .caret(3)),
    (.range(3, 1), .backward, .caret(1)), (.range(3, 1), .forward, .caret(3)),
    (.range(1, 3), .toStart, .caret(0)), (.range(3, 1), .toEnd, .caret(5)),
  ]

  private static let extensions: [Step] = [
    (.caret(2), .backward, .range(2, 1)), (.caret(2), .forward, .range(2, 3)),
    (.caret(0), .backward, .caret(0)), (.caret(5), .forward, .caret(5)),
    (.range(2, 3), .backward, .caret(2)), (.range(2, 1), .backward, .range(2, 0)),
    (.range(2, 4), .wordBackward, .range(2, 0)), (.range(2, 1), .wordForward, .range(2, 5)),
    (.range(2, 4), .toStart, .range(2, 0)), (.range(2, 1), .toEnd, .range(2, 5)),
  ]

  @Test(arguments: steps) func `T9 moves among five things`(
    start: TextSelection, movement: TextSelection.Movement, end: TextSelection
  ) {
    var selection = start
    selection.move(movement, extending: false, count: 5)
    #expect(selection == end)
  }

  @Test(arguments: extensions) func `T8, T9 extends among five things, its anchor where it was`(
    start: TextSelection, movement: TextSelection.Movement, end: TextSelection
  ) {
    var selection = start
    selection.move(movement, extending: true, count: 5)
    #expect(selection == end)
  }

  @Test(arguments: 0..<50) func `T9 stays among the gaps whatever moves it`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let movements: [TextSelection.Movement] = [
      .backward, .forward, .wordBackward, .wordForward, .toStart, .toEnd,
    ]
    var selection = TextSelection(caret: 0)
    for _ in 0..<100 {
      let count = Int.random(in: 0...6, using: &generator)
      selection.clamp(to: count)
      let movement = movements[Int.random(in: 0..<6, using: &generator)]
      let isExtending = Bool.random(using: &generator)
      let anchor = selection.anchor
      selection.move(movement, extending: isExtending, count: count)
      #expect((0...count).contains(selection.anchor) && (0...count).contains(selection.head))
      #expect(selection.anchor == (isExtending ? anchor : selection.head))
    }
  }

  @Test func `T9 is the same range in either direction`() {
    for selection in [TextSelection.range(1, 4), .range(4, 1)] {
      #expect(selection.range == 1..<4 && !selection.isCaret)
    }
    #expect(TextSelection.caret(3).range == 3..<3 && TextSelection.caret(3).isCaret)
  }

  @Test func `T9 goes to the nearest gap that there is`() {
    var selection = TextSelection.caret(1)
    selection.place(at: 9, extending: true, count: 4)
    #expect(selection == .range(1, 4))
    selection.place(at: -3, count: 4)
    #expect(selection == .caret(0))
  }

  @Test func `T9 takes all, gives all up, and shrinks with what it selects`() {
    var selection = TextSelection.caret(1)
    selection.selectAll(count: 6)
    #expect(selection == .range(0, 6))
    selection.clamp(to: 4)
    #expect(selection == .range(0, 4))
    selection.collapse()
    #expect(selection == .caret(4))
  }

  @Test func `before the first gap is the caller's mistake`() async {
    await #expect(processExitsWith: .failure) { _ = TextSelection(anchor: 0, head: -1) }
  }
}
