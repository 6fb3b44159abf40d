import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `The place of what is pasted` {
  /// What is done before and after something is asked for in a field of `a`, `b` and `c`.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    var before: [KeyPress] = [KeyPress(.right)]
    let meanwhile: [Deed]
    let units: String
  }

  enum Deed {
    case press(Key, Modifiers = [])
    case type(String)
  }

  private static let undo = Deed.press(.character("z"), .control)
  private static let redo = Deed.press(.character("y"), .control)
  private static let erase = Deed.press(.backspace, .control)
  private static let shiftRight = KeyPress(.right, modifiers: .shift)

  static let rows: [Row] = [
    Row(testDescription: "nothing", meanwhile: [], units: "[a][x][y][b][c]"),
    Row(
      testDescription: "tokens there", meanwhile: [.type("t,u,")], units: "[a][x][y][t][u][b][c]"),
    Row(testDescription: "text there", meanwhile: [.type("tu")], units: "[a][x][y]tu[b][c]"),
    Row(
      testDescription: "a token behind", meanwhile: [.press(.end), .type("t,")],
      units: "[a][x][y][b][c][t]"),
    Row(
      testDescription: "a token before", meanwhile: [.press(.home), .type("t,")],
      units: "[t][a][x][y][b][c]"),
    Row(
      testDescription: "text before, a letter taken back",
      meanwhile: [.press(.home), .type("tu"), .press(.backspace)], units: "t[a][x][y][b][c]"),
    Row(
      testDescription: "a token before, taken back",
      meanwhile: [.press(.home), .type("t,"), undo, undo], units: "[a][x][y][b][c]"),
    Row(
      testDescription: "a token before, taken back and done again",
      meanwhile: [.press(.home), .type("t,"), undo, undo, redo, redo],
      units: "[t][a][x][y][b][c]"),
    Row(testDescription: "what is before goes", meanwhile: [erase], units: "[x][y][b][c]"),
    Row(
      testDescription: "what is behind goes", meanwhile: [.press(.delete, .control)],
      units: "[a][x][y][c]"),
    Row(
      testDescription: "what is around goes",
      meanwhile: [.press(.home), .press(.right, .shift), .press(.right, .shift), erase],
      units: "[x][y][c]"),
    Row(
      testDescription: "what is around goes, and comes back",
      meanwhile: [.press(.home), .press(.right, .shift), .press(.right, .shift), erase, undo],
      units: "[x][y][a][b][c]"),
    Row(
      testDescription: "what is to be replaced is left", before: [shiftRight],
      meanwhile: [.press(.end), .type("t,")], units: "[x][y][b][c][t]"),
    Row(
      testDescription: "what is to be replaced goes by itself", before: [shiftRight],
      meanwhile: [erase, .type("t,")], units: "[x][y][t][b][c]"),
    Row(
      testDescription: "a token is edited elsewhere",
      meanwhile: [.press(.end), .press(.left, .shift), .press(.enter), .press(.end), .type("t")],
      units: "[a][x][y][b][ct]"),
  ]

  private static let wide = String(repeating: " ", count: 70_000)

  /// A list of two, read at once, or in three frames during the first of which all is done.
  @Test(arguments: rows, [true, false]) func `stays between the units it was between`(
    row: Row, isLong: Bool
  ) {
    var field = Field(tokens: ["a", "b", "c"])
    for press in row.before { field.send(.keyPressed(press)) }
    field.press(.character("v"), .control)
    if isLong { field.receive("x,\(Self.wide),y,") }
    for deed in row.meanwhile { field.perform(deed) }
    let own = field.text
    if isLong { field.settle() } else { field.receive("x,y,") }
    #expect(field.text == row.units)
    // It is a step of its own, and takes nothing else along.
    field.perform(Self.undo)
    let isEdit = row.testDescription.contains("edited")
    let isReplaced = row.testDescription.contains("is left")
    #expect(field.text == (isEdit ? "[a][b][ct]" : isReplaced ? "[a][b][c][t]" : own))
    field.perform(Self.redo)
    #expect(field.text == row.units)
  }

  @Test func `is not the caret's, which stays where a person types`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive("x,\(Self.wide)y,")
    field.type("one t")
    field.settle()
    field.type("wo,")
    #expect(field.text == "[x][y][one two][a][b]")
  }

  @Test func `is the caret's, which goes behind it, where that has stayed`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.receive("x,\(Self.wide)y,")
    field.settle()
    field.type("c,")
    #expect(field.text == "[x][y][c][a][b]")
  }

  @Test func `is in the order of asking, whichever comes first`() {
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

  @Test func `leaves what is selected selected, and tells nobody anew`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.character("v"), .control)
    field.press(.end)
    field.press(.left, .shift)
    let count = field.actions.count
    field.receive("x,")
    #expect(field.selection == .range(3, 2) && field.actions.count == count + 1)
  }

  /// A few that go are taken out each by itself, or with the text between them, and many at once.
  @Test(arguments: [3, 200], [false, true])
  func `stays between what stays as others go and come back`(
    count: Int, isTextBetween: Bool
  ) {
    let units = [TokenUnit<TextToken>].tokens(0..<count).flatMap {
      [$0] + (isTextBetween ? [.text("x"), .text("y")] : [])
    }
    let step = isTextBetween ? 3 : 2
    for gap in 0...units.count {
      var editor = TokenEditor<TextTokens>(of: units, duplicates: .allow)
      editor.selection = .caret(gap)
      var place = PastePlace(in: editor, order: 0)
      let doomed = stride(from: 0, to: units.count, by: step).map { $0..<$0 + 1 }
      (editor.selection, editor.scattered) = (.caret(0), doomed)
      editor.removeSelected()
      place.follow(editor)
      let lost = doomed.count { $0.lowerBound < gap }
      #expect(place.range == gap - lost..<gap - lost)
      editor.undo()
      place.follow(editor)
      // Where it is beside them it is before those that come back.
      let isBeside = doomed.contains { $0.upperBound == gap }
      #expect(place.range.lowerBound == (isBeside ? gap - 1 : gap))
    }
  }

  @Test func `is all that is selected there, where two ranges of that meet`() {
    let text = [TokenUnit<TextToken>](
      repeating: .text("x"), count: TokenFieldConfiguration.textLimit)
    var editor = TokenEditor<TextTokens>(of: text, duplicates: .allow)
    (editor.selection, editor.scattered) = (.range(2000, 6000), [0..<3000])
    #expect(PastePlace(in: editor, order: 0).range == 0..<6000)
    let isPut = editor.paste(String(repeating: "y", count: 5000))
    #expect(isPut && editor.units.count == 9000, "there is room for it as text")
  }

  @Test(arguments: 0..<16) func `agrees with marks between the units of a naive model`(seed: Int) {
    var person = PastingPerson(seed: seed)
    for step in 0..<120 {
      person.act()
      guard person.agrees else {
        Issue.record("step \(step): \(person.deeds.suffix(8)): \(person.difference)")
        return
      }
    }
    person.finish()
    #expect(person.agrees, "\(person.difference)")
    person.undoAll()
    #expect(person.field.text == "[a][b][c]")
  }
}

extension ControlHarness where Subject == TextTokenField {
  fileprivate mutating func perform(_ deed: `The place of what is pasted`.Deed) {
    switch deed {
    case .press(let key, let modifiers): press(key, modifiers)
    case .type(let text): type(text)
    }
  }

  /// Tokens in brackets, and text.
  var text: String {
    control.units.reduce(into: "") { text, unit in
      switch unit {
      case .token(let token): text += "[\(token.text)]"
      case .text(let character): text.append(character)
      }
    }
  }
}
