import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

/// A driver that requests pastes and types, deletes and undoes until the data arrives; and a
/// reference model: a list of elements with paste markers between them.
struct PasteModelDriver {
  /// An element of the field, or a marker between two.
  enum Element: Equatable {
    case token(String)
    case text(String)
    case marker(Int)
    case caret

    var isContent: Bool {
      switch self {
      case .token, .text: true
      case .marker, .caret: false
      }
    }

    /// The order among markers at the same insertion index.
    var order: Int { if case .marker(let number) = self { number } else { .max } }
  }

  /// A replacement of some elements by others.
  struct Splice {
    var start: Int
    var old: [Element]
    var new: [Element]

    var inverse: Splice { Splice(start: start, old: new, new: old) }
  }

  private var generator: SeededGenerator
  private(set) var field = ControlHarness<TextTokenField>(tokens: ["a", "b", "c"])
  private var items: [Element] = [.caret, .token("a"), .token("b"), .token("c")]
  /// The numbers of requests that were followed by another change.
  private var superseded: Set<Int> = []
  private var past: [Splice] = []
  private var future: [Splice] = []
  /// The numbers of requests without data, and of cancelled requests.
  private var requested: [Int] = []
  private var cancelled: Set<Int> = []
  private var requestCount = 0
  private(set) var actions: [String] = []

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  var matches: Bool { field.text == text && field.selection == .caret(caret) }

  var difference: String { "\(field.text) at \(field.selection.head), not \(items)" }

  private var text: String {
    items.reduce(into: "") { text, element in
      switch element {
      case .token(let name): text += "[\(name)]"
      case .text(let letter): text += letter
      case .marker, .caret: break
      }
    }
  }

  private var contents: [Element] { items.filter(\.isContent) }
  private var caret: Int { index(of: .caret) }

  private func index(of element: Element) -> Int {
    items.prefix { $0 != element }.count(where: \.isContent)
  }

  /// Performs one random action.
  mutating func act() {
    field.control.editor.history.endStep()
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<25: move()
    case 25..<45: type()
    case 45..<55: typeComma()
    case 55..<65: erase()
    case 65..<72: undoOrRedo(isRedo: false)
    case 72..<77: undoOrRedo(isRedo: true)
    case 77..<86: requestPaste()
    case 86..<98: receive()
    default: cancel(pending, by: .escape)
    }
  }

  /// Delivers the data of all requests.
  mutating func finish() {
    while !requested.isEmpty { receive() }
  }

  mutating func undoAll() {
    while field.control.editor.history.canUndo { field.press(.character("z"), .control) }
  }
}

// User actions.
extension PasteModelDriver {
  private mutating func move() { move(to: Int.random(in: 0...contents.count, using: &generator)) }

  private mutating func move(to target: Int) {
    actions.append("move to \(target)")
    field.control.selection = .caret(target)
    items.removeAll { $0 == .caret }
    // After all markers.
    items.insert(.caret, at: index(ofContent: target))
  }

  private mutating func type() {
    let letter = ["k", "l", "m"][Int.random(in: 0..<3, using: &generator)]
    actions.append("type \(letter)")
    field.type(letter)
    record(Splice(start: caret, old: [], new: [.text(letter)]))
  }

  private mutating func typeComma() {
    actions.append("type ,")
    field.type(",")
    let letters = letters(before: caret)
    guard !letters.isEmpty else { return }
    record(Splice(start: caret - letters.count, old: letters, new: [.token(Self.word(letters))]))
  }

  private mutating func erase() {
    actions.append("erase")
    field.press(.backspace, .control)
    guard caret > 0 else { return }
    let letters = letters(before: caret)
    let old = letters.isEmpty ? [contents[caret - 1]] : letters
    record(Splice(start: caret - old.count, old: old, new: []))
  }

  private mutating func undoOrRedo(isRedo: Bool) {
    // Undo cancels the latest request, even if its data has not arrived.
    if !isRedo, let last = pending.max(), !superseded.contains(last) {
      return cancel([last], by: .character("z"), .control)
    }
    actions.append(isRedo ? "redo" : "undo")
    field.press(.character(isRedo ? "y" : "z"), .control)
    if let splice = isRedo ? future.popLast() : past.popLast() {
      apply(isRedo ? splice : splice.inverse)
      if isRedo { past.append(splice) } else { future.append(splice) }
    }
    // Other tests cover the caret after undo.
    move()
  }

  private mutating func requestPaste() {
    actions.append("request \(requestCount)")
    field.press(.character("v"), .control)
    items.insert(.marker(requestCount), at: items.firstIndex(of: .caret) ?? 0)
    requested.append(requestCount)
    requestCount += 1
  }

  /// The numbers of pastes that are not inserted yet.
  private var pending: [Int] { requested.filter { !cancelled.contains($0) } }

  private mutating func cancel(_ numbers: [Int], by key: Key, _ modifiers: Modifiers = []) {
    actions.append("cancel \(numbers) by \(key)")
    field.press(key, modifiers)
    items.removeAll { element in numbers.contains { element == .marker($0) } }
    cancelled.formUnion(numbers)
  }

  /// Delivers the data of the first request.
  private mutating func receive() {
    guard !requested.isEmpty else { return }
    let number = requested.removeFirst()
    actions.append("receive \(number)")
    field.receive("p\(number), q\(number),")
    if !cancelled.contains(number) { applyPaste(number) }
  }
}

// Model updates.
extension PasteModelDriver {
  private mutating func applyPaste(_ number: Int) {
    let (start, isAtCaret) = (index(of: .marker(number)), index(of: .marker(number)) == caret)
    let letters = letters(before: start)
    let new = [Element.token(Self.word(letters) + "p\(number)"), .token("q\(number)")]
    record(Splice(start: start - letters.count, old: letters, new: new), pasting: number)
    if isAtCaret { move(to: start - letters.count + 2) }
    items.removeAll { $0 == .marker(number) }
  }

  private func letters(before index: Int) -> [Element] {
    Array(contents[..<index]).suffix { if case .text = $0 { true } else { false } }
  }

  private static func word(_ letters: [Element]) -> String {
    letters.map { if case .text(let letter) = $0 { letter } else { "" } }.joined()
  }

  private mutating func record(_ splice: Splice, pasting number: Int? = nil) {
    apply(splice, pasting: number)
    past.append(splice)
    future = []
  }

  private mutating func apply(_ splice: Splice, pasting number: Int? = nil) {
    superseded.formUnion(pending.filter { $0 <= number ?? .max })
    var start = index(ofContent: splice.start)
    if let number, splice.old.isEmpty {
      start = items.firstIndex(of: .marker(number)) ?? start
    } else if splice.old.isEmpty, splice.start == caret {
      start = items.firstIndex(of: .caret) ?? start
    }
    var (remaining, markers) = (items[start...], [Element]())
    for _ in splice.old {
      markers += remaining.prefix { !$0.isContent }
      remaining = remaining.drop { !$0.isContent }.dropFirst()
    }
    items = items[..<start] + splice.new + markers + remaining
    sortMarkers()
  }

  /// Sorts the markers at the same insertion index by request, with the caret last.
  private mutating func sortMarkers() {
    for index in items.split(whereSeparator: \.isContent) {
      items[index.indices] = index.sorted { $0.order < $1.order }[...]
    }
  }

  /// Returns the list index of an element, or of its insertion: after all markers before it.
  private func index(ofContent element: Int) -> Int {
    var remaining = element
    for index in items.indices where items[index].isContent {
      if remaining == 0 { return index }
      remaining -= 1
    }
    return items.count
  }
}

extension Array {
  /// Returns the longest suffix whose elements satisfy the predicate.
  fileprivate func suffix(while isSo: (Element) -> Bool) -> [Element] {
    Array(reversed().prefix(while: isSo).reversed())
  }
}
