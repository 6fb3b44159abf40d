import Scene
import TestSupport

@testable import Controls

/// Somebody who asks for things, and goes on typing, deleting and undoing while they come; and one
/// row of units with marks between them, that should be the same.
struct PastingPerson {
  /// A unit, or what stands between two.
  enum Element: Equatable {
    case token(String)
    case text(String)
    case mark(Int)
    case caret

    var isUnit: Bool {
      switch self {
      case .token, .text: true
      case .mark, .caret: false
      }
    }

    /// Among what stands at the same gap.
    var rank: Int { if case .mark(let number) = self { number } else { .max } }
  }

  /// Some units in the place of others.
  struct Splice {
    var start: Int
    var old: [Element]
    var new: [Element]

    var inverse: Splice { Splice(start: start, old: new, new: old) }
  }

  private var generator: SeededGenerator
  private(set) var field = ControlHarness<TextTokenField>(tokens: ["a", "b", "c"])
  private var row: [Element] = [.caret, .token("a"), .token("b"), .token("c")]
  /// What was asked for before something else was done, by number.
  private var passed: Set<Int> = []
  private var past: [Splice] = []
  private var future: [Splice] = []
  /// What was asked for and has not come, what of it was given up, and what is being read, by number.
  private var awaited: [Int] = []
  private var givenUp: Set<Int> = []
  private var coming: [Int] = []
  private var askedCount = 0
  private(set) var deeds: [String] = []

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  var agrees: Bool { field.text == text && field.selection == .caret(caret) }

  var difference: String { "\(field.text) at \(field.selection.head), not \(row)" }

  private var text: String {
    row.reduce(into: "") { text, element in
      switch element {
      case .token(let name): text += "[\(name)]"
      case .text(let letter): text += letter
      case .mark, .caret: break
      }
    }
  }

  private var units: [Element] { row.filter(\.isUnit) }
  private var caret: Int { gap(of: .caret) }

  private func gap(of element: Element) -> Int {
    row.prefix { $0 != element }.count(where: \.isUnit)
  }

  /// Does one thing.
  mutating func act() {
    field.control.editor.history.endStep()
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<25: move()
    case 25..<45: type()
    case 45..<55: endToken()
    case 55..<65: erase()
    case 65..<72: takeBack(isRedo: false)
    case 72..<77: takeBack(isRedo: true)
    case 77..<86: ask()
    case 86..<94: receive()
    case 94..<99: pass()
    default: giveUp(pending, by: .escape)
    }
  }

  /// Has all come that was asked for.
  mutating func finish() {
    while !awaited.isEmpty { receive() }
    while !coming.isEmpty { pass() }
  }

  mutating func undoAll() {
    while field.control.editor.history.canUndo { field.press(.character("z"), .control) }
  }
}

// What a person does.
extension PastingPerson {
  private mutating func move() { move(to: Int.random(in: 0...units.count, using: &generator)) }

  private mutating func move(to gap: Int) {
    deeds.append("go to \(gap)")
    field.control.selection = .caret(gap)
    row.removeAll { $0 == .caret }
    // Behind all marks.
    row.insert(.caret, at: index(ofUnit: gap))
  }

  private mutating func type() {
    let letter = ["k", "l", "m"][Int.random(in: 0..<3, using: &generator)]
    deeds.append("type \(letter)")
    field.type(letter)
    note(Splice(start: caret, old: [], new: [.text(letter)]))
  }

  private mutating func endToken() {
    deeds.append("type ,")
    field.type(",")
    let letters = letters(before: caret)
    guard !letters.isEmpty else { return }
    note(Splice(start: caret - letters.count, old: letters, new: [.token(Self.word(letters))]))
  }

  private mutating func erase() {
    deeds.append("erase")
    field.press(.backspace, .control)
    guard caret > 0 else { return }
    let letters = letters(before: caret)
    let old = letters.isEmpty ? [units[caret - 1]] : letters
    note(Splice(start: caret - old.count, old: old, new: []))
  }

  private mutating func takeBack(isRedo: Bool) {
    // What was asked for last is what is taken back, though it is not there yet.
    if !isRedo, let last = pending.max(), !passed.contains(last) {
      return giveUp([last], by: .character("z"), .control)
    }
    deeds.append(isRedo ? "redo" : "undo")
    field.press(.character(isRedo ? "y" : "z"), .control)
    if let splice = isRedo ? future.popLast() : past.popLast() {
      apply(isRedo ? splice : splice.inverse)
      if isRedo { past.append(splice) } else { future.append(splice) }
    }
    // Where undoing leaves the caret is for others to test.
    move()
  }

  private mutating func ask() {
    deeds.append("ask for \(askedCount)")
    field.press(.character("v"), .control)
    row.insert(.mark(askedCount), at: row.firstIndex(of: .caret) ?? 0)
    awaited.append(askedCount)
    askedCount += 1
  }

  /// What is not there yet.
  private var pending: [Int] { awaited.filter { !givenUp.contains($0) } + coming }

  private mutating func giveUp(_ numbers: [Int], by key: Key, _ modifiers: Modifiers = []) {
    deeds.append("give up \(numbers) by \(key)")
    field.press(key, modifiers)
    row.removeAll { element in numbers.contains { element == .mark($0) } }
    coming.removeAll(where: numbers.contains)
    givenUp.formUnion(numbers)
  }

  private mutating func pass() {
    deeds.append("a frame")
    field.advance(by: .milliseconds(17))
    followPasting()
  }

  /// What was asked for first comes, in one frame or in several.
  private mutating func receive() {
    guard !awaited.isEmpty else { return }
    let number = awaited.removeFirst()
    let isLong = Bool.random(using: &generator)
    deeds.append("\(isLong ? "long" : "short") \(number) comes")
    if !givenUp.contains(number) { coming.append(number) }
    let space = String(repeating: " ", count: isLong ? 40_000 : 1)
    field.receive("p\(number),\(space)q\(number),")
    followPasting()
  }
}

// What follows.
extension PastingPerson {
  /// Puts in what the field has put in.
  private mutating func followPasting() {
    while coming.count > field.control.pasted.count {
      let number = coming.removeFirst()
      let (place, isThere) = (gap(of: .mark(number)), gap(of: .mark(number)) == caret)
      let letters = letters(before: place)
      let new = [Element.token(Self.word(letters) + "p\(number)"), .token("q\(number)")]
      note(Splice(start: place - letters.count, old: letters, new: new), pasting: number)
      if isThere { move(to: place - letters.count + 2) }
      row.removeAll { $0 == .mark(number) }
    }
  }

  private func letters(before gap: Int) -> [Element] {
    Array(units[..<gap]).suffix { if case .text = $0 { true } else { false } }
  }

  private static func word(_ letters: [Element]) -> String {
    letters.map { if case .text(let letter) = $0 { letter } else { "" } }.joined()
  }

  private mutating func note(_ splice: Splice, pasting number: Int? = nil) {
    apply(splice, pasting: number)
    past.append(splice)
    future = []
  }

  private mutating func apply(_ splice: Splice, pasting number: Int? = nil) {
    passed.formUnion(pending.filter { $0 <= number ?? .max })
    var start = index(ofUnit: splice.start)
    if let number, splice.old.isEmpty {
      start = row.firstIndex(of: .mark(number)) ?? start
    } else if splice.old.isEmpty, splice.start == caret {
      start = row.firstIndex(of: .caret) ?? start
    }
    var (rest, marks) = (row[start...], [Element]())
    for _ in splice.old {
      marks += rest.prefix { !$0.isUnit }
      rest = rest.drop { !$0.isUnit }.dropFirst()
    }
    row = row[..<start] + splice.new + marks + rest
    sortMarks()
  }

  /// Has what comes to stand at the same gap stand there in the order of asking, the caret last.
  private mutating func sortMarks() {
    for gap in row.split(whereSeparator: \.isUnit) {
      row[gap.indices] = gap.sorted { $0.rank < $1.rank }[...]
    }
  }

  /// Where a unit stands in the row, or would stand: behind all marks before it.
  private func index(ofUnit unit: Int) -> Int {
    var left = unit
    for index in row.indices where row[index].isUnit {
      if left == 0 { return index }
      left -= 1
    }
    return row.count
  }
}

extension Array {
  /// The longest part at the end whose elements are all so.
  fileprivate func suffix(while isSo: (Element) -> Bool) -> [Element] {
    Array(reversed().prefix(while: isSo).reversed())
  }
}
