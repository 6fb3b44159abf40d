import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

@Suite struct `A token field in anybody's hands` {
  @Test(arguments: 0..<20) func `T9 agrees with a naive model after each of 500 steps`(
    seed: Int
  ) {
    var user = RandomTokenUser(seed: seed)
    let start = user.model.units
    var deeds: [String] = []
    for step in 0..<500 {
      let isAgreed = user.act()
      deeds.append(user.deed)
      guard isAgreed, user.agrees() else {
        Issue.record("step \(step): \(deeds.suffix(8)): \(user.difference)")
        return
      }
      // What is wrong with these stays so.
      guard step % 5 != 4 || user.offersAgree && user.isInOrder else {
        Issue.record("step \(step): \(deeds.suffix(12)): \(user.difference)")
        return
      }
      if step % 100 == 99, !user.looksLikeNew {
        Issue.record("step \(step): \(deeds.suffix(8)): it looks different from a new one")
        return
      }
    }
    let ways = user.harness.ways
    #expect(ways.start == start, "all is undone")
    #expect(ways.secondEnd == ways.end, "all is done again")
  }

  @Test(arguments: 0..<30) func `has texts grow together as a naive model's do`(seed: Int) {
    var user = RandomTokenUser(seed: seed)
    let start = user.model.units
    var deeds: [String] = []
    for step in 0..<300 {
      let isAgreed = user.actOnTexts()
      deeds.append(user.deed)
      guard isAgreed, user.agrees(), step % 5 != 4 || user.isInOrder else {
        Issue.record("step \(step): \(deeds.suffix(8)): \(user.difference)")
        return
      }
    }
    let ways = user.harness.ways
    #expect(ways.start == start, "all is undone")
    #expect(ways.secondEnd == ways.end, "all is done again")
  }
}

// What field and model are compared by.
extension RandomTokenUser {
  /// Whether each identity of the model's is one of the field's, and always the same.
  private mutating func identifies(_ seen: [NaiveField.Unit]) -> Bool {
    guard seen.count == model.units.count else { return false }
    return zip(seen, model.units).allSatisfy { seen, wanted in
      guard let seen = seen.token, let wanted = wanted.token else { return seen == wanted }
      let isNew = identities[wanted.id] == nil && !identities.values.contains(seen.id)
      if isNew { identities[wanted.id] = seen.id }
      return seen.text == wanted.text && identities[wanted.id] == seen.id
    }
  }

  private var seenSelection: Set<Int> { Set(harness.control.editor.selectedRanges.flatMap(\.self)) }

  private func text(_ units: [NaiveField.Unit]?) -> String? {
    guard let units else { return nil }
    var (parts, text): ([String], String) = ([], "")
    for unit in units {
      if let character = unit.character {
        text.append(character)
      } else if let token = unit.token {
        parts += (text.isEmpty ? [] : [text]) + [token.text]
        text = ""
      }
    }
    return (parts + (text.isEmpty ? [] : [text])).joined(separator: ", ")
  }

  private func offered(at pasteboard: Pasteboard) -> String? {
    harness.lastOffer(at: pasteboard)?.forms.first { $0.type == .text }
      .map { String(decoding: $0.bytes(), as: UTF8.self) }
  }

  mutating func agrees() -> Bool {
    let selection = harness.control.selection
    return identifies(harness.units) && selection.anchor == model.state.anchor
      && selection.head == model.head && seenSelection == model.selected
      && (harness.control.editor.trial != nil) == (model.trial != nil)
  }

  /// Whether other programs may have what they should.
  var offersAgree: Bool {
    offered(at: .clipboard) == text(model.clipboard)
      && offered(at: .primary) == text(model.primary)
  }

  var difference: String {
    """
    it is \(harness.units) with \(seenSelection.sorted()) selected, \
    \(offered(at: .clipboard) ?? "nothing") and \(offered(at: .primary) ?? "nothing") offered; \
    it should be \(model.state) with \(model.selected.sorted()), \(text(model.clipboard) ?? "nothing") \
    and \(text(model.primary) ?? "nothing"); edited \(harness.control.editor.trial?.range as Any), \
    \(model.trial?.range as Any)
    """
  }

  /// What holds whatever was done.
  var isInOrder: Bool {
    let field = harness.control
    return NaiveField.regrouped(harness.units) == harness.units
      && (0...field.count).contains(field.selection.head)
      && (0...field.count).contains(field.selection.anchor)
      && field.editor.units.isInOrder && field.isLaidOutGreedily
  }

  /// Whether it is drawn, at rest, as a field is that was made of what is in it.
  var looksLikeNew: Bool {
    var (field, other) = (harness, ControlHarness(units: model.units, width: model.width + 20))
    other.control.configuration = field.control.configuration
    other.control.selection = field.control.selection
    other.control.editor.scattered = field.control.editor.scattered
    other.control.isAtLineEnd = field.control.isAtLineEnd
    if !model.isFocused { other.control.focus(nil, at: .zero) }
    // Text that is wider than a line moves as little as it must, from where it was.
    other.control.textScroll = field.control.textScroll
    other.control.revealCaret(at: .zero)
    (field.control.sentence, other.control.sentence) = ("", "")
    // Once all is at rest.
    field.stall(for: .seconds(60))
    other.stall(for: .seconds(60))
    return field.drawing() == other.drawing()
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// A field with such units, of which nothing was typed as a delimiter.
  init(units: [NaiveField.Unit], width: Double) {
    self.init(texts: units.compactMap { $0.token?.text }, width: width, validation: nil)
    control.configuration.delimiters = []
    control.configuration.maximumLines = 1000
    var index = 0
    while index < units.count {
      let text = units[index...].prefix { $0.character != nil }.compactMap(\.character)
      if !text.isEmpty {
        control.selection = TextSelection(caret: index)
        commit(String(text))
      }
      index += max(1, text.count)
    }
  }

  var units: [NaiveField.Unit] {
    control.units.map { unit in
      switch unit {
      case .token(let token): .token(token)
      case .text(let character): .text(character)
      }
    }
  }

  private mutating func redoAll() {
    while control.editor.history.canRedo {
      control.editor.redo()
      _ = control.editor.takeNews()
    }
  }

  private mutating func undoAll() {
    while control.editor.history.canUndo {
      control.editor.undo()
      _ = control.editor.takeNews()
    }
  }

  /// What is there once all is done again, what once all is undone, and what once all is done again;
  /// without a look at it in between.
  var ways: (end: [NaiveField.Unit], start: [NaiveField.Unit], secondEnd: [NaiveField.Unit]) {
    var copy = self
    copy.redoAll()
    let end = copy.units
    copy.undoAll()
    let start = copy.units
    copy.redoAll()
    return (end, start, copy.units)
  }
}

extension UnitSequence {
  /// Whether no block is empty, all counts are right, text stands in one block, and each unit of a
  /// marked block has a mark.
  var isInOrder: Bool {
    let texts = blocks.map { ($0.units.first?.isText, $0.units.last?.isText) }
    let isDivided = zip(texts, texts.dropFirst()).contains { $0.1 == true && $1.0 == true }
    let sums = blocks.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.units.count) }
    return !isDivided && count == sums[blocks.count]
      && textCount == blocks.reduce(0) { $0 + $1.textCount }
      && textCounts.values == blocks.map(\.textCount)
      && unmarkedCount == blocks.reduce(0) { $0 + ($1.marks == nil ? $1.units.count : 0) }
      && blocks.allSatisfy { block in block.marks.map { $0.count == block.units.count } ?? true }
      && blocks.indices.allSatisfy { start(ofBlock: $0) == sums[$0] }
      && blocks.allSatisfy { block in
        !block.units.isEmpty && block.textCount == block.units.count { $0.isText }
      }
  }
}

extension TokenField {
  /// Whether each line that was laid out is as full as can be, wherever blocks end.
  var isLaidOutGreedily: Bool {
    var end: Double?
    for layout in flow.layouts {
      guard let layout else {
        end = nil
        continue
      }
      let starts = Set(layout.lines.map(\.boxes.lowerBound))
      for (index, box) in layout.boxes.enumerated() {
        let isFull = end.map { $0 + flow.spacing + box.frame.width > flow.width } ?? true
        guard isFull == starts.contains(index) else { return false }
        guard box.frame.minX == (isFull ? 0 : (end ?? 0) + flow.spacing) else { return false }
        end = box.frame.maxX
      }
    }
    return true
  }
}
