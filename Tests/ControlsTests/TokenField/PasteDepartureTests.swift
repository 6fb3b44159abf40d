import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A list whose tokens come from elsewhere in the field` {
  private typealias Field = ControlHarness<TextTokenField>

  @Test func `has texts grow together where a token comes from between them`() {
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
  func `leaves text behind a token from right behind it`(halves: (Character, Character)) {
    let units = [.text(halves.0)] + [TokenUnit<TextToken>].tokens([0]) + [.text(halves.1)]
    var editor = TokenEditor<TextTokens>(of: units, duplicates: .move)
    editor.selection = .caret(1)
    let isPut = editor.paste("x,k0")
    #expect(isPut && editor.names == ["[\(halves.0)x]", "[k0]", "\(halves.1)"])
    #expect(editor.selection == .caret(2))
    editor.undo()
    #expect(Array(editor.units) == units && editor.selection == .caret(1))
  }

  @Test func `has a long text beside them put together once`() {
    let text = [TokenUnit<TextToken>](
      repeating: .text("x"), count: TokenFieldConfiguration.textLimit)
    let tokens = [TokenUnit<TextToken>].tokens(0..<61)
    let units = tokens[..<1] + tokens[1...].flatMap { [.text("x"), $0] } + text
    var editor = TokenEditor<TextTokens>(of: Array(units), duplicates: .move)
    let isPut = editor.paste((0..<61).map { "k\($0)," }.joined())
    // What goes, and what comes; the first of them stands at the caret, and goes by itself.
    let news = editor.takeNews()
    #expect(isPut && news.replacements.count <= 3)
    #expect(news.inserted.textCount <= 61)
    #expect(editor.units.count == units.count && editor.units.stretch(after: 61).count == 10_060)
  }

  @Test func `is undone as a whole, from between however many texts its tokens have come`() {
    // More than the history has steps.
    let names = (0...EditHistory<Int>.capacity).map { "k\($0)" }
    let units = names.enumerated().flatMap { index, name in
      [TokenUnit.token(TextToken(id: index, text: name)), .text("x")]
    }
    var editor = TokenEditor<TextTokens>(duplicates: .move)
    editor.replace(0..<0, with: UnitSequence(units))
    editor.selection = .caret(0)
    let insertion = editor.insertion(of: names.joined(separator: ","))
    let isPut = insertion.map { editor.put($0, inSight: 0..<0) }
    #expect(isPut == true && editor.units.compactMap { $0.token?.text } == names)
    #expect(editor.units.stretch(before: editor.units.count).count == names.count)
    editor.undo()
    #expect(Array(editor.units) == units)
  }

  @Test func `takes many from around one that is selected, and stands there`() {
    let names = (0..<300).map { "k\($0)" }
    let (even, odd) = (
      Array(stride(from: 0, to: 300, by: 2)), Array(stride(from: 1, to: 300, by: 2))
    )
    var editor = TokenEditor<TextTokens>(duplicates: .move)
    editor.replace(
      0..<0,
      with: UnitSequence(names.enumerated().map { .token(TextToken(id: $0, text: $1)) }))
    editor.scattered = [100..<101]
    let list = even.map { names[$0] }.joined(separator: ",")
    let insertion = editor.insertion(of: list)
    let isPut = insertion.map { editor.put($0, inSight: 0..<0) }
    let texts = editor.units.compactMap { $0.token?.text }
    let expected = odd.prefix(50) + even + odd.dropFirst(50)
    #expect(isPut == true && texts == expected.map { names[$0] })
  }

  /// Tokens with text behind some, of letters that grow together in all ways.
  private static func texts(
    using generator: inout SeededGenerator
  ) -> [TokenUnit<TextToken>] {
    let letters: [Character] = [
      "e", "\u{301}", "\u{1F1E9}", "\u{1F1EA}", "\u{200D}", "\u{1F468}", "x", "\u{1F3FD}",
    ]
    let units = [TokenUnit<TextToken>].tokens(0..<400).flatMap { token in
      let count = max(0, Int.random(in: -2..<4, using: &generator))
      return [token]
        + (0..<count).map { _ in
          .text(letters[Int.random(in: 0..<letters.count, using: &generator)])
        }
    }
    return units.regrouped
  }

  @Test(arguments: 0..<40) func `has all texts grow together that its tokens come from between`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let units = Self.texts(using: &generator)
    let gaps = units.indices.filter { index in
      !units[index].isText && (index == 0 || !units[index - 1].isText)
    }
    let gap = gaps[Int.random(in: 0..<gaps.count, using: &generator)]
    var editor = TokenEditor<TextTokens>(of: units, duplicates: .move)
    // Some of them are selected beside the one that it goes to.
    let selected = Set(
      seed.isMultiple(of: 2)
        ? [] : units.indices.filter { $0 == gap || $0 > gap && !units[$0].isText && $0 % 9 == 0 })
    editor.scattered = selected.sorted().map { $0..<$0 + 1 }
    editor.selection = .caret(gap)
    let pasted = Array((0..<400).shuffled(using: &generator).prefix([5, 60, 300, 400][seed % 4]))
    let leaving = Set(pasted)
    let rest = { (range: Range<Int>) -> [TokenUnit<TextToken>] in
      range.filter { !selected.contains($0) }.map { units[$0] }
        .filter { unit in unit.token.map { !leaving.contains($0.id) } ?? true }
    }
    let front = (rest(0..<gap) + .tokens(pasted)).regrouped
    let isPut = editor.paste(pasted.map { "k\($0)," }.joined())
    #expect(isPut && editor.selection == .caret(front.count))
    let expected = front + rest(gap..<units.count).regrouped
    let words = (editor.words.map { $0 }, TokenEditor<TextTokens>.words(expected).map { $0 })
    let difference = zip(words.0, words.1).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(difference == nil && editor.units.count == expected.count)
    let isInOrder = editor.units.isInOrder
    editor.undo()
    let isAsBefore = Array(editor.units) == units
    #expect(isInOrder && isAsBefore && !editor.history.canUndo)
  }

  @Test(arguments: [64, 65]) func `has what stays prepared where that is put in at once`(
    count: Int
  ) {
    let units = UnitSequence([TokenUnit<TextToken>].tokens(0..<2 * count))
    let ranges = (0..<count).map { 2 * $0..<2 * $0 + 1 }
    let departures = Departures(ranges, of: units)
    #expect(departures.ranges == ranges)
    #expect(departures.rest.count == (count > 64 ? count - 1 : 0))
  }

  @Test func `comes with one change on either side, from between however many texts`() {
    let count = 2000
    let units = [TokenUnit<TextToken>].tokens(0..<count).flatMap { [$0, .text("x")] }
    var editor = TokenEditor<TextTokens>(of: units, duplicates: .move)
    editor.selection = .caret(count - 1)
    let list = (0..<count).map { "k\($0)," }.joined()
    guard var insertion = editor.beginInsertion(of: list) else {
      Issue.record("there is room")
      return
    }
    var (steps, most, last) = (0, 0, 0)
    while !insertion.goOn(in: &editor, atMost: 100) {
      let built = insertion.before.rest.count + insertion.behind.rest.count
      (steps, most, last) = (steps + 1, max(most, built - last), built)
    }
    #expect(steps > count / 25 && most < 300)
    _ = editor.takeNews()
    let isPut = editor.put(insertion, inSight: 0..<0)
    #expect(editor.takeNews().replacements.count == 3)
    let texts = editor.units.compactMap { $0.token?.text }
    let isMoved = texts == (0..<count).map { "k\($0)" }
    #expect(isPut && isMoved && editor.units.count == 2 * count)
    editor.undo()
    let isAsBefore = Array(editor.units) == units
    #expect(isAsBefore)
  }
}
