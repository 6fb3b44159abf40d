import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A list that is pasted beside what is there` {
  private typealias Field = ControlHarness<TextTokenField>

  /// A field of tokens and text, the text between tokens.
  private static func field(using generator: inout SeededGenerator) -> Field {
    var field = Field(tokens: [])
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      let names = (0..<Int.random(in: 1..<150, using: &generator)).map { _ in
        "k\(Int.random(in: 0..<400, using: &generator))"
      }
      field.paste(Array((names + [""]).joined(separator: ",").utf8))
      if Bool.random(using: &generator) { field.type("txt") }
      field.press(.home, .control)
    }
    field.settle()
    return field
  }

  /// What should come of it, by a walk for each.
  private static func expected(
    _ units: [TokenUnit<TextToken>], _ list: [String], at selected: Range<Int>,
    _ policy: DuplicatePolicy
  ) -> String {
    var (seen, new, gone): (Set<String>, [String], Set<Int>) = ([], [], [])
    for name in list {
      guard policy != .allow else {
        new.append(name)
        continue
      }
      guard seen.insert(name.lowercased()).inserted else { continue }
      let twin = units.indices.first {
        !selected.contains($0) && units[$0].token?.text.lowercased() == name.lowercased()
      }
      guard let twin else {
        new.append(name)
        continue
      }
      if policy == .move, let token = units[twin].token {
        new.append(token.text)
        gone.insert(twin)
      }
    }
    func text(_ range: Range<Int>) -> String {
      range.filter { !gone.contains($0) }.map { index in
        units[index].token.map { "[\($0.text)]" } ?? units[index].character.map { "\($0)" } ?? ""
      }.joined()
    }
    return text(0..<selected.lowerBound) + new.map { "[\($0)]" }.joined()
      + text(selected.upperBound..<units.count)
  }

  @Test(arguments: 0..<12, DuplicatePolicy.allCases)
  func `comes to what a walk for each token would make of it`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(using: &generator)
    field.control.configuration.duplicates = policy
    let units = field.control.units
    let gaps = (0...units.count).filter { $0 == 0 || !units[$0 - 1].isText }
    let gap = gaps[Int.random(in: 0..<gaps.count, using: &generator)]
    let end = seed.isMultiple(of: 2) ? gap : min(units.count, gap + 20)
    field.control.selection = .range(gap, end)
    // Some take several frames, and of most there are two.
    let (count, range) = seed % 3 == 0 ? (9000, 6000) : (300, 500)
    let list = (0..<count).map { _ in
      let letter = Bool.random(using: &generator) ? "k" : "K"
      return "\(letter)\(Int.random(in: 0..<range, using: &generator))"
    }
    let before = field.text
    field.paste(Array((list + [""]).joined(separator: ",").utf8))
    field.settle()
    // Told by themselves, since to show where two long texts differ takes minutes.
    let isExpected = field.text == Self.expected(units, list, at: gap..<end, policy)
    #expect(isExpected)
    let isInOrder = field.control.editor.units.isInOrder
    #expect(isInOrder)
    field.press(.character("z"), .control)
    let isAsBefore = field.text == before
    #expect(isAsBefore)
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move], [false, true])
  func `has nothing twice that was typed, or came back, while it was read`(
    policy: DuplicatePolicy, isUndone: Bool
  ) {
    var field = Field(tokens: (10_000..<30_000).map { "k\($0)" } + ["other"])
    field.control.configuration.duplicates = policy
    if isUndone { field.press(.delete, .control) }
    field.press(.character("v"), .control)
    field.receive((0..<20_000).map { "k\($0)," }.joined())
    // It has been read, and the first tokens have been looked at.
    for _ in 0..<100 where field.control.pasted.first?.insertion?.twins.isEmpty ?? true {
      field.stall(for: Field.frame)
    }
    #expect(!field.control.pasted.isEmpty)
    if isUndone {
      // At once it would take back what is pasted.
      field.type("x")
      for _ in 0..<2 { field.press(.character("z"), .control) }
    } else {
      field.type("k5,")
    }
    field.settle()
    let texts = field.control.tokens.map(\.text)
    #expect(Set(texts).count == texts.count && texts.count == 30_001)
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `takes the place of what is selected, which is no more there then`(policy: DuplicatePolicy) {
    var field = Field(tokens: ["a", "b"])
    field.control.configuration.duplicates = policy
    field.press(.right, .shift)
    field.paste(Array("c,A,".utf8))
    #expect(field.text == "[c][A][b]")
  }

  @Test(arguments: [(DuplicatePolicy.refuse, "[abc]ab[d]"), (.move, "[abc][d]")])
  func `leaves what was typed where its first part is refused with it`(
    policy: DuplicatePolicy, text: String
  ) {
    var field = Field(tokens: ["abc"])
    field.control.configuration.duplicates = policy
    field.press(.end)
    field.type("ab")
    field.paste(Array("c,d,".utf8))
    #expect(field.text == text)
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `costs the history what is new of it`(policy: DuplicatePolicy) {
    var editor = TokenEditor<TextTokens>(duplicates: policy)
    let there = TokenUnit.token(TextToken(id: 0, text: "long and there"))
    editor.replace(0..<0, with: UnitSequence([there]))
    let insertion = editor.insertion(of: "long and there,new,new,")
    let new = editor.cost(of: .token(TextToken(id: 1, text: "new")))
    #expect(insertion?.cost == (policy == .allow ? editor.cost(of: there) + 2 * new : new))
  }

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

  @Test func `leaves what was read to be freed in steps where it can't be read to its end`() {
    var field = Field(tokens: [])
    var bytes: [UInt8] = []
    for index in 0..<40_000 { Netstring.append(Array("t\(index) x".utf8), to: &bytes) }
    field.press(.character("v"), .control)
    field.receive(bytes + [0], as: .tokens)
    for _ in 0..<100 where !field.control.pasted.isEmpty {
      field.stall(for: Field.frame)
    }
    #expect(field.control.pasted.isEmpty && !field.control.remains.isEmpty)
    field.settle()
    #expect(field.control.remains.isEmpty)
  }

  @Test func `is freed in steps once it was undone and can't be done again`() {
    var field = Field(tokens: [])
    field.paste(Array(String(repeating: "x,", count: 40_000).utf8))
    field.settle()
    field.press(.character("z"), .control)
    #expect(field.control.remains.isEmpty)
    field.type("a")
    #expect(!field.control.remains.isEmpty)
    field.settle()
    #expect(field.control.remains.isEmpty && field.text == "a")
    field.press(.character("z"), .control)
    field.type("b")
    #expect(field.control.remains.isEmpty, "little is freed at once")
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move])
  func `leaves no more tokens without marks than stand at its ends`(policy: DuplicatePolicy) {
    var editor = TokenEditor<TextTokens>(of: .tokens(0..<20_000), duplicates: policy)
    // From all over it, each of them between others that stay; and some that are new.
    let list = stride(from: 100, to: 20_000, by: 220).map { $0 } + Array(20_000..<21_000)
    #expect(list.count > 1080)
    editor.markKeys(atMost: .max)
    let isPut = editor.paste(list.map { "k\($0)," }.joined())
    #expect(isPut && editor.units.count == 21_000)
    #expect(editor.units.unmarkedCount <= 4 * UnitSequence<TextToken>.largestBlockCount)
    let isInOrder = editor.units.isInOrder
    #expect(isInOrder)
    editor.markKeys(atMost: .max)
    for unit in Array(editor.units) where unit.token.map({ $0.id % 500 == 0 }) ?? false {
      guard let token = unit.token else { continue }
      let index = editor.index(ofKey: token.text)
      #expect(index.flatMap { editor.units[$0].token } == token, "its mark is its own")
    }
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

  @Test(arguments: [512, 513]) func `points out all that are there, or those in sight`(count: Int) {
    var editor = TokenEditor<TextTokens>(of: .tokens(0..<1000), duplicates: .refuse)
    editor.selection = .caret(1000)
    let known = Array(0..<100) + Array(105..<count + 5)
    let list = known.map { "k\($0)," }.joined()
    let insertion = editor.insertion(of: list + "new,")
    let isPut = insertion.map { editor.put($0, inSight: 95..<120) }
    let flashes = editor.takeNews().flashes
    let inSight = Array(95..<100) + Array(105..<120)
    #expect(isPut == true && flashes == (count == 512 ? known : inSight))
  }

  @Test func `is judged by what its owner wants when it is put in`() {
    var field = Field(tokens: (0..<6000).map { "k\($0)" })
    field.control.configuration.duplicates = .move
    field.press(.end, .control)
    field.press(.character("v"), .control)
    field.receive((0..<6001).reversed().map { "k\($0)," }.joined())
    for _ in 0..<100 where field.control.pasted.first?.insertion?.twins.isEmpty ?? true {
      field.stall(for: Field.frame)
    }
    #expect(!field.control.pasted.isEmpty)
    field.control.configuration.duplicates = .refuse
    field.settle()
    let isLeft = field.control.tokens.map(\.text) == (0..<6001).map { "k\($0)" }
    #expect(isLeft)
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `costs no frame more than so many tokens`(policy: DuplicatePolicy) {
    let counter = CountedTokens.Counter()
    var configuration = TokenFieldConfiguration()
    configuration.duplicates = policy
    var field = TokenField(
      (0..<30_000).map { TextToken(id: $0, text: "k\($0)") }, kind: CountedTokens(counter: counter),
      configuration: configuration, in: Environment(text: FixedTextMetrics()))
    field.place(at: .zero, width: 400)
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    harness.settle()
    counter.count = 0
    harness.press(.character("v"), .control)
    harness.receive((20_000..<50_000).map { "k\($0)," }.joined())
    var most = counter.count
    repeat {
      counter.count = 0
      harness.stall(for: ControlHarness<TextTokenField>.frame)
      most = max(most, counter.count)
    } while harness.control.nextChange(after: harness.now) == harness.now
    #expect(harness.control.pasted.isEmpty && harness.control.remains.isEmpty)
    #expect(harness.control.tokens.count == (policy == .allow ? 60_000 : 50_000))
    #expect(most > 1000 && most < 12_000)
  }
}

/// Text tokens that count how often something is asked of them.
private struct CountedTokens: TokenKind {
  final class Counter { var count = 0 }

  private var base = TextTokens(firstID: 1_000_000)
  private let counter: Counter

  init(counter: Counter) { self.counter = counter }

  func size(of token: TextToken, within width: Double, in environment: Environment) -> Size {
    base.size(of: token, within: width, in: environment)
  }

  func draw(
    _ token: TextToken, in frame: Rect, state: TokenState, environment: Environment,
    into list: inout DisplayList
  ) {
    base.draw(token, in: frame, state: state, environment: environment, into: &list)
  }

  func name(of token: TextToken) -> String { token.text }

  func text(of token: TextToken) -> String {
    counter.count += 1
    return token.text
  }

  func key(of token: TextToken) -> String {
    counter.count += 1
    return token.text
  }

  mutating func makeToken(of text: String, replacing original: TextToken?) -> TextToken? {
    counter.count += 1
    return base.makeToken(of: text, replacing: original)
  }
}
