import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A token field and a naive model of it` {
  @Test(arguments: 0..<50) func `T9 agree after any keys`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...8, using: &generator)
    var field = ControlHarness(tokens: Array(repeating: "same", count: count), width: 150)
    var model = NaiveField(ids: Array(0..<count))
    for _ in 0..<60 {
      let stroke = Stroke.random(using: &generator)
      let isHandled = field.press(stroke.key, stroke.modifiers, isRepeat: stroke.isRepeat)
      model.take(stroke)
      #expect(isHandled)
      #expect(field.ids == model.ids)
      #expect(field.selection == .range(model.anchor, model.head))
      #expect(field.deletions.flatMap(\.self) == model.deleted)
      #expect((field.caret != nil) == (model.anchor == model.head))
      field.advance(by: .milliseconds(Int.random(in: 0...900, using: &generator)))
    }
  }

  @Test(arguments: 0..<20) func `T9 comes to look like a field made of what is left`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = ControlHarness(tokens: ["a", "bb", "ccc", "dddd", "eeeee", "ffffff"], width: 100)
    for _ in 0..<30 {
      let stroke = Stroke.random(using: &generator)
      field.press(stroke.key, stroke.modifiers)
    }
    var other = ControlHarness(tokens: field.control.tokens.map(\.text), width: 100)
    for _ in 0..<field.selection.anchor { other.press(.right) }
    let way = field.selection.head - field.selection.anchor
    for _ in 0..<abs(way) { other.press(way < 0 ? .left : .right, .shift) }
    field.settle()
    other.settle()
    #expect(field.drawing() == other.drawing())
  }
}

/// A key that the field knows.
private struct Stroke {
  var key: Key
  var modifiers: Modifiers
  var isRepeat: Bool

  static let all: [(Key, Modifiers)] = [
    (.left, []), (.right, []), (.left, .shift), (.right, .shift), (.left, .control),
    (.right, .control), (.left, [.control, .shift]), (.right, [.control, .shift]), (.home, []),
    (.end, []), (.home, .shift), (.end, .shift), (.backspace, []), (.delete, []),
    (.backspace, .control), (.delete, .control), (.character("a"), .control),
    (.character("a"), [.control, .shift]), (.character("u"), .control),
  ]

  static func random(using generator: inout SeededGenerator) -> Stroke {
    let (key, modifiers) = all[Int.random(in: 0..<all.count, using: &generator)]
    return Stroke(
      key: key, modifiers: modifiers, isRepeat: Int.random(in: 0..<4, using: &generator) == 0)
  }
}

/// The field as an array and two numbers, with every key written out.
private struct NaiveField {
  var ids: [Int]
  var anchor = 0
  var head = 0
  var deleted: [Int] = []

  mutating func take(_ stroke: Stroke) {
    let isExtending = stroke.modifiers.contains(.shift)
    switch (stroke.key, stroke.modifiers.contains(.control)) {
    case (.left, false): step(-1, isExtending)
    case (.right, false): step(1, isExtending)
    case (.left, true), (.home, _): go(to: 0, isExtending)
    case (.right, true), (.end, _): go(to: ids.count, isExtending)
    case (.backspace, true): if !stroke.isRepeat { erase(-1) }
    case (.delete, true): if !stroke.isRepeat { erase(1) }
    case (.backspace, false): if !stroke.isRepeat { selectOrErase(-1) }
    case (.delete, false): if !stroke.isRepeat { selectOrErase(1) }
    case (.character("a"), true):
      if isExtending { anchor = head } else { (anchor, head) = (0, ids.count) }
    default: break
    }
  }

  private mutating func go(to gap: Int, _ isExtending: Bool) {
    head = gap
    if !isExtending { anchor = gap }
  }

  private mutating func step(_ direction: Int, _ isExtending: Bool) {
    if !isExtending, anchor != head {
      go(to: direction < 0 ? min(anchor, head) : max(anchor, head), false)
    } else if (0...ids.count).contains(head + direction) {
      go(to: head + direction, isExtending)
    } else if !isExtending {
      anchor = head
    }
  }

  private mutating func selectOrErase(_ direction: Int) {
    if anchor == head { step(direction, true) } else { erase(direction) }
  }

  private mutating func erase(_ direction: Int) {
    if anchor == head { step(direction, true) }
    let range = min(anchor, head)..<max(anchor, head)
    deleted += ids[range]
    ids.removeSubrange(range)
    (anchor, head) = (range.lowerBound, range.lowerBound)
  }
}
