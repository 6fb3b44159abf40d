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
}
