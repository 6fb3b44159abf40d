import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Paste merge` {
  private typealias Field = ControlHarness<TextTokenField>

  /// Returns a field with tokens, and text between some of them.
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

  /// Returns the expected content, found by a linear search for each token.
  private static func expected(
    _ elements: [TokenFieldElement<TextToken>], _ list: [String], at selected: Range<Int>,
    _ policy: DuplicatePolicy
  ) -> String {
    var (keys, new, moved): (Set<String>, [String], Set<Int>) = ([], [], [])
    for name in list {
      guard policy != .allow else {
        new.append(name)
        continue
      }
      guard keys.insert(name.lowercased()).inserted else { continue }
      let duplicate = elements.indices.first {
        !selected.contains($0) && elements[$0].token?.text.lowercased() == name.lowercased()
      }
      guard let duplicate else {
        new.append(name)
        continue
      }
      if policy == .move, let token = elements[duplicate].token {
        new.append(token.text)
        moved.insert(duplicate)
      }
    }
    func text(_ range: Range<Int>) -> String {
      range.filter { !moved.contains($0) }.map { index in
        elements[index].token.map { "[\($0.text)]" } ?? elements[index].character.map { "\($0)" } ?? ""
      }.joined()
    }
    return text(0..<selected.lowerBound) + new.map { "[\($0)]" }.joined()
      + text(selected.upperBound..<elements.count)
  }

  @Test(arguments: 0..<6, DuplicatePolicy.allCases)
  func `matches a linear search for each token`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(using: &generator)
    field.control.configuration.duplicates = policy
    let elements = field.control.elements
    let indices = (0...elements.count).filter { $0 == 0 || !elements[$0 - 1].isText }
    let index = indices[Int.random(in: 0..<indices.count, using: &generator)]
    let end = seed.isMultiple(of: 2) ? index : min(elements.count, index + 20)
    field.control.selection = .range(index, end)
    // Some lists take several frames, and most names occur twice.
    let (count, range) = seed % 3 == 0 ? (9000, 6000) : (300, 500)
    let list = (0..<count).map { _ in
      let letter = Bool.random(using: &generator) ? "k" : "K"
      return "\(letter)\(Int.random(in: 0..<range, using: &generator))"
    }
    let before = field.text
    field.paste(Array((list + [""]).joined(separator: ",").utf8))
    field.settle()
    // Separate Booleans, because the difference of two long texts takes minutes to display.
    let isExpected = field.text == Self.expected(elements, list, at: index..<end, policy)
    #expect(isExpected)
    let isInOrder = field.control.editor.elements.isConsistent
    #expect(isInOrder)
    field.press(.character("z"), .control)
    let isAsBefore = field.text == before
    #expect(isAsBefore)
  }

  @Test(arguments: [DuplicatePolicy.refuse, .move], [false, true])
  func `inserts no duplicate of a token typed or restored during the paste`(
    policy: DuplicatePolicy, isUndone: Bool
  ) {
    var field = Field(tokens: (10_000..<30_000).map { "k\($0)" } + ["other"])
    field.control.configuration.duplicates = policy
    if isUndone {
      field.type("k5,")
      for _ in 0..<2 { field.press(.character("z"), .control) }
    }
    field.press(.character("v"), .control)
    field.receive((0..<20_000).map { "k\($0)," }.joined())
    // The list has been read, and the first tokens have been matched.
    for _ in 0..<100 where field.control.pastes.jobs.first?.merge?.existingDuplicates.isEmpty ?? true {
      field.stall(for: Field.frame)
    }
    #expect(field.control.pastes.isReading)
    if isUndone {
      for _ in 0..<2 { field.press(.character("y"), .control) }
    } else {
      field.type("k5,")
    }
    field.settle()
    let texts = field.control.tokens.map(\.text)
    #expect(Set(texts).count == texts.count && texts.count == 30_001)
  }

  @Test(arguments: DuplicatePolicy.allCases)
  func `replaces the selection, which is not a duplicate then`(policy: DuplicatePolicy) {
    var field = Field(tokens: ["a", "b"])
    field.control.configuration.duplicates = policy
    field.press(.right, .shift)
    field.paste(Array("c,A,".utf8))
    #expect(field.text == "[c][A][b]")
  }

  @Test(arguments: [(DuplicatePolicy.refuse, "[abc]ab[d]"), (.move, "[abc][d]")])
  func `keeps typed text if its combination with the first part is refused`(
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
  func `costs the history only its new tokens`(policy: DuplicatePolicy) {
    var editor = TokenEditor<TextTokenAdapter>(duplicates: policy)
    let there = ElementSequence([.token(TextToken(id: 0, text: "long and there"))])
    editor.replace(0..<0, with: there)
    let merge = editor.makeMerge(of: "long and there,new,new,")
    let new = editor.cost(of: .token(TextToken(id: 1, text: "new")))
    #expect(merge?.cost == (policy == .allow ? editor.cost(of: there) + 2 * new : new))
  }

  @Test(arguments: [512, 513]) func `highlights all duplicates, or only visible ones`(count: Int) {
    var editor = TokenEditor<TextTokenAdapter>(of: .tokens(0..<1000), duplicates: .refuse)
    editor.selection = .caret(1000)
    let existing = Array(0..<100) + Array(105..<count + 5)
    let list = existing.map { "k\($0)," }.joined()
    let merge = editor.makeMerge(of: list + "new,")
    let isPasted = merge.map { editor.commit($0, visible: 95..<120) }
    let flashes = editor.takePendingUpdates().flashes
    let visible = Array(95..<100) + Array(105..<120)
    #expect(isPasted == true && flashes == (count == 512 ? existing : visible))
  }

  @Test func `applies the duplicate policy at the time of insertion`() {
    var field = Field(tokens: (0..<6000).map { "k\($0)" })
    field.control.configuration.duplicates = .move
    field.press(.end, .control)
    field.press(.character("v"), .control)
    field.receive((0..<6001).reversed().map { "k\($0)," }.joined())
    for _ in 0..<100 where field.control.pastes.jobs.first?.merge?.existingDuplicates.isEmpty ?? true {
      field.stall(for: Field.frame)
    }
    #expect(field.control.pastes.isReading)
    field.control.configuration.duplicates = .refuse
    field.settle()
    let isUnchanged = field.control.tokens.map(\.text) == (0..<6001).map { "k\($0)" }
    #expect(isUnchanged)
  }
}
