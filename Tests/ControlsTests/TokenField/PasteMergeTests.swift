import ControlTestSupport
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
    let existing = elements.map { $0.token?.text.lowercased() }
    var (keys, new, moved): (Set<String>, [String], Set<Int>) = ([], [], [])
    for name in list {
      guard policy != .allow else {
        new.append(name)
        continue
      }
      let key = name.lowercased()
      guard keys.insert(key).inserted else { continue }
      let duplicate = existing.indices.first { !selected.contains($0) && existing[$0] == key }
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

  @Test(arguments: seeds(6), DuplicatePolicy.allCases)
  func `matches a linear search for each token`(seed: Int, policy: DuplicatePolicy) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(using: &generator)
    field.control.configuration.duplicates = policy
    let elements = field.control.elements
    let indices = (0...elements.count).filter { $0 == 0 || !elements[$0 - 1].isText }
    let index = indices[Int.random(in: 0..<indices.count, using: &generator)]
    let end = seed.isMultiple(of: 2) ? index : min(elements.count, index + 20)
    field.control.selection = .range(index, end)
    // Some lists are long, and most names occur twice.
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
    editor.selected.additional = selected.sorted().map { $0..<$0 + 1 }
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
}
