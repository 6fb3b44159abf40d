import ControlTestSupport
import Motion
import Scene
import TestSupport

@testable import Controls

// The overlay: the completion popup, the menu and the tooltip.
extension ScriptRunner {
  /// Clicks an item of the menu or, if no menu is open, a row of the completion popup.
  mutating func choose(_ label: String) throws(ScriptError) {
    try apply { harness throws(ScriptError) in
      harness.advance(by: .seconds(1))
      guard let center = harness.control.center(ofChoice: label, at: harness.now) else {
        throw ScriptError("no item “\(label)” to choose")
      }
      harness.click(center)
      harness.advance(by: .seconds(1))
    }
  }

  /// Moves the pointer to a position with no button pressed, or out of the window.
  mutating func point(at words: inout ScriptWords) throws(ScriptError) {
    if words.skip("nothing") { return try apply { $0.send(.pointerLeft) } }
    let position = try point(&words)
    try apply { $0.move(to: position) }
  }

  func expectOverlay(_ words: inout ScriptWords) throws(ScriptError) -> Bool {
    if words.skip("popup") {
      let rows = field.completions.enumerated().map { row, completion in
        Choice(completion.text, isHighlighted: row == field.highlightedCompletion)
      }
      try expectChoices(rows, &words)
    } else if words.skip("menu") {
      let menu = field.overlay.menu
      let items = menu.items.map {
        Choice($0.label, isHighlighted: $0.id == menu.highlighted, isEnabled: $0.isEnabled)
      }
      try expectChoices(menu.isOpen ? items : [], &words)
    } else if words.skip("tooltip") {
      let (expected, actual) = (words.skip("none") ? "" : try words.string(), tooltipText)
      try require(actual == expected, "the tooltip is: \(actual)")
    } else {
      return false
    }
    return true
  }

  private func expectChoices(
    _ actual: [Choice], _ words: inout ScriptWords
  ) throws(ScriptError) {
    var expected: [Choice] = []
    if !words.skip("none") {
      repeat { expected.append(try Choice(&words)) } while !words.isEmpty
    }
    try require(actual == expected, "the choices are \(actual)")
  }

  private var tooltipText: String {
    var list = DisplayList()
    field.overlay.tooltip.draw(into: &list, at: harness.now)
    return list.flattened.texts.joined(separator: " ")
  }
}

/// An item of a list or menu: `"a"`, `>"a"` if it is highlighted, `-"a"` if it is disabled.
private struct Choice: Equatable, CustomStringConvertible {
  var label: String
  var isHighlighted: Bool
  var isEnabled: Bool

  init(_ label: String, isHighlighted: Bool, isEnabled: Bool = true) {
    (self.label, self.isHighlighted, self.isEnabled) = (label, isHighlighted, isEnabled)
  }

  init(_ words: inout ScriptWords) throws(ScriptError) {
    isHighlighted = words.skip(">")
    isEnabled = !words.skip("-")
    label = try words.string()
  }

  var description: String {
    (isHighlighted ? ">" : "") + (isEnabled ? "" : "-") + "\"\(label)\""
  }
}

extension TokenField {
  /// Returns the center of an item in the menu or, if no menu is open, in the completion popup.
  fileprivate func center(ofChoice label: String, at now: Instant) -> Point? {
    if overlay.menu.isOpen {
      let item = overlay.menu.items.first { $0.label == label }
      return item.flatMap { overlay.menu.frame(of: $0.id) }?.center
    }
    let rows = overlay.completion.rowsFrame
    let shift = rows.origin - .zero - Vector(dx: 0, dy: overlay.completion.scroller.offset(at: now))
    let row = completions.firstIndex { $0.text == label }
    let frame = row.map { overlay.completion.frame(ofRow: $0, width: rows.width).offset(by: shift) }
    return frame.flatMap { rows.contains($0.center) ? $0.center : nil }
  }
}
