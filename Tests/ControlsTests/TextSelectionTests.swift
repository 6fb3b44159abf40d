import Controls
import TestSupport
import Testing

@Suite struct `A selection` {
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

  @Test func `T9 takes all, and gives all up`() {
    var selection = TextSelection.caret(1)
    selection.selectAll(count: 6)
    #expect(selection == .range(0, 6))
    selection.collapse()
    #expect(selection == .caret(6))
  }

  @Test func `before the first gap is the caller's mistake`() async {
    await #expect(processExitsWith: .failure) { _ = TextSelection(anchor: 0, head: -1) }
  }
}
