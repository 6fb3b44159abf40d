import TestSupport
import Testing

@testable import Controls

/// Text of several graphemes, which an input method commits together.
@Suite struct `Typed text` {
  private typealias Editor = TokenEditor<TextTokenAdapter>

  private static let long: [(String, Int)] = [
    (String(repeating: "한", count: 10_000), 1), (String(repeating: "x,", count: 5000), 10_000),
    ("\"" + String(repeating: "x,", count: 4999), 1), (String(repeating: "word ", count: 2000), 2000),
    (String(repeating: "x", count: 20_000), 1), (String(repeating: ",", count: 20_000), 0),
  ]

  /// Each change takes time in the length of the text.
  @Test(arguments: cases(long)) func `is inserted by one change for each word and each token`(
    text: String, changeCount: Int
  ) {
    var editor = Editor(duplicates: .allow)
    editor.type(text)
    #expect(editor.takePendingUpdates().changes.count == changeCount)
  }

  /// None joins text before or after it.
  private static let graphemes = [
    "a", "b", " ", "  c", ",", ";", "\"", "\\", "<", ">", "é", ",\u{301}", "\"\u{301}", "\n", "\u{2028}",
    "한", "🇩🇪",
  ]

  private static func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...24, using: &generator)).map { _ in
      graphemes[Int.random(in: graphemes.indices, using: &generator)]
    }.joined()
  }

  /// Returns an editor with a random selection, and rarely with space for only a few graphemes.
  private static func editor(_ generator: inout SeededGenerator) -> Editor {
    let isNearLimit = Int.random(in: 0..<8, using: &generator) == 0
    let room = Int.random(in: 0...12, using: &generator)
    let letters = isNearLimit ? TokenFieldConfiguration.textLimit - room : 8
    let elements =
      [TokenFieldElement<TextToken>].tokens(0..<3) + Array(repeating: .text("x"), count: letters)
      + .tokens(3..<5)
    var editor = Editor(
      of: elements, duplicates: [.allow, .refuse, .move][Int.random(in: 0..<3, using: &generator)])
    if Bool.random(using: &generator) { editor.configuration.delimiters.insert(.space) }
    let (last, end) = (editor.elements.count, 3 + letters)
    let head =
      [0, 1, 3, end, last, Int.random(in: end - 8...end, using: &generator)]
      .randomElement(using: &generator) ?? 0
    editor.selection = .caret(head)
    if Int.random(in: 0..<3, using: &generator) == 0 {
      editor.selection = .range(Int.random(in: 0...last, using: &generator), head)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      editor.selected.additional = [1..<2, end - 2..<end].filter { !$0.overlaps(editor.selection.range) }
    }
    return editor
  }

  /// The content, selection and undo steps of an editor, from the newest step to the oldest.
  private static func states(of editor: Editor) -> [String] {
    var (editor, states) = (editor, [String]())
    while true {
      states.append("\(editor.notation) \(editor.selection) \(editor.selected.additional)")
      guard editor.history.canUndo else { return states }
      editor.undo()
    }
  }

  @Test(arguments: seeds(200)) func `has the effect of its graphemes one by one`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var whole = Self.editor(&generator)
    var single = whole
    for _ in 0..<3 {
      let text = Self.text(&generator)
      whole.type(text)
      for character in text { single.type(String(character)) }
      let (updates, others) = (whole.takePendingUpdates(), single.takePendingUpdates())
      #expect(updates.message == others.message, "after \(text.debugDescription)")
      let (actual, expected) = (Self.states(of: whole), Self.states(of: single))
      guard actual != expected else { continue }
      let shortened = [actual, expected].map { states in
        states.map { $0.replacing(String(repeating: "x", count: 100), with: "…") }
      }
      Issue.record("\(text.debugDescription): \(shortened[0]), not \(shortened[1])")
      return
    }
  }
}
