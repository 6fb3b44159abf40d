import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `Paste destination` {
  /// The actions before and after a paste request in a field of `a`, `b` and `c`.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var before: [KeyPress] = [KeyPress(.right)]
    let actions: [Action]
    let expected: String
  }

  enum Action {
    case press(Key, Modifiers = [])
    case type(String)
  }

  private static let undo = Action.press(.character("z"), .control)
  private static let redo = Action.press(.character("y"), .control)
  private static let erase = Action.press(.backspace, .control)
  private static let shiftRight = KeyPress(.right, modifiers: .shift)

  static let rows: [Row] = [
    Row(testDescription: "no change", actions: [], expected: "[a][x][y][b][c]"),
    Row(
      testDescription: "tokens in it", actions: [.type("t,u,")], expected: "[a][x][y][t][u][b][c]"),
    Row(testDescription: "text in it", actions: [.type("tu")], expected: "[a][x][y]tu[b][c]"),
    Row(
      testDescription: "a token after it", actions: [.press(.end), .type("t,")],
      expected: "[a][x][y][b][c][t]"),
    Row(
      testDescription: "a token before it", actions: [.press(.home), .type("t,")],
      expected: "[t][a][x][y][b][c]"),
    Row(
      testDescription: "text before it, one letter deleted",
      actions: [.press(.home), .type("tu"), .press(.backspace)], expected: "t[a][x][y][b][c]"),
    Row(
      testDescription: "a token before it, undone",
      actions: [.press(.home), .type("t,"), undo, undo], expected: "[a][x][y][b][c]"),
    Row(
      testDescription: "a token before it, undone and redone",
      actions: [.press(.home), .type("t,"), undo, undo, redo, redo],
      expected: "[t][a][x][y][b][c]"),
    Row(testDescription: "the token before is deleted", actions: [erase], expected: "[x][y][b][c]"),
    Row(
      testDescription: "the token after is deleted", actions: [.press(.delete, .control)],
      expected: "[a][x][y][c]"),
    Row(
      testDescription: "the tokens around it are deleted",
      actions: [.press(.home), .press(.right, .shift), .press(.right, .shift), erase],
      expected: "[x][y][c]"),
    Row(
      testDescription: "the tokens around it are deleted, undone",
      actions: [.press(.home), .press(.right, .shift), .press(.right, .shift), erase, undo],
      expected: "[x][y][a][b][c]"),
    Row(
      testDescription: "the selection is cleared", before: [shiftRight],
      actions: [.press(.end), .type("t,")], expected: "[x][y][b][c][t]"),
    Row(
      testDescription: "the selection is deleted", before: [shiftRight],
      actions: [erase, .type("t,")], expected: "[x][y][t][b][c]"),
    Row(
      testDescription: "a token is edited elsewhere",
      actions: [.press(.end), .press(.left, .shift), .press(.enter), .press(.end), .type("t")],
      expected: "[a][x][y][b][ct]"),
  ]

  private static let wide = String(repeating: " ", count: 70_000)

  /// Pastes a list of two, read immediately, or in three frames with the actions during the first.
  @Test(arguments: rows, [true, false]) func `stays between the same elements`(
    row: Row, isLong: Bool
  ) {
    var field = Field(tokens: ["a", "b", "c"])
    for press in row.before { field.send(.keyPressed(press)) }
    field.press(.character("v"), .control)
    if isLong { field.receive("x,\(Self.wide),y,") }
    for action in row.actions { field.perform(action) }
    let before = field.text
    if isLong { field.settle() } else { field.receive("x,y,") }
    #expect(field.text == row.expected)
    // The paste is a separate undo step.
    field.perform(Self.undo)
    let isEdit = row.testDescription.contains("edited")
    let isReplaced = row.testDescription.contains("is cleared")
    #expect(field.text == (isEdit ? "[a][b][ct]" : isReplaced ? "[a][b][c][t]" : before))
    field.perform(Self.redo)
    #expect(field.text == row.expected)
  }

  @Test func `differs from the caret of a user who continues typing`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive("x,\(Self.wide)y,")
    field.type("one t")
    field.settle()
    field.type("wo,")
    #expect(field.text == "[x][y][one two][a][b]")
  }

  @Test func `moves the caret after the pasted tokens if it has not moved`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive("x,\(Self.wide)y,")
    field.settle()
    field.type("c,")
    #expect(field.text == "[x][y][c][a][b]")
  }

  @Test func `follows the order of requests, not of data`() {
    var field = Field(tokens: [])
    field.press(.character("v"), .control)
    field.type("m,")
    field.click(Point(x: 300, y: 49), button: .middle)
    field.press(.home)
    field.press(.character("v"), .control)
    field.receive("2,", from: .primary)
    field.receive("1,")
    field.receive("3,")
    #expect(field.text == "[1][3][m][2]")
  }

  @Test func `keeps the selection without offering it again`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.press(.end)
    field.press(.left, .shift)
    let count = field.outcomes.count
    field.receive("x,")
    #expect(field.selection == .range(3, 2) && field.outcomes.count == count + 1)
  }

  /// Few ranges are removed one by one, with or without text between them; many in one step.
  @Test(arguments: [3, 200], [false, true])
  func `stays between the remaining elements after removal and undo`(
    count: Int, isTextBetween: Bool
  ) {
    let elements = [TokenFieldElement<TextToken>].tokens(0..<count).flatMap {
      [$0] + (isTextBetween ? [.text("x"), .text("y")] : [])
    }
    let step = isTextBetween ? 3 : 2
    for index in 0...elements.count {
      var editor = TokenEditor<TextTokenAdapter>(of: elements, duplicates: .allow)
      editor.selection = .caret(index)
      var destination = PasteDestination(in: editor, number: 0)
      let ranges = stride(from: 0, to: elements.count, by: step).map { $0..<$0 + 1 }
      (editor.selection, editor.additionalSelections) = (.caret(0), ranges)
      editor.removeSelected()
      destination.update(for: editor)
      let lost = ranges.count { $0.lowerBound < index }
      #expect(destination.ranges(in: editor.elements) == [index - lost..<index - lost])
      editor.undo()
      destination.update(for: editor)
      // Next to restored elements, the destination is before them.
      let isBeside = ranges.contains { $0.upperBound == index }
      #expect(destination.ranges(in: editor.elements)[0].lowerBound == (isBeside ? index - 1 : index))
    }
  }

  @Test func `covers the union of overlapping selections`() {
    let text = [TokenFieldElement<TextToken>](
      repeating: .text("x"), count: TokenFieldConfiguration.textLimit)
    var editor = TokenEditor<TextTokenAdapter>(of: text, duplicates: .allow)
    (editor.selection, editor.additionalSelections) = (.range(2000, 6000), [0..<3000])
    #expect(PasteDestination(in: editor, number: 0).ranges(in: editor.elements) == [0..<6000])
    let isPasted = editor.paste(String(repeating: "y", count: 5000))
    #expect(isPasted && editor.elements.count == 9000, "it fits as text")
  }

  @Test(arguments: seeds(16)) func `matches markers in a reference model`(seed: Int) {
    var driver = PasteModelDriver(seed: seed)
    for step in 0..<120 {
      driver.act()
      guard driver.matches else {
        Issue.record("step \(step): \(driver.actions.suffix(8)): \(driver.difference)")
        return
      }
    }
    driver.finish()
    #expect(driver.matches, "\(driver.difference)")
    driver.undoAll()
    #expect(driver.field.text == "[a][b][c]")
  }
}

extension ControlHarness where Subject == TextTokenField {
  fileprivate mutating func perform(_ action: `Paste destination`.Action) {
    switch action {
    case .press(let key, let modifiers): press(key, modifiers)
    case .type(let text): type(text)
    }
  }

  /// The tokens, in brackets, and the text.
  var text: String {
    control.elements.reduce(into: "") { text, element in
      switch element {
      case .token(let token): text += "[\(token.text)]"
      case .text(let character): text.append(character)
      }
    }
  }
}
