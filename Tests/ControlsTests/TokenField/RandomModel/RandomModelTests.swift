import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `Token field with random input` {
  @Test(arguments: seeds(20)) func `T9 matches a reference model after each of 500 actions`(seed: Int) {
    Self.run(seed: seed, steps: 500) { $0.act() && $0.offersMatch }
  }

  @Test(arguments: seeds(30)) func `joins graphemes as the reference model does`(seed: Int) {
    Self.run(seed: seed, steps: 300) { $0.actOnTexts() }
  }

  private static func run(
    seed: Int, steps: Int, _ act: (inout RandomTokenFieldDriver) -> Bool
  ) {
    var driver = RandomTokenFieldDriver(seed: seed)
    let start = driver.model.elements
    var actions: [String] = []
    for step in 0..<steps {
      let isMatch = act(&driver)
      actions.append(driver.action)
      // These differences persist, so not every step checks them.
      guard isMatch, driver.matches(), step % 5 != 4 || driver.holdsInvariants,
        step % 100 != 99 || driver.drawsLikeNew
      else {
        Issue.record("step \(step): \(actions.suffix(12)): \(driver.difference)")
        return
      }
    }
    var editor = driver.harness.control.editor
    while editor.history.canRedo { editor.redo() }
    let end = Array(editor.elements)
    while editor.history.canUndo { editor.undo() }
    #expect(Array(editor.elements) == start, "undo restores the start")
    while editor.history.canRedo { editor.redo() }
    #expect(Array(editor.elements) == end, "redo restores the end")
  }
}

// Comparison of field and model.
extension RandomTokenFieldDriver {
  /// Returns whether the elements match and each model identity always maps to one field identity.
  private mutating func matchesElements(_ actual: [ReferenceField.Element]) -> Bool {
    guard actual.count == model.elements.count else { return false }
    return zip(actual, model.elements).allSatisfy { actual, target in
      guard let actual = actual.token, let target = target.token else { return actual == target }
      let isNew = identities[target.id] == nil && !identities.values.contains(actual.id)
      if isNew { identities[target.id] = actual.id }
      return actual.text == target.text && identities[target.id] == actual.id
    }
  }

  private var selectedSet: Set<Int> { Set(harness.control.editor.selectedRanges.flatMap(\.self)) }

  private func text(_ elements: [ReferenceField.Element]?) -> String? {
    guard let elements else { return nil }
    var (parts, text): ([String], String) = ([], "")
    for element in elements {
      if let character = element.character {
        text.append(character)
      } else if let token = element.token {
        parts += (text.isEmpty ? [] : [text]) + [token.text]
        text = ""
      }
    }
    return (parts + (text.isEmpty ? [] : [text])).joined(separator: ", ")
  }

  private func offered(at pasteboard: Pasteboard) -> String? {
    harness.lastOffer(at: pasteboard)?.representations.first { $0.type == .text }
      .map { String(decoding: $0.bytes(), as: UTF8.self) }
  }

  mutating func matches() -> Bool {
    let selection = harness.control.selection
    return matchesElements(harness.control.elements) && selection.anchor == model.state.anchor
      && selection.head == model.head && selectedSet == model.selected
      && (harness.control.editor.inPlaceEdit != nil) == (model.editing != nil)
  }

  /// Whether the offered clipboard and primary data match the model.
  var offersMatch: Bool {
    offered(at: .clipboard) == text(model.clipboard)
      && offered(at: .primary) == text(model.primary)
  }

  var difference: String {
    """
    the field is \(harness.control.elements) with \(selectedSet.sorted()) selected, \
    \(offered(at: .clipboard) ?? "nothing") and \(offered(at: .primary) ?? "nothing") offered; \
    expected \(model.state) with \(model.selected.sorted()), \(text(model.clipboard) ?? "nothing") \
    and \(text(model.primary) ?? "nothing"); \
    edited \(harness.control.editor.inPlaceRange as Any), \
    \(model.editing?.range as Any)
    """
  }

  /// Whether the invariants hold that every action preserves.
  var holdsInvariants: Bool {
    let field = harness.control
    return field.elements.resegmented == field.elements
      && (0...field.count).contains(field.selection.head)
      && (0...field.count).contains(field.selection.anchor)
      && field.editor.elements.isConsistent && field.flow.isGreedy
  }

  /// Whether the field at rest is drawn as a new field with the same content.
  var drawsLikeNew: Bool {
    let width = harness.control.viewport.frame.width
    var (field, new) = (harness, ControlHarness(elements: model.elements.map(\.notation), width: width))
    new.control.configuration = field.control.configuration
    new.control.selection = field.control.selection
    new.control.editor.selected.additional = field.control.editor.selected.additional
    new.control.caret.place(isAtLineEnd: field.control.caret.isAtLineEnd)
    if !model.isFocused { new.control.focus(nil, at: .zero) }
    new.control.revealCaret(at: .zero)
    // Text wider than a line scrolls by the minimum, so its offset depends on the past.
    guard new.control.viewport.textOffset == field.control.viewport.textOffset else { return true }
    // Let all animations settle.
    field.stall(for: .seconds(60))
    new.stall(for: .seconds(60))
    (field.control.statusLine, new.control.statusLine) = (FieldStatus(), FieldStatus())
    return field.drawing() == new.drawing()
  }
}

extension ElementSequence {
  /// Whether no text run is empty, no text follows text, all counts are correct, and each index has one offset.
  var isConsistent: Bool {
    let items = Array(items)
    let texts = items.map(\.text)
    let isDivided = zip(texts, texts.dropFirst()).contains { $0 != nil && $1 != nil }
    let strings = texts.compactMap { $0?.string }
    let tokenCount = items.count - strings.count
    return !isDivided && strings.allSatisfy { !$0.isEmpty }
      && texts.allSatisfy { $0?.count == $0?.string.count }
      && textCount == strings.reduce(0) { $0 + $1.count } && count == tokenCount + textCount
      && length == tokenCount + strings.reduce(0) { $0 + $1.utf8.count }
      && stride(from: 0, through: count, by: 1 + count / 100).allSatisfy {
        index(atOrAfter: offset(of: $0)) == $0
      }
      && boundaries(in: 0..<count, every: 1).count == Swift.max(0, items.count - 1)
      && zip(items, [0] + boundaries(in: 0..<count, every: 1)).allSatisfy { (item, index) in
        self[index].isText == (item.text != nil)
      }
  }
}

extension FlowLayout {
  /// Whether each laid-out line is filled greedily, independent of block boundaries.
  var isGreedy: Bool {
    var end: Double?
    for block in 0..<blockCount {
      guard let layout = layout(ofBlock: block) else {
        end = nil
        continue
      }
      let starts = Set(layout.lines.map(\.boxes.lowerBound))
      for (index, box) in layout.boxes.enumerated() {
        let isFull = end.map { $0 + spacing + box.frame.width > width } ?? true
        guard isFull == starts.contains(index) else { return false }
        guard box.frame.minX == (isFull ? 0 : (end ?? 0) + spacing) else { return false }
        end = box.frame.maxX
      }
    }
    return true
  }
}
