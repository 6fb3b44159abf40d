import ControlTestSupport
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `Token field changed by its program` {
  @Test(arguments: seeds(24)) func `matches an array after random calls`(seed: Int) {
    var driver = ProgramDriver(seed: seed)
    for step in 0..<150 {
      driver.act()
      guard driver.matches else {
        Issue.record("step \(step): \(driver.actions.suffix(6)): \(driver.difference)")
        return
      }
    }
    driver.undoAll()
    #expect(driver.matches, "\(driver.difference)")
  }

  @Test func `accepts changes that the user may not make`() {
    var field = Field(tokens: ["a"])
    field.control.configuration.isEditable = false
    field.control.configuration.duplicates = .refuse
    field.control.insert([TextToken(id: 7, text: "a")], at: 1, at: field.now)
    #expect(field.ids == [0, 7])
    field.control.setTokens([], at: field.now)
    #expect(field.ids == [] && field.selection == .caret(0))
  }

  @Test func `inserts at the ends of a selection without selecting more`() {
    var field = Field(tokens: ["a", "b"])
    field.control.select(0..<1, at: field.now)
    field.control.insert([TextToken(id: 7, text: "c")], at: 0, at: field.now)
    field.control.insert([TextToken(id: 8, text: "d")], at: 2, at: field.now)
    #expect(field.ids == [7, 0, 8, 1] && field.selection == .range(1, 2))
  }

  @Test func `limits positions to its content`() {
    var field = Field(tokens: ["a", "b"])
    field.control.insert([TextToken(id: 7, text: "c")], at: .max, at: field.now)
    field.control.remove(-5..<1, at: field.now)
    #expect(field.ids == [1, 7])
    field.control.select(1..<99, at: field.now)
    #expect(field.selection == .range(1, 2))
  }

  @Test func `ends an in-place edit and keeps its text`() {
    var field = Field(tokens: ["a", "b"])
    field.press(.right, .shift)
    field.press(.function(2))
    field.type("x")
    let response = field.control.remove(1..<2, at: field.now)
    #expect(field.text == "x" && response.actions.count == 1)
    field.press(.character("z"), .control)
    #expect(field.text == "x[b]")
  }

  @Test func `keeps the destination of a paste between the same elements`() {
    var field = Field(tokens: ["a", "b"])
    field.control.select(1..<1, at: field.now)
    field.press(.character("v"), .control)
    field.control.insert([TextToken(id: 7, text: "c"), TextToken(id: 8, text: "d")], at: 0, at: field.now)
    field.receive("x,")
    #expect(field.text == "[c][d][a][x][b]" && field.selection == .caret(4))
  }

  @Test func `scrolls to a selection, but not to a change`() {
    var field = Field(tokens: (0..<200).map { "token \($0)" })
    field.control.insert([TextToken(id: 999, text: "last")], at: 200, at: field.now)
    field.settle()
    #expect(field.offset == 0)
    field.control.select(200..<201, at: field.now)
    field.settle()
    #expect(field.offset > 0)
  }

  @Test func `offers no selection of its program`() {
    var field = Field(tokens: ["a", "b"])
    let response = field.control.select(0..<2, at: field.now)
    #expect(response.outcomes.isEmpty && field.selection == .range(0, 2))
  }
}

/// A driver that changes a field by calls and by keys, and a reference model: an array.
private struct ProgramDriver {
  typealias Element = TokenFieldElement<TextToken>

  private var generator: SeededGenerator
  private var field = Field(tokens: ["a", "b", "c"])
  private var elements: [Element]
  private var head = 0
  private var past: [[Element]] = []
  private var future: [[Element]] = []
  private var nextID = 100
  /// Whether each call has returned the right actions.
  private var areActionsRight = true
  private(set) var actions: [String] = []

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    elements = field.control.elements
  }

  var matches: Bool {
    field.control.elements == elements && field.selection == .caret(head) && areActionsRight
  }

  var difference: String {
    "\(field.text) at \(field.selection), not \(elements) at \(head); right actions: \(areActionsRight)"
  }

  mutating func act() {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: replace(0..<elements.count)
    case 1, 2:
      let index = Int.random(in: 0...elements.count, using: &generator)
      replace(index..<index)
    case 3, 4, 5: replace(randomRange)
    case 6, 7: type()
    case 8: undo()
    default: redo()
    }
    if Bool.random(using: &generator) { field.settle() }
  }

  mutating func undoAll() { while !past.isEmpty { undo() } }

  private var randomRange: Range<Int> {
    mutating get {
      let start = Int.random(in: 0...elements.count, using: &generator)
      return start..<min(elements.count, start + Int.random(in: 0...3, using: &generator))
    }
  }

  private mutating func replace(_ range: Range<Int>) {
    let count = Int.random(in: 0..<3, using: &generator)
    let new = (0..<count).map { TextToken(id: nextID + $0, text: "t\(nextID + $0)") }
    nextID += count
    let isUndoable = Int.random(in: 0..<8, using: &generator) > 0
    actions.append("replace \(range) by \(count)\(isUndoable ? "" : ", not undoable")")
    let response =
      if range == 0..<elements.count {
        field.control.setTokens(new, isUndoable: isUndoable, at: field.now)
      } else if new.isEmpty {
        field.control.remove(range, isUndoable: isUndoable, at: field.now)
      } else if range.isEmpty {
        field.control.insert(new, at: range.lowerBound, isUndoable: isUndoable, at: field.now)
      } else {
        field.control.replace(range, with: new, isUndoable: isUndoable, at: field.now)
      }
    let setsAll = range == 0..<elements.count
    let removed = elements[range].compactMap(\.token)
    areActionsRight = areActionsRight && Self.isRight(response.actions, removed, new)
    record(range, new.map { .token($0) })
    if !isUndoable { (past, future) = ([], []) }
    if setsAll {
      head = new.count
    } else if head > range.lowerBound, head < range.upperBound {
      head = range.lowerBound + new.count
    } else if head >= range.upperBound, head > range.lowerBound {
      head += new.count - range.count
    }
  }

  private static func isRight(
    _ actions: [TextTokenField.Action], _ removed: [TextToken], _ inserted: [TextToken]
  ) -> Bool {
    guard !removed.isEmpty || !inserted.isEmpty else { return actions.isEmpty }
    guard actions.count == 1, case .changed(let change) = actions[0] else { return false }
    return Array(change.removed) == removed && Array(change.inserted) == inserted && !change.isUndo
  }

  private mutating func record(_ range: Range<Int>, _ new: [Element]) {
    guard !range.isEmpty || !new.isEmpty else { return }
    past.append(elements)
    future = []
    elements.replaceSubrange(range, with: new)
  }

  /// Types a letter at a random position, as a separate step.
  private mutating func type() {
    head = Int.random(in: 0...elements.count, using: &generator)
    actions.append("type at \(head)")
    field.control.select(head..<head, at: field.now)
    field.type("x")
    record(head..<head, [.text("x")])
    head += 1
  }

  private mutating func undo() {
    press("z")
    guard let last = past.popLast() else { return }
    future.append(elements)
    elements = last
  }

  private mutating func redo() {
    press("y")
    guard let next = future.popLast() else { return }
    past.append(elements)
    elements = next
  }

  private mutating func press(_ key: Unicode.Scalar) {
    actions.append("Ctrl+\(key)")
    field.press(.character(key), .control)
    // Other tests cover the selection after undo.
    head = field.selection.head
    field.control.select(head..<head, at: field.now)
  }
}
