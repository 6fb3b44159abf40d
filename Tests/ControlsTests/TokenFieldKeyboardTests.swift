import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Token field keyboard input` {
  @Test func `T3 initially has its caret before the first token`() {
    #expect(ControlHarness(tokens: ["a", "b"]).selection == .caret(0))
  }

  @Test func `T3, T6 moves the caret by one token with arrow keys and stops at the ends`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    for index in [1, 2, 3, 3, 3] {
      field.press(.right)
      #expect(field.selection == .caret(index))
    }
    for index in [2, 1, 0, 0, 0] {
      field.press(.left)
      #expect(field.selection == .caret(index))
    }
  }

  private static let jumps: [(Key, Modifiers, Int)] = [
    (.home, [], 0), (.end, [], 3), (.home, .control, 0), (.end, .control, 3),
    (.left, .control, 0), (.right, .control, 3), (.left, .super, 0), (.right, .super, 3),
  ]

  @Test(arguments: jumps) func `T6 jumps to the ends`(key: Key, modifiers: Modifiers, end: Int) {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.right)
    for _ in 0..<2 {
      let isHandled = field.press(key, modifiers)
      #expect(isHandled)
      #expect(field.selection == .caret(end))
    }
  }

  @Test(arguments: [Key.left, .right, .home, .end, .backspace, .delete])
  func `T6 handles its keys even if they change nothing`(key: Key) {
    for count in [0, 2] {
      var field = ControlHarness(tokens: Array(repeating: "a", count: count))
      let end: Key = [.right, .end, .delete].contains(key) ? .end : .home
      field.press(end)
      let isHandled = field.press(key)
      #expect(isHandled)
      #expect(field.ids.count == count && field.deletions.isEmpty)
    }
  }

  @Test(arguments: [
    Key.tab, .pageUp, .pageDown, .escape, .enter, .space, .function(2), .character("a"),
    .character("q"), .unidentified,
  ]) func `T6 ignores every other key`(key: Key) {
    var field = ControlHarness(tokens: ["a", "b"])
    let before = field.drawing()
    for modifiers in [Modifiers(), .shift, .alt] {
      let isHandled = field.press(key, modifiers)
      #expect(!isHandled)
    }
    #expect(field.drawing() == before)
  }

  @Test func `T6, T7 ignores all keys without focus`() {
    var field = ControlHarness(tokens: ["a", "b"], isFocused: false)
    for key in [Key.right, .end, .delete, .backspace] {
      let isHandled = field.press(key)
      #expect(!isHandled)
    }
    #expect(field.selection == .caret(0) && field.ids == [0, 1])
  }

  private static let movements: [(Key, Modifiers, Int)] = [
    (.left, [], 1), (.right, [], 3), (.home, [], 0), (.end, [], 4), (.home, .control, 0),
    (.end, .control, 4), (.left, .control, 0), (.right, .control, 4), (.left, .super, 0),
    (.right, .super, 4),
  ]

  @Test(arguments: movements) func `T8 extends the selection with every movement and Shift`(
    key: Key, modifiers: Modifiers, head: Int
  ) {
    var field = ControlHarness(tokens: ["a", "b", "c", "d"])
    field.press(.right)
    field.press(.right)
    field.press(key, modifiers.union(.shift))
    #expect(field.selection == .range(2, head))
  }

  @Test func `T8 moves the selection across its anchor`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.right)
    for (key, head) in [(Key.right, 2), (.right, 3), (.left, 2), (.left, 1), (.left, 0)] {
      field.press(key, .shift)
      #expect(field.selection == .range(1, head))
    }
  }

  @Test func `T8 collapses a range to the side of the movement`() {
    var field = ControlHarness(tokens: ["a", "b", "c", "d"])
    field.press(.right)
    field.press(.right, .shift)
    field.press(.right, .shift)
    var other = field
    field.press(.left)
    #expect(field.selection == .caret(1))
    other.press(.right)
    #expect(other.selection == .caret(3))
  }

  @Test func `T8 selects all, and clears the selection at the caret`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.character("a"), .control)
    #expect(field.selection == .range(0, 3))
    field.press(.left, .shift)
    field.press(.character("a"), [.control, .shift])
    #expect(field.selection == .caret(2))
    field.press(.character("/"), .control)
    #expect(field.selection == .range(0, 3))
    field.press(.character("\\"), .control)
    #expect(field.selection == .caret(3))
  }
}

@Suite struct `Token field deletion` {
  @Test func `T8 selects the previous token on the first Backspace and deletes it on the second`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.end)
    field.press(.backspace)
    #expect(field.selection == .range(3, 2))
    #expect(field.ids == [0, 1, 2] && field.deletions.isEmpty)
    field.press(.backspace)
    #expect(field.selection == .caret(2))
    #expect(field.ids == [0, 1] && field.deletions == [[2]])
  }

  @Test func `T8 selects the next token on the first Delete and deletes it on the second`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.right)
    field.press(.delete)
    #expect(field.selection == .range(1, 2))
    #expect(field.ids == [0, 1, 2] && field.deletions.isEmpty)
    field.press(.delete)
    #expect(field.selection == .caret(1))
    #expect(field.ids == [0, 2] && field.deletions == [[1]])
  }

  @Test(arguments: [Key.backspace, .delete]) func `T8 ignores key repeats`(key: Key) {
    var field = ControlHarness(tokens: ["a", "b", "c", "d"])
    field.press(.right)
    field.press(.right)
    field.press(key)
    for _ in 0..<20 {
      let isHandled = field.press(key, isRepeat: true)
      #expect(isHandled)
    }
    #expect(field.ids == [0, 1, 2, 3])
    #expect(field.selection.range.count == 1)
    field.press(key)
    for _ in 0..<20 { field.press(key, isRepeat: true) }
    #expect(field.ids.count == 3)
    #expect(field.selection.isCaret)
  }

  @Test(arguments: [Key.backspace, .delete], [Modifiers(), .control])
  func `T8 removes a whole range and leaves the caret there`(key: Key, modifiers: Modifiers) {
    for shifted in [Key.left, .right] {
      var field = ControlHarness(tokens: ["a", "b", "c", "d"])
      field.press(shifted == .left ? .end : .home)
      field.press(shifted == .left ? .left : .right)
      field.press(shifted, .shift)
      field.press(shifted, .shift)
      field.press(key, modifiers)
      #expect(field.ids == [0, 3] && field.deletions == [[1, 2]])
      #expect(field.selection == .caret(1))
    }
  }

  @Test func `T8 removes the adjacent token immediately with Control`() {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.right)
    field.press(.delete, .control)
    #expect(field.deletions == [[1]] && field.selection == .caret(1))
    field.press(.backspace, .control)
    #expect(field.deletions == [[1], [0]] && field.selection == .caret(0))
    #expect(field.ids == [2])
  }

  @Test(arguments: [Unicode.Scalar("u"), "k"])
  func `T8 is not performed by the keys that delete text to an end`(scalar: Unicode.Scalar) {
    var field = ControlHarness(tokens: ["a", "b", "c"])
    field.press(.right)
    field.press(.right, .shift)
    let isHandled = field.press(.character(scalar), .control)
    #expect(isHandled)
    #expect(field.ids == [0, 1, 2] && field.selection == .range(1, 2))
  }

  @Test func `T1 removes the correct token among tokens with equal texts`() {
    var field = ControlHarness(tokens: ["same", "same", "same"])
    field.press(.right)
    field.press(.delete, .control)
    #expect(field.ids == [0, 2])
    field.settle()
    #expect(field.drawing().texts.filter { $0 == "same" }.count == 2)
  }
}
