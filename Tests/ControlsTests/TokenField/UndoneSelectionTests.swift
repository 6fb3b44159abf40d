import Scene
import Testing

@testable import Controls

@Suite struct `Caret and selection` {
  private typealias Editor = TokenEditor<TextTokens>
  private typealias Unit = TokenUnit<TextToken>

  /// Something that is one step.
  struct Deed: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var policy = DuplicatePolicy.allow
    var selection = TextSelection(caret: 0)
    var scattered: [Range<Int>] = []
    let act: @Sendable (inout TokenEditor<TextTokens>) -> Void
  }

  /// What is done to three tokens and, behind them, the text `k0 x`, which ends in a fourth.
  static let deeds: [Deed] = [
    Deed(testDescription: "a list that takes tokens from elsewhere", policy: .move) {
      _ = $0.paste("k2,new")
    },
    Deed(
      testDescription: "a list that takes them from both sides", policy: .move,
      selection: .range(1, 2)
    ) {
      _ = $0.paste("k2,new,k0")
    },
    Deed(testDescription: "a list", selection: .range(2, 0), scattered: [7..<8]) {
      _ = $0.paste("x,y")
    },
    Deed(testDescription: "tokens that are moved forward", scattered: [0..<1, 2..<3]) {
      $0.moveSelected(to: 8)
    },
    Deed(testDescription: "tokens that are moved back", selection: .range(8, 7)) {
      $0.moveSelected(to: 1)
    },
    Deed(testDescription: "tokens that go", selection: .range(1, 0), scattered: [7..<8]) {
      $0.removeSelected()
    },
    Deed(testDescription: "a letter in the place of tokens", scattered: [0..<1, 2..<3]) {
      $0.type("z")
    },
    Deed(testDescription: "text that becomes a token far from the caret") { $0.tokenizeAll() },
    Deed(
      testDescription: "text that becomes a token around the caret", selection: .caret(5)
    ) { $0.tokenizeHere() },
    Deed(
      testDescription: "text that becomes a token that is there", policy: .move,
      selection: .caret(5)
    ) { $0.type(",") },
    Deed(testDescription: "a token that becomes text", selection: .range(1, 2)) { $0.edit(1) },
  ]

  @Test(arguments: deeds) func `are where they were, after undo and redo as before and after`(
    deed: Deed
  ) {
    let units = [Unit].tokens(0..<3) + "k0 x".map { .text($0) } + .tokens([3])
    var editor = Editor(of: units, duplicates: deed.policy)
    (editor.selection, editor.scattered) = (deed.selection, deed.scattered)
    deed.act(&editor)
    let (names, selection, scattered) = (editor.names, editor.selection, editor.scattered)
    #expect(names != units.map { Editor.words([$0]) })
    for _ in 0..<2 {
      editor.undo()
      #expect(Array(editor.units) == units && !editor.history.canUndo)
      #expect(editor.selection == deed.selection && editor.scattered == deed.scattered)
      editor.redo()
      #expect(editor.names == names && !editor.history.canRedo)
      #expect(editor.selection == selection && editor.scattered == scattered)
    }
  }
}
