import Testing

@testable import Controls

@Suite struct `Coalesced edits` {
  private typealias Editor = TokenEditor<TextTokenAdapter>
  private typealias History = EditHistory<Editor.Edit>
  private typealias Element = TokenFieldElement<TextToken>

  /// Every second one of more tokens than the history has steps.
  private static let separate = (0...History.capacity).map { 2 * $0..<2 * $0 + 1 }
  private static let many = [TokenFieldElement<TextToken>].tokens(0...2 * History.capacity)

  @Test func `restore tokens moved by a paste above the cost limit`() {
    var editor = Editor(of: .tokens(0..<2), duplicates: .move)
    editor.replace(0..<0, with: ElementSequence([Element].tokens([2])))
    editor.selection = .caret(3)
    var merge = PasteMerge(
      ElementSequence([Element].tokens([0, 7])), cost: 2 * History.costLimit, withIdentities: false,
      at: PasteDestination(in: editor, number: 0), in: editor)
    let isComplete = merge.advance(in: &editor, limit: .max)
    let isPasted = editor.commit(merge, visible: 0..<0)
    #expect(isComplete && isPasted && editor.notation == "[k2][k1][k0][k7]")
    editor.undo()
    #expect(editor.notation == "[k2][k0][k1]")
    #expect(editor.elements.compactMap { $0.token?.id } == [2, 0, 1])
    #expect(editor.history.canUndo, "the last step may exceed the cost limit")
    editor.redo()
    #expect(editor.notation == "[k2][k1][k0][k7]")
  }

  @Test func `restore all deleted multiple selections`() {
    var editor = Editor(of: Self.many, duplicates: .allow)
    editor.replace(0..<0, with: ElementSequence([Element].tokens([9999])))
    let whole = editor.notation
    editor.additionalSelections = Self.separate.map { $0.lowerBound + 1..<$0.upperBound + 1 }
    _ = editor.takePendingUpdates()
    editor.removeSelected()
    #expect(editor.elements.count == History.capacity + 1)
    let maximum = ElementSequence<TextToken>.Splice.maximumReplacementCount + 1
    #expect(
      editor.takePendingUpdates().changes.count == maximum, "the last change removes all further ranges")
    editor.undo()
    let isWhole = editor.notation == whole
    #expect(isWhole && editor.history.canUndo, "earlier steps are not trimmed")
  }

  @Test func `restore all moved multiple selections`() {
    var editor = Editor(of: Self.many, duplicates: .allow)
    let whole = editor.notation
    editor.additionalSelections = Self.separate
    editor.moveSelected(to: editor.elements.count)
    let maximum = ElementSequence<TextToken>.Splice.maximumReplacementCount + 1
    #expect(editor.takePendingUpdates().changes.count == maximum, "the last change also inserts")
    let isMoved = editor.notation != whole
    #expect(isMoved && editor.elements.count == Self.many.count)
    editor.undo()
    let isWhole = editor.notation == whole
    #expect(isWhole && !editor.history.canUndo)
  }

  @Test(arguments: [false, true])
  func `restore a token edited in more steps than the history has`(isSettled: Bool) {
    var editor = Editor(of: .tokens(0..<2), duplicates: .allow)
    editor.edit(1)
    for letter in 0...History.capacity {
      editor.type("\(letter % 10)")
      editor.history.endStep()
    }
    if isSettled { editor.commitInPlaceEdit() } else { editor.cancelInPlaceEdit() }
    #expect((editor.notation == "[k0][k1]") != isSettled && editor.elements.count == 2)
    if isSettled { editor.undo() }
    #expect(editor.notation == "[k0][k1]" && !editor.history.canUndo)
  }
}
