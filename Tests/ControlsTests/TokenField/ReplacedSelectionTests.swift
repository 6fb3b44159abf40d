import Scene
import Testing

@testable import Controls

@Suite struct `Text beside what is replaced` {
  private typealias Editor = TokenEditor<TextTokens>
  private typealias Unit = TokenUnit<TextToken>

  /// Letters that grow together where they meet: one and its accent, and the halves of a flag.
  private static let halves: [(Character, Character)] = [
    ("e", "\u{301}"), ("\u{1F1E9}", "\u{1F1EA}"),
  ]

  /// Both halves with tokens before, between and behind them, that between them selected.
  private static func editor(_ halves: (Character, Character)) -> (editor: Editor, units: [Unit]) {
    let tokens = [Unit].tokens(0..<3)
    let units = [tokens[0], .text(halves.0), tokens[1], .text(halves.1), tokens[2]]
    var editor = Editor(of: units, duplicates: .refuse)
    editor.selection = .range(2, 3)
    return (editor, units)
  }

  @Test(arguments: halves) func `is all there where a list takes the place of a token`(
    halves: (Character, Character)
  ) {
    var (editor, units) = Self.editor(halves)
    let isPut = editor.paste("b,c")
    #expect(isPut && editor.names == ["[k0]", "[\(halves.0)b]", "[c]", "\(halves.1)", "[k2]"])
    editor.undo()
    #expect(Array(editor.units) == units && editor.selection == .range(2, 3))
    #expect(!editor.history.canUndo)
  }

  @Test(arguments: halves, [false, true])
  func `stays where it was, on both sides of what is typed or pasted`(
    halves: (Character, Character), isPasted: Bool
  ) {
    var (editor, units) = Self.editor(halves)
    if isPasted { _ = editor.paste("x") } else { editor.type("x") }
    let text = "\(halves.0)x\(halves.1)".map { "\($0)" }
    #expect(editor.names == ["[k0]"] + text + ["[k2]"])
    #expect(editor.selection == .caret(3))
    editor.undo()
    #expect(Array(editor.units) == units && !editor.history.canUndo)
  }

  @Test func `is left alone where there is no room for what is typed`() {
    let text = [Unit](repeating: .text("x"), count: TokenFieldConfiguration.textLimit / 2)
    var editor = Editor(of: text + .tokens([0]) + text, duplicates: .allow)
    editor.selection = .range(text.count, text.count + 1)
    editor.type("y")
    #expect(editor.units.count == 2 * text.count + 1 && editor.takeNews().remark != nil)
  }

  @Test(arguments: halves) func `meets nothing where a token comes back to its place with another`(
    halves: (Character, Character)
  ) {
    var (editor, units) = Self.editor(halves)
    (editor.selection, editor.scattered) = (.caret(0), [2..<3, 4..<5])
    editor.moveSelected(to: 3)
    #expect(editor.names == ["[k0]", "\(halves.0)", "[k1]", "[k2]", "\(halves.1)"])
    #expect(editor.selection == .range(2, 4))
    editor.undo()
    #expect(Array(editor.units) == units)
  }

  @Test func `is on the same side of a token that is moved, however flags are divided`() {
    let halves: [Character] = ["\u{1F1E9}", "\u{1F1EA}\u{1F1EB}", "\u{1F1EC}"]
    let units: [Unit] =
      [.text(halves[0])] + .tokens([0]) + [.text(halves[1]), .text(halves[2])]
    var editor = Editor(of: units, duplicates: .allow)
    editor.selection = .range(1, 2)
    editor.moveSelected(to: 3)
    #expect(
      editor.names == ["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}", "[k0]", "\u{1F1EC}"])
    #expect(editor.selection == .range(2, 3))
  }

  @Test(arguments: halves) func `grows together where it is moved with what is beside it`(
    halves: (Character, Character)
  ) {
    let tokens = [Unit].tokens(0..<3)
    let units = [tokens[0], .text(halves.0), tokens[1], .text(halves.1), tokens[2]]
    var editor = Editor(of: units, duplicates: .allow)
    (editor.selection, editor.scattered) = (.range(0, 2), [3..<5])
    editor.moveSelected(to: 0)
    #expect(editor.names == ["[k0]", "\(halves.0)\(halves.1)", "[k2]", "[k1]"])
    #expect(editor.selection == .range(0, 3))
  }

  @Test(arguments: halves) func `grows together at the start of what is moved to the start`(
    halves: (Character, Character)
  ) {
    let tokens = [Unit].tokens(0..<2)
    let units = [.text(halves.0), tokens[0], .text(halves.1), tokens[1]]
    var editor = Editor(of: units, duplicates: .allow)
    (editor.selection, editor.scattered) = (.range(0, 1), [2..<4])
    editor.moveSelected(to: 0)
    #expect(editor.names == ["\(halves.0)\(halves.1)", "[k1]", "[k0]"])
    #expect(editor.selection == .range(0, 2))
  }

  @Test(arguments: halves) func `grows together where a token between it is refused`(
    halves: (Character, Character)
  ) {
    var editor = Editor(of: .tokens([0]), duplicates: .refuse)
    var bytes: [UInt8] = []
    for unit in ["t7 k7", "s\(halves.0)", "t8 k0", "s\(halves.1)", "t9 k9"] {
      Netstring.append(Array(unit.utf8), to: &bytes)
    }
    let isPut = editor.paste(bytes, as: .tokens)
    #expect(isPut && editor.names == ["[k7]", "\(halves.0)\(halves.1)", "[k9]", "[k0]"])
  }
}
