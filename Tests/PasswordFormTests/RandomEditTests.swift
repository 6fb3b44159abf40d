import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import PasswordForm

/// A reference text field: characters and two insertion indexes.
private struct Model {
  var characters: [Character] = []
  var anchor = 0
  var head = 0

  var range: Range<Int> { min(anchor, head)..<max(anchor, head) }

  mutating func move(to index: Int, extending: Bool) {
    head = max(0, min(index, characters.count))
    if !extending { anchor = head }
  }

  /// Replaces the selection. The caret moves to the first insertion index at or after the new text.
  mutating func type(_ text: String) {
    replace(range, with: text)
  }

  /// Deletes the selection, or up to an insertion index if there is none.
  mutating func delete(to index: Int) {
    if anchor == head { head = max(0, min(index, characters.count)) }
    replace(range, with: "")
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    let before = String(characters[..<range.lowerBound]) + text
    characters = Array(before + String(characters[range.upperBound...]))
    var end = 0
    head =
      characters.prefix { character in
        defer { end += character.utf8.count }
        return end < before.utf8.count
      }.count
    anchor = head
  }
}

/// A user action with a key or the pointer.
private enum Edit: CaseIterable {
  case type, compose, left, right, home, end, all, backspace, delete, toStart, toEnd, wordBack
  case click, drag, reveal

  /// Texts that combine with adjacent characters in many ways.
  static let samples = [
    "a", "Z", "7", " ", "é", "e\u{301}", "\u{301}", "👍", "🏽", "👨‍👩‍👧‍👦", "\u{200d}", "🇩", "🇪", "\u{1100}",
    "\u{1161}", "한",
  ]
}

/// A field and its model, which receive the same edits.
private struct ModelComparison: ~Copyable {
  var harness = field(columns: 400)
  var model = Model()
  var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  mutating func step() -> Edit {
    let edit = Edit.allCases.randomElement(using: &random) ?? .type
    switch edit {
    case .type, .compose: type(isComposed: edit == .compose)
    case .left, .right, .home, .end, .all: move(edit)
    case .backspace, .delete, .toStart, .toEnd, .wordBack: delete(edit)
    case .click, .drag: point(isDrag: edit == .drag)
    case .reveal: harness.clickRevealButton()
    }
    return edit
  }

  private mutating func type(isComposed: Bool) {
    let text = Edit.samples.randomElement(using: &random) ?? "a"
    if isComposed, let typed = TypedText(utf8: text.utf8.span) {
      harness.send(.textCommitted(typed))
      model.type(text)
    } else {
      harness.type(text)
      for scalar in text.unicodeScalars { model.type(String(scalar)) }
    }
  }

  private mutating func move(_ edit: Edit) {
    let isExtending = Bool.random(using: &random)
    let shift: Modifiers = isExtending ? .shift : []
    let leavesRange = !isExtending && !model.range.isEmpty
    switch edit {
    case .left:
      harness.press(.left, shift)
      model.move(
        to: leavesRange ? model.range.lowerBound : model.head - 1, extending: isExtending)
    case .right:
      harness.press(.right, shift)
      model.move(
        to: leavesRange ? model.range.upperBound : model.head + 1, extending: isExtending)
    case .home:
      harness.press(.home, shift)
      model.move(to: 0, extending: isExtending)
    case .end:
      harness.press(.end, shift)
      model.move(to: model.characters.count, extending: isExtending)
    default:
      harness.press(.character("a"), .control)
      (model.anchor, model.head) = (0, model.characters.count)
    }
  }

  private mutating func delete(_ edit: Edit) {
    switch edit {
    case .backspace:
      harness.press(.backspace)
      model.delete(to: model.head - 1)
    case .delete:
      harness.press(.delete)
      model.delete(to: model.head + 1)
    case .toStart:
      harness.press(.character("u"), .control)
      model.delete(to: 0)
    case .wordBack:
      let isAll = harness.control.isRevealed == false && model.range.isEmpty
      harness.press(.backspace, .control)
      if isAll { (model.anchor, model.head) = (0, model.characters.count) }
      model.delete(to: 0)
    default:
      harness.press(.character("k"), .control)
      model.delete(to: model.characters.count)
    }
  }

  private mutating func point(isDrag: Bool) {
    let isExtending = Bool.random(using: &random)
    let index = Int.random(in: 0...model.characters.count + 2, using: &random)
    let point = harness.point(ofIndex: index)
    // Prevents a double click.
    harness.advance(by: .seconds(1))
    if isDrag {
      harness.press(at: harness.point(ofIndex: 0))
      harness.drag(to: point, over: .milliseconds(20))
      harness.release()
      model.move(to: 0, extending: false)
    } else {
      harness.holding(isExtending ? .shift : []) { $0.click(point) }
    }
    model.move(to: index, extending: isDrag || isExtending)
  }
}

@Suite struct `Random edits of a password field` {
  @Test(arguments: seeds(40))
  func `match a plain text model`(seed: Int) {
    var pair = ModelComparison(seed: seed)
    for step in 0..<80 {
      let edit = pair.step()
      let (field, model) = (pair.harness.control.selection, pair.model)
      #expect(Array(pair.harness.text.utf8) == Array(String(model.characters).utf8))
      #expect(field == TextSelection(anchor: model.anchor, head: model.head))
      guard pair.harness.control.isRevealed == false else { continue }
      let bullets = pair.harness.drawing().bullets(in: pair.harness.control.contentFrame)
      #expect(bullets.count == model.characters.count, "after step \(step), \(edit)")
    }
  }
}

extension ControlHarness<PasswordField> {
  /// Returns the point of an insertion index in the window. Revealed fixed-width text is 7.5 px
  /// wide for each character.
  fileprivate func point(ofIndex index: Int) -> Point {
    let pitch = control.isRevealed ? 7.5 : Theme.light.passwordField.bulletPitch
    return Point(
      x: control.contentFrame.minX - control.line.scroll + Double(index) * pitch, y: control.frame.midY)
  }
}
