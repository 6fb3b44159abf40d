import Motion
import Scene
import TestSupport

@testable import Controls

// What lies above the field: the list of completions, the menu, the tooltip.
extension ScriptRunner {
  /// Clicks an item of the menu or, where none is open, a row of the list.
  mutating func choose(_ label: String) throws(ScriptFault) {
    try act { harness throws(ScriptFault) in
      harness.advance(by: .seconds(1))
      guard let place = harness.control.place(ofChoice: label, at: harness.now) else {
        throw ScriptFault("there is no “\(label)” to choose")
      }
      harness.click(place)
      harness.advance(by: .seconds(1))
    }
  }

  /// The pointer comes to a place without a button down, or goes away.
  mutating func point(at words: inout ScriptWords) throws(ScriptFault) {
    if words.take("nothing") { return try act { $0.send(.pointerLeft) } }
    let place = try point(&words)
    try act { $0.move(to: place) }
  }

  func expectOfOverlay(_ words: inout ScriptWords) throws(ScriptFault) -> Bool {
    if words.take("popup") {
      let rows = field.completions.enumerated().map { row, completion in
        Choice(completion.text, isHighlighted: row == field.highlightedCompletion)
      }
      try expectChoices(rows, &words)
    } else if words.take("menu") {
      let menu = field.overlay.menu
      let items = menu.items.map {
        Choice($0.label, isHighlighted: $0.id == menu.highlighted, isEnabled: $0.isEnabled)
      }
      try expectChoices(menu.isOpen ? items : [], &words)
    } else if words.take("tooltip") {
      let (wanted, seen) = (words.take("none") ? "" : try words.string(), tooltipText)
      try require(seen == wanted, "it tells: \(seen)")
    } else {
      return false
    }
    return true
  }

  private func expectChoices(
    _ seen: [Choice], _ words: inout ScriptWords
  ) throws(ScriptFault) {
    var wanted: [Choice] = []
    if !words.take("none") {
      repeat { wanted.append(try Choice(&words)) } while !words.isEmpty
    }
    try require(seen == wanted, "there is \(seen)")
  }

  private var tooltipText: String {
    var list = DisplayList()
    field.overlay.tooltip.draw(in: field.overlay.surroundings, into: &list, at: harness.now)
    return list.flattened.texts.joined(separator: " ")
  }
}

/// One of several that can be chosen: `"a"`, `>"a"` where Enter takes it, `-"a"` where nobody can.
private struct Choice: Equatable, CustomStringConvertible {
  var label: String
  var isHighlighted: Bool
  var isEnabled: Bool

  init(_ label: String, isHighlighted: Bool, isEnabled: Bool = true) {
    (self.label, self.isHighlighted, self.isEnabled) = (label, isHighlighted, isEnabled)
  }

  init(_ words: inout ScriptWords) throws(ScriptFault) {
    isHighlighted = words.take(">")
    isEnabled = !words.take("-")
    label = try words.string()
  }

  var description: String {
    (isHighlighted ? ">" : "") + (isEnabled ? "" : "-") + "\"\(label)\""
  }
}

extension TokenField {
  /// The middle of what is called so in the menu or, where none is open, in the list.
  fileprivate func place(ofChoice label: String, at now: Instant) -> Point? {
    if overlay.menu.isOpen {
      let item = overlay.menu.items.first { $0.label == label }
      return item.flatMap { overlay.menu.frame(of: $0.id) }?.center
    }
    let rows = overlay.list.rowsFrame
    let shift = rows.origin - .zero - Vector(dx: 0, dy: overlay.list.scroller.offset(at: now))
    let row = completions.firstIndex { $0.text == label }
    let place = row.map { CompletionList.place(ofRow: $0, width: rows.width).offset(by: shift) }
    return place.flatMap { rows.contains($0.center) ? $0.center : nil }
  }
}
