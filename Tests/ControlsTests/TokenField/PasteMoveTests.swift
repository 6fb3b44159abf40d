import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Paste that moves existing tokens` {
  private typealias Field = ControlHarness<TextTokenField>

  @Test func `joins graphemes around a moved token`() {
    let names = (0..<200).map { "k\($0)" }
    var field = Field(tokens: names)
    field.control.configuration.duplicates = .move
    field.control.selection = .caret(101)
    field.type("\u{301}")
    field.control.selection = .caret(100)
    field.type("e")
    #expect(field.control.count == 202)
    field.press(.home, .control)
    field.paste(Array((names + [""]).joined(separator: ",").utf8))
    #expect(field.text == names.map { "[\($0)]" }.joined() + "\u{E9}")
    #expect(field.control.count == 201)
  }

  @Test(arguments: [("e", "\u{301}"), ("\u{1F1E9}", "\u{1F1EA}")] as [(Character, Character)])
  func `keeps text after a moved token that was next to it`(halves: (Character, Character)) {
    let content = [.text(halves.0)] + [TokenFieldElement<TextToken>].tokens([0]) + [.text(halves.1)]
    var editor = TokenEditor<TextTokenAdapter>(of: content, duplicates: .move)
    editor.selection = .caret(1)
    let isPasted = editor.paste("x,k0")
    #expect(isPasted && editor.names == ["[\(halves.0)x]", "[k0]", "\(halves.1)"])
    #expect(editor.selection == .caret(2))
    editor.undo()
    #expect(Array(editor.elements) == content && editor.selection == .caret(1))
  }

  @Test func `joins a long text beside the moved tokens once`() {
    let text = [TokenFieldElement<TextToken>](
      repeating: .text("x"), count: TokenFieldConfiguration.textLimit)
    let tokens = [TokenFieldElement<TextToken>].tokens(0..<61)
    let elements = tokens[..<1] + tokens[1...].flatMap { [.text("x"), $0] } + text
    var editor = TokenEditor<TextTokenAdapter>(of: Array(elements), duplicates: .move)
    let isPasted = editor.paste((0..<61).map { "k\($0)," }.joined())
    // One removal, one insertion; the first token is at the caret and is removed separately.
    let updates = editor.takePendingUpdates()
    #expect(isPasted && updates.changes.count <= 3)
    #expect(updates.inserted.textCount <= 61)
    #expect(editor.elements.count == elements.count && editor.elements.textRun(after: 61).count == 10_060)
  }

  @Test func `is undone in one step when tokens move from between many texts`() {
    // More than the history has steps.
    let names = (0...EditHistory<Int>.capacity).map { "k\($0)" }
    let elements = names.enumerated().flatMap { index, name in
      [TokenFieldElement.token(TextToken(id: index, text: name)), .text("x")]
    }
    var editor = TokenEditor<TextTokenAdapter>(duplicates: .move)
    editor.replace(0..<0, with: ElementSequence(elements))
    editor.selection = .caret(0)
    let merge = editor.makeMerge(of: names.joined(separator: ","))
    let isPasted = merge.map { editor.commit($0, visible: 0..<0) }
    #expect(isPasted == true && editor.elements.compactMap { $0.token?.text } == names)
    #expect(editor.elements.textRun(before: editor.elements.count).count == names.count)
    editor.undo()
    #expect(Array(editor.elements) == elements)
  }

  @Test func `moves many tokens from around a selected one to its position`() {
    let names = (0..<300).map { "k\($0)" }
    let (even, odd) = (
      Array(stride(from: 0, to: 300, by: 2)), Array(stride(from: 1, to: 300, by: 2))
    )
    var editor = TokenEditor<TextTokenAdapter>(duplicates: .move)
    editor.replace(
      0..<0,
      with: ElementSequence(names.enumerated().map { .token(TextToken(id: $0, text: $1)) }))
    editor.additionalSelections = [100..<101]
    let list = even.map { names[$0] }.joined(separator: ",")
    let merge = editor.makeMerge(of: list)
    let isPasted = merge.map { editor.commit($0, visible: 0..<0) }
    let texts = editor.elements.compactMap { $0.token?.text }
    let expected = odd.prefix(50) + even + odd.dropFirst(50)
    #expect(isPasted == true && texts == expected.map { names[$0] })
  }

  /// Returns tokens, some followed by text of characters that form common graphemes.
  private static func texts(
    using generator: inout SeededGenerator
  ) -> [TokenFieldElement<TextToken>] {
    let letters: [Character] = [
      "e", "\u{301}", "\u{1F1E9}", "\u{1F1EA}", "\u{200D}", "\u{1F468}", "x", "\u{1F3FD}",
    ]
    let elements = [TokenFieldElement<TextToken>].tokens(0..<400).flatMap { token in
      let count = max(0, Int.random(in: -2..<4, using: &generator))
      return [token]
        + (0..<count).map { _ in
          .text(letters[Int.random(in: 0..<letters.count, using: &generator)])
        }
    }
    return elements.resegmented
  }

  @Test(arguments: seeds(40)) func `joins all graphemes around moved tokens`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let elements = Self.texts(using: &generator)
    let targets = elements.indices.filter { index in
      !elements[index].isText && (index == 0 || !elements[index - 1].isText)
    }
    let index = targets[Int.random(in: 0..<targets.count, using: &generator)]
    var editor = TokenEditor<TextTokenAdapter>(of: elements, duplicates: .move)
    // Some runs have additional selections after the destination.
    let selected = Set(
      seed.isMultiple(of: 2)
        ? [] : elements.indices.filter { $0 == index || $0 > index && !elements[$0].isText && $0 % 9 == 0 })
    editor.additionalSelections = selected.sorted().map { $0..<$0 + 1 }
    editor.selection = .caret(index)
    let pasted = Array((0..<400).shuffled(using: &generator).prefix([5, 60, 300, 400][seed % 4]))
    let removedIDs = Set(pasted)
    let remainder = { (range: Range<Int>) -> [TokenFieldElement<TextToken>] in
      range.filter { !selected.contains($0) }.map { elements[$0] }
        .filter { element in element.token.map { !removedIDs.contains($0.id) } ?? true }
    }
    let front = (remainder(0..<index) + .tokens(pasted)).resegmented
    let isPasted = editor.paste(pasted.map { "k\($0)," }.joined())
    #expect(isPasted && editor.selection == .caret(front.count))
    let expected = front + remainder(index..<elements.count).resegmented
    let texts = (editor.notation.map { $0 }, TokenEditor<TextTokenAdapter>.notation(expected).map { $0 })
    let difference = zip(texts.0, texts.1).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(difference == nil && editor.elements.count == expected.count)
    let isInOrder = editor.elements.isConsistent
    editor.undo()
    let isAsBefore = Array(editor.elements) == elements
    #expect(isInOrder && isAsBefore && !editor.history.canUndo)
  }

  @Test(arguments: [16, 17, 22]) func `makes one change for all ranges after the first 16`(count: Int) {
    let elements = ElementSequence([TokenFieldElement<TextToken>].tokens(0..<2 * count))
    var splice = ElementSequence<TextToken>.Splice()
    for index in 0..<count { splice.replace(2 * index..<2 * index + 1, in: elements) }
    #expect(splice.segments.map(\.old) == (0..<count).map { 2 * $0..<2 * $0 + 1 })
    let replacements = splice.replacements(of: elements)
    #expect(replacements.map(\.start) == (0..<min(count, 17)).map { 2 * $0 })
    #expect(replacements.last?.removed.count == (count > 17 ? 2 * (count - 17) + 1 : 1))
    #expect(
      replacements.map(\.inserted.count) == Array(repeating: 0, count: replacements.count - 1) + [
        max(0, count - 17)
      ])
  }

  @Test func `makes a limited number of changes when tokens move from many texts`() {
    let count = 2000
    let elements = [TokenFieldElement<TextToken>].tokens(0..<count).flatMap { [$0, .text("x")] }
    var editor = TokenEditor<TextTokenAdapter>(of: elements, duplicates: .move)
    editor.selection = .caret(count - 1)
    let list = (0..<count).map { "k\($0)," }.joined()
    guard var merge = editor.beginMerge(of: list) else {
      Issue.record("the list fits")
      return
    }
    var (steps, maximum, previous) = (0, 0, 0)
    while !merge.advance(in: &editor, limit: 100) {
      let built = merge.splice.remainder.count - merge.splice.insertion.newLength
      (steps, maximum, previous) = (steps + 1, max(maximum, built - previous), built)
    }
    #expect(steps > count / 25 && maximum < 300)
    _ = editor.takePendingUpdates()
    let isPasted = editor.commit(merge, visible: 0..<0)
    #expect(
      editor.takePendingUpdates().changes.count <= ElementSequence<TextToken>.Splice.maximumReplacementCount
        + 1)
    let texts = editor.elements.compactMap { $0.token?.text }
    let isMoved = texts == (0..<count).map { "k\($0)" }
    #expect(isPasted && isMoved && editor.elements.count == 2 * count)
    editor.undo()
    let isAsBefore = Array(editor.elements) == elements
    #expect(isAsBefore)
  }
}
