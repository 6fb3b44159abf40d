import Scene
import Testing

@testable import Controls

@Suite struct `Caret and selection after undo` {
  private typealias Editor = TokenEditor<TextTokenAdapter>
  private typealias Element = TokenFieldElement<TextToken>

  /// An action that makes one undo step.
  struct Action: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var policy = DuplicatePolicy.allow
    var selection = TextSelection(caret: 0)
    var ranges: [Range<Int>] = []
    let run: @Sendable (inout TokenEditor<TextTokenAdapter>) -> Void
  }

  /// Actions on three tokens followed by the text `k0 x` and a fourth token.
  static let actions: [Action] = [
    Action(testDescription: "a pasted list that moves existing tokens", policy: .move) {
      _ = $0.paste("k2,new")
    },
    Action(
      testDescription: "a pasted list that moves tokens from both sides", policy: .move,
      selection: .range(1, 2)
    ) {
      _ = $0.paste("k2,new,k0")
    },
    Action(testDescription: "a pasted list", selection: .range(2, 0), ranges: [7..<8]) {
      _ = $0.paste("x,y")
    },
    Action(testDescription: "tokens moved forward", ranges: [0..<1, 2..<3]) {
      $0.moveSelected(to: 8)
    },
    Action(testDescription: "tokens moved back", selection: .range(8, 7)) {
      $0.moveSelected(to: 1)
    },
    Action(testDescription: "deleted tokens", selection: .range(1, 0), ranges: [7..<8]) {
      $0.removeSelected()
    },
    Action(testDescription: "tokens replaced by a letter", ranges: [0..<1, 2..<3]) {
      $0.type("z")
    },
    Action(testDescription: "text tokenized away from the caret") { $0.tokenizeAll() },
    Action(
      testDescription: "text tokenized around the caret", selection: .caret(5)
    ) { $0.tokenizeAtCaret() },
    Action(
      testDescription: "text that equals an existing token", policy: .move,
      selection: .caret(5)
    ) { $0.type(",") },
    Action(testDescription: "a token edited as text", selection: .range(1, 2)) { $0.edit(1) },
  ]

  @Test(arguments: actions) func `are restored by undo and redo`(
    action: Action
  ) {
    let elements = [Element].tokens(0..<3) + "k0 x".map { .text($0) } + .tokens([3])
    var editor = Editor(of: elements, duplicates: action.policy)
    (editor.selection, editor.additionalSelections) = (action.selection, action.ranges)
    action.run(&editor)
    let (names, selection, ranges) = (editor.names, editor.selection, editor.additionalSelections)
    #expect(names != elements.map { Editor.notation([$0]) })
    for _ in 0..<2 {
      editor.undo()
      #expect(Array(editor.elements) == elements && !editor.history.canUndo)
      #expect(editor.selection == action.selection && editor.additionalSelections == action.ranges)
      editor.redo()
      #expect(editor.names == names && !editor.history.canRedo)
      #expect(editor.selection == selection && editor.additionalSelections == ranges)
    }
  }
}
