import Controls
import TestSupport
import Testing

@Suite struct `Text selection` {
  @Test func `T9 is the same range in either direction`() {
    for selection in [TextSelection.range(1, 4), .range(4, 1)] {
      #expect(selection.range == 1..<4 && !selection.isCaret)
    }
    #expect(TextSelection.caret(3).range == 3..<3 && TextSelection.caret(3).isCaret)
  }

  @Test func `T9 clamps the caret to the nearest insertion index`() {
    var selection = TextSelection.caret(1)
    selection.moveCaret(to: 9, extending: true, count: 4)
    #expect(selection == .range(1, 4))
    selection.moveCaret(to: -3, count: 4)
    #expect(selection == .caret(0))
  }

  @Test func `T9 selects all and collapses to the caret`() {
    var selection = TextSelection.caret(1)
    selection.selectAll(count: 6)
    #expect(selection == .range(0, 6))
    selection.collapse()
    #expect(selection == .caret(6))
  }

  @Test func `traps on a negative insertion index`() async {
    await #expect(processExitsWith: .failure) { _ = TextSelection(anchor: 0, head: -1) }
  }
}
