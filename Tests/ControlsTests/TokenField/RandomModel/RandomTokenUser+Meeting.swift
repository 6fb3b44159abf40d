import Scene
import TestSupport

@testable import Controls

// What makes texts meet that grow together.
extension RandomTokenUser {
  private static let letters: [Unicode.Scalar] = [
    "e", "\u{301}", "\u{308}", "\u{1F1E9}", "\u{1F1EA}", "\u{1F1EB}", "\u{1F468}", "\u{200D}", " ",
  ]

  /// Does one thing.
  ///
  /// - Returns: Whether field and model agree that it was meant for the field.
  mutating func actOnTexts() -> Bool {
    if !model.requests.isEmpty { return deliver() }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<22: return select()
    case 22..<52: return type()
    case 52..<58: return press(.backspace)
    case 58..<68: return carrySelected()
    case 68..<73: return press(.character("x"), .control)
    case 73..<83: return press(.character("v"), .control)
    case 83..<90: return press(.character("z"), .control)
    case 90..<96: return press(.character("y"), .control)
    case 96: return press(.character("c"), .control)
    case 97: return press(.enter)
    case 98: return toggle()
    default: return changePolicy()
    }
  }

  private mutating func press(_ key: Key, _ modifiers: Modifiers = []) -> Bool {
    send(KeyPress(key, modifiers: modifiers))
  }

  /// Types a letter, or what makes a token of one.
  private mutating func type() -> Bool {
    let scalar = chance(75) ? pick(Self.letters) : pick(["a", ","])
    return send(KeyPress(.character(scalar), text: TypedText(scalar)))
  }

  /// Selects up to three ranges, as no single key does.
  private mutating func select() -> Bool {
    let gaps = (0..<2 * Int.random(in: 1...3, using: &generator)).map { _ in
      Int.random(in: 0...model.units.count, using: &generator)
    }.sorted()
    let pairs = stride(from: 0, to: gaps.count, by: 2).map { gaps[$0]..<gaps[$0 + 1] }
    let ranges = pairs.filter { !$0.isEmpty }.united()
    let own = ranges.last ?? gaps[0]..<gaps[0]
    deed = "select \(ranges), or \(own.lowerBound)"
    _ = harness.control.change(at: harness.now) { field in
      field.editor.history.endStep()
      field.selection = .range(own.lowerBound, own.upperBound)
      field.editor.scattered = ranges.dropLast()
    }
    model.change { field in
      (field.openKind, field.isAtLineEnd, field.goalX) = (nil, false, nil)
      field.select(own)
      field.others = Set(ranges.dropLast().joined())
    }
    return true
  }

  private mutating func carrySelected() -> Bool {
    guard model.selected.contains(where: { !model.isText($0) }) else { return true }
    let gap = Int.random(in: 0...model.units.count, using: &generator)
    deed = "carry what is selected to \(gap)"
    _ = harness.control.change(at: harness.now) { $0.editor.moveSelected(to: gap) }
    model.change { $0.move(to: gap) }
    return true
  }
}
