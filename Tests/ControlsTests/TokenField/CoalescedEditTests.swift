import Testing

@testable import Controls

@Suite struct `Coalesced edits` {
  private typealias Editor = TokenEditor<TextTokenAdapter>
  private typealias History = EditHistory<Editor.Edit>

  /// Every second one of more tokens than the history has steps.
  private static let separate = (0...History.capacity).map { 2 * $0..<2 * $0 + 1 }
  private static let many = [TokenFieldElement<TextToken>].tokens(0...2 * History.capacity)

  @Test func `restore all moved multiple selections`() {
    var editor = Editor(of: Self.many, duplicates: .allow)
    let whole = editor.notation
    editor.selected.additional = Self.separate
    editor.moveSelected(to: editor.elements.count)
    #expect(editor.takePendingUpdates().changes.count == 1, "very many ranges are changed together")
    let isMoved = editor.notation != whole
    #expect(isMoved && editor.elements.count == Self.many.count)
    editor.undo()
    let isWhole = editor.notation == whole
    #expect(isWhole && !editor.history.canUndo)
  }

  /// Each move keeps two arrays of the tokens.
  @Test func `take no more memory than the limit of the history`() {
    let moved = 30_000
    var editor = Editor(of: .tokens(0..<moved + 1), duplicates: .allow)
    editor.selected = ElementSelection(main: TextSelection(anchor: 0, head: moved))
    let limit = History.costLimit / (2 * moved * MemoryLayout<TextToken>.stride) + 1
    for step in 0..<limit + 5 {
      editor.moveSelected(to: step.isMultiple(of: 2) ? moved + 1 : 0)
      _ = editor.takePendingUpdates()
    }
    var count = 0
    while editor.history.canUndo {
      editor.undo()
      count += 1
    }
    #expect(count > 1 && count <= limit, "\(count) of \(limit)")
  }

  @Test(arguments: [false, true])
  func `restore a token edited in more steps than the history has`(isSettled: Bool) {
    var editor = Editor(of: .tokens(0..<2), duplicates: .allow)
    editor.edit(1)
    for letter in 0...History.capacity {
      editor.type("\(letter % 10)")
      editor.history.endStep()
      _ = editor.takePendingUpdates()
    }
    if isSettled { editor.commitInPlaceEdit() } else { editor.cancelInPlaceEdit() }
    #expect((editor.notation == "[k0][k1]") != isSettled && editor.elements.count == 2)
    if isSettled { editor.undo() }
    #expect(editor.notation == "[k0][k1]" && !editor.history.canUndo)
  }
}
