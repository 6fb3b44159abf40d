import Testing

@testable import Controls

@Suite struct `Edits of which one step is made` {
  private typealias Editor = TokenEditor<TextTokens>
  private typealias History = EditHistory<Editor.Edit>
  private typealias Unit = TokenUnit<TextToken>

  /// Every other one of more tokens than the history has steps for.
  private static let scattered = (0...History.capacity).map { 2 * $0..<2 * $0 + 1 }
  private static let many = [TokenUnit<TextToken>].tokens(0...2 * History.capacity)

  @Test func `bring back what moved for a paste, however dear that is`() {
    var editor = Editor(of: .tokens(0..<2), duplicates: .move)
    editor.replace(0..<0, with: UnitSequence([Unit].tokens([2])))
    editor.selection = .caret(3)
    var insertion = PasteInsertion(
      UnitSequence([Unit].tokens([0, 7])), cost: 2 * History.costLimit, withIdentities: false,
      joining: 0, at: PastePlace(in: editor, order: 0), in: editor)
    let isKnown = insertion.goOn(in: &editor, atMost: .max)
    let isPut = editor.put(insertion, inSight: 0..<0)
    #expect(isKnown && isPut && editor.words == "[k2][k1][k0][k7]")
    editor.undo()
    #expect(editor.words == "[k2][k0][k1]")
    #expect(editor.units.compactMap { $0.token?.id } == [2, 0, 1])
    #expect(editor.history.canUndo, "it is the last step that may be dear")
    editor.redo()
    #expect(editor.words == "[k2][k1][k0][k7]")
  }

  @Test func `bring back all that was selected apart from each other`() {
    var editor = Editor(of: Self.many, duplicates: .allow)
    editor.replace(0..<0, with: UnitSequence([Unit].tokens([9999])))
    let whole = editor.words
    editor.scattered = Self.scattered.map { $0.lowerBound + 1..<$0.upperBound + 1 }
    _ = editor.takeNews()
    editor.removeSelected()
    #expect(editor.units.count == History.capacity + 1)
    #expect(editor.takeNews().replacements.count == 2, "the first of them, and all others")
    editor.undo()
    let isWhole = editor.words == whole
    #expect(isWhole && editor.history.canUndo, "steps before it are not forgotten for it")
  }

  @Test func `bring back all that was moved from apart from each other`() {
    var editor = Editor(of: Self.many, duplicates: .allow)
    let whole = editor.words
    editor.scattered = Self.scattered
    editor.moveSelected(to: editor.units.count)
    #expect(editor.takeNews().replacements.count == 2, "what goes, and what comes")
    let isMoved = editor.words != whole
    #expect(isMoved && editor.units.count == Self.many.count)
    editor.undo()
    let isWhole = editor.words == whole
    #expect(isWhole && !editor.history.canUndo)
  }

  @Test(arguments: [false, true])
  func `bring back a token that was edited in more steps than there are`(isSettled: Bool) {
    var editor = Editor(of: .tokens(0..<2), duplicates: .allow)
    editor.edit(1)
    for letter in 0...History.capacity {
      editor.type("\(letter % 10)")
      editor.history.endStep()
    }
    if isSettled { editor.endTrial() } else { editor.revert() }
    #expect((editor.words == "[k0][k1]") != isSettled && editor.units.count == 2)
    if isSettled { editor.undo() }
    #expect(editor.words == "[k0][k1]" && !editor.history.canUndo)
  }
}
