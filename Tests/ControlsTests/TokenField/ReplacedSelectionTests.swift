import Scene
import Testing

@testable import Controls

@Suite struct `Text beside a replaced selection` {
  private typealias Editor = TokenEditor<TextTokenAdapter>
  private typealias Element = TokenFieldElement<TextToken>

  /// Characters that form one grapheme when adjacent: a letter and an accent, two halves of a flag.
  private static let halves: [(Character, Character)] = [
    ("e", "\u{301}"), ("\u{1F1E9}", "\u{1F1EA}"),
  ]

  /// Returns both halves with tokens before, between and after them; the middle token is selected.
  private static func editor(_ halves: (Character, Character)) -> (editor: Editor, elements: [Element]) {
    let tokens = [Element].tokens(0..<3)
    let elements = [tokens[0], .text(halves.0), tokens[1], .text(halves.1), tokens[2]]
    var editor = Editor(of: elements, duplicates: .refuse)
    editor.selection = .range(2, 3)
    return (editor, elements)
  }

  @Test(arguments: halves) func `stays when a list replaces a token`(
    halves: (Character, Character)
  ) {
    var (editor, elements) = Self.editor(halves)
    let isPasted = editor.paste("b,c")
    #expect(isPasted && editor.names == ["[k0]", "[\(halves.0)b]", "[c]", "\(halves.1)", "[k2]"])
    editor.undo()
    #expect(Array(editor.elements) == elements && editor.selection == .range(2, 3))
    #expect(!editor.history.canUndo)
  }

  @Test(arguments: halves, [false, true])
  func `stays on both sides of typed or pasted text`(
    halves: (Character, Character), isPasted: Bool
  ) {
    var (editor, elements) = Self.editor(halves)
    if isPasted { _ = editor.paste("x") } else { editor.type("x") }
    let text = "\(halves.0)x\(halves.1)".map { "\($0)" }
    #expect(editor.names == ["[k0]"] + text + ["[k2]"])
    #expect(editor.selection == .caret(3))
    editor.undo()
    #expect(Array(editor.elements) == elements && !editor.history.canUndo)
  }

  @Test func `does not change if typed text does not fit`() {
    let text = [Element](repeating: .text("x"), count: TokenFieldConfiguration.textLimit / 2)
    var editor = Editor(of: text + .tokens([0]) + text, duplicates: .allow)
    editor.selection = .range(text.count, text.count + 1)
    editor.type("y")
    #expect(editor.elements.count == 2 * text.count + 1 && editor.takePendingUpdates().message != nil)
  }

  @Test(arguments: halves) func `is not joined when a token moves back between the halves`(
    halves: (Character, Character)
  ) {
    var (editor, elements) = Self.editor(halves)
    (editor.selection, editor.additionalSelections) = (.caret(0), [2..<3, 4..<5])
    editor.moveSelected(to: 3)
    #expect(editor.names == ["[k0]", "\(halves.0)", "[k1]", "[k2]", "\(halves.1)"])
    #expect(editor.selection == .range(2, 4))
    editor.undo()
    #expect(Array(editor.elements) == elements)
  }

  @Test func `stays on the same side of a moved token when flags are segmented again`() {
    let halves: [Character] = ["\u{1F1E9}", "\u{1F1EA}\u{1F1EB}", "\u{1F1EC}"]
    let elements: [Element] =
      [.text(halves[0])] + .tokens([0]) + [.text(halves[1]), .text(halves[2])]
    var editor = Editor(of: elements, duplicates: .allow)
    editor.selection = .range(1, 2)
    editor.moveSelected(to: 3)
    #expect(
      editor.names == ["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}", "[k0]", "\u{1F1EC}"])
    #expect(editor.selection == .range(2, 3))
  }

  @Test(arguments: halves) func `is joined when both halves are moved together`(
    halves: (Character, Character)
  ) {
    let tokens = [Element].tokens(0..<3)
    let elements = [tokens[0], .text(halves.0), tokens[1], .text(halves.1), tokens[2]]
    var editor = Editor(of: elements, duplicates: .allow)
    (editor.selection, editor.additionalSelections) = (.range(0, 2), [3..<5])
    editor.moveSelected(to: 0)
    #expect(editor.names == ["[k0]", "\(halves.0)\(halves.1)", "[k2]", "[k1]"])
    #expect(editor.selection == .range(0, 3))
  }

  @Test(arguments: halves) func `is joined when it is moved to the start`(
    halves: (Character, Character)
  ) {
    let tokens = [Element].tokens(0..<2)
    let elements = [.text(halves.0), tokens[0], .text(halves.1), tokens[1]]
    var editor = Editor(of: elements, duplicates: .allow)
    (editor.selection, editor.additionalSelections) = (.range(0, 1), [2..<4])
    editor.moveSelected(to: 0)
    #expect(editor.names == ["\(halves.0)\(halves.1)", "[k1]", "[k0]"])
    #expect(editor.selection == .range(0, 2))
  }

  @Test(arguments: halves) func `is joined if a token between is refused`(
    halves: (Character, Character)
  ) {
    var editor = Editor(of: .tokens([0]), duplicates: .refuse)
    var bytes: [UInt8] = []
    for element in ["t7 k7", "s\(halves.0)", "t8 k0", "s\(halves.1)", "t9 k9"] {
      Netstring.append(Array(element.utf8), to: &bytes)
    }
    let isPasted = editor.paste(bytes, as: .tokens)
    #expect(isPasted && editor.names == ["[k7]", "\(halves.0)\(halves.1)", "[k9]", "[k0]"])
  }
}
