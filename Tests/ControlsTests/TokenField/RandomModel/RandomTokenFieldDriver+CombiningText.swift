import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

// Actions that bring texts together which form common graphemes.
extension RandomTokenFieldDriver {
  private static let letters: [Unicode.Scalar] = [
    "e", "\u{301}", "\u{308}", "\u{1F1E9}", "\u{1F1EA}", "\u{1F1EB}", "\u{1F468}", "\u{200D}", " ",
  ]

  /// Performs one random action with combining text.
  ///
  /// - Returns: Whether field and model agree on whether it was handled.
  mutating func actOnTexts() -> Bool {
    if !model.requests.isEmpty { return deliver() }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<22: return select()
    case 22..<52: return type()
    case 52..<58: return press(.backspace)
    case 58..<68: return moveSelected()
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

  /// Types a combining letter or, less often, an ordinary letter or a comma.
  private mutating func type() -> Bool {
    let scalar = chance(75) ? pick(Self.letters) : pick(["a", ","])
    return send(KeyPress(.character(scalar), text: TypedText(scalar)))
  }

  /// Selects up to three ranges, which no single key does.
  private mutating func select() -> Bool {
    let indices = (0..<2 * Int.random(in: 1...3, using: &generator)).map { _ in
      Int.random(in: 0...model.elements.count, using: &generator)
    }.sorted()
    let pairs = stride(from: 0, to: indices.count, by: 2).map { indices[$0]..<indices[$0 + 1] }
    let ranges = pairs.filter { !$0.isEmpty }.united()
    let main = ranges.last ?? indices[0]..<indices[0]
    action = "select \(ranges), or \(main.lowerBound)"
    _ = harness.control.change(at: harness.now) { field in
      field.editor.history.endStep()
      field.selection = .range(main.lowerBound, main.upperBound)
      field.editor.selected.additional = ranges.dropLast()
    }
    model.change { field in
      field.openKind = nil
      field.select(main)
      field.additional = Set(ranges.dropLast().joined())
    }
    return true
  }

  private mutating func moveSelected() -> Bool {
    guard model.selected.contains(where: { !model.isText($0) }) else { return true }
    let index = Int.random(in: 0...model.elements.count, using: &generator)
    action = "move the selection to \(index)"
    _ = harness.control.change(at: harness.now) { $0.editor.moveSelected(to: index) }
    model.change { $0.move(to: index) }
    return true
  }
}
