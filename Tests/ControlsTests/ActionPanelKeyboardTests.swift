import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Keyboard input of an open panel.
@Suite struct `Action panel keyboard input` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test(arguments: seeds(100))
  func `B10 moves the highlight in a grid like the reference model`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let items = Array(ActionItem.samples.prefix(seed % 8 + 1))
    var harness = Harness(panel: items, highlightsFirst: seed.isMultiple(of: 2))
    var model = ReferenceGrid(items.map(\.id), isHighlighted: seed.isMultiple(of: 2))
    for _ in 0..<40 {
      let key = Self.keys.randomElement(using: &generator) ?? .tab
      let goesBack = key == .tab && Bool.random(using: &generator)
      let isHandled = harness.press(key, goesBack ? .shift : [])
      #expect(isHandled)
      model.press(key, goesBack: goesBack)
      #expect(harness.control.highlighted == model.highlighted, "\(key), back: \(goesBack)")
    }
  }

  @Test(arguments: seeds(40))
  func `moves the highlight in a menu like a reference model`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let items = Array(ActionItem.samples.prefix(seed % 8 + 1))
    var harness = Harness(panel: items, .menu)
    var index: Int?
    for _ in 0..<40 {
      let key = Self.keys.randomElement(using: &generator) ?? .tab
      harness.press(key)
      switch key {
      case .home: index = 0
      case .end: index = items.count - 1
      case .down, .tab: index = index == items.count - 1 ? 0 : (index ?? -1) + 1
      case .up: index = index == 0 ? items.count - 1 : (index ?? items.count) - 1
      default: break
      }
      #expect(harness.control.highlighted == index.map { items[$0].id }, "\(key)")
    }
  }

  @Test(arguments: [Key.enter, .space])
  func `B10 chooses the highlighted item with Enter or Space and closes`(key: Key) {
    var harness = Harness(panel: ActionItem.samples)
    harness.press(key)
    #expect(harness.actions.isEmpty, "nothing is highlighted")
    harness.press(.end)
    harness.press(key, isRepeat: true)
    #expect(harness.actions.isEmpty, "a key repeat chooses nothing")
    harness.press(key)
    #expect(harness.actions == [.chosen("quit"), .closed])
    #expect(!harness.control.isOpen)
  }

  @Test func `stays open when an item with keepsOpen is chosen repeatedly`() {
    var harness = Harness(panel: ActionItem.samples, highlightsFirst: true)
    harness.press(.enter)
    harness.press(.enter)
    #expect(harness.actions == [.chosen("theme"), .chosen("theme")])
    #expect(harness.control.isOpen)
    harness.settle()
    #expect(harness.isAtRest, "the feedback ends")
  }

  @Test(arguments: [false, true])
  func `highlights a chosen item for 300 ms, also with reduced motion`(reducesMotion: Bool) {
    var harness = Harness(
      panel: ActionItem.samples, highlightsFirst: true, reducesMotion: reducesMotion)
    harness.press(.enter)
    let start = harness.drawing()
    harness.advance(by: .milliseconds(299))
    #expect(harness.drawing() != start && !harness.isAtRest)
    harness.advance(by: .milliseconds(1))
    #expect(harness.isAtRest)
  }

  @Test func `B10 closes on Escape, and on the Menu key only if it is a menu`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      harness.press(.menu)
      #expect(harness.control.isOpen == (arrangement == .grid))
      harness = Harness(panel: ActionItem.samples, arrangement)
      harness.press(.function(10), .shift)
      #expect(harness.control.isOpen == (arrangement == .grid))
      harness = Harness(panel: ActionItem.samples, arrangement)
      let isHandled = harness.press(.escape)
      #expect(isHandled)
      #expect(harness.actions == [.closed])
    }
  }

  @Test func `ignores keys with a command modifier and handles all other keys`() {
    var harness = Harness(panel: ActionItem.samples, highlightsFirst: true)
    for modifiers in [Modifiers.control, .alt, .super, [.control, .shift]] {
      for key in [Key.character("q"), .enter, .escape, .right, .tab] {
        let isHandled = harness.press(key, modifiers)
        #expect(!isHandled)
      }
    }
    for key in [Key.function(12), .backspace, .pageDown, .unidentified, .character("q")] {
      let isHandled = harness.press(key)
      #expect(isHandled)
    }
    #expect(harness.actions.isEmpty && harness.control.highlighted == "theme")
  }

  @Test func `shows a focus ring for keyboard input but not for the pointer`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      let ring = Theme.light.colors.blue.opacity(Theme.light.focusRing.opacity)
      #expect(!harness.drawing().shapeColors.contains(ring))
      harness.press(.home)
      #expect(harness.drawing().shapeColors.contains(ring))
      harness.move(to: harness.center(of: "snap"))
      #expect(!harness.drawing().shapeColors.contains(ring))
      #expect(harness.control.highlighted == "snap")
    }
  }

  @Test func `B10 highlights the item whose label begins with the typed letters`() {
    var harness = Harness(panel: ActionItem.samples)
    let cases = [
      ("t", "theme"), ("i", "inspector"), ("Q", "quit"), ("sn", "snap"), ("SH", "shape"),
      ("mot", "reduceMotion"), ("r", "reduceMotion"),
    ]
    for (typed, id) in cases {
      harness.advance(by: .milliseconds(1100))
      harness.type(typed)
      #expect(harness.control.highlighted == id, "\(typed)")
    }
    harness.advance(by: .milliseconds(1100))
    harness.press(.home)
    harness.type("x")
    #expect(harness.control.highlighted == "theme", "no label begins with it")
  }

  @Test func `B10 highlights the next match when the same letter is repeated`() {
    var harness = Harness(panel: ActionItem.samples)
    for id in ["snap", "shape", "snap"] {
      harness.type("s")
      #expect(harness.control.highlighted == id)
    }
    for id in ["move", "moveTo", "move"] {
      harness.advance(by: .milliseconds(1100))
      harness.type("m")
      #expect(harness.control.highlighted == id)
    }
  }

  @Test func `B10 combines letters typed within one second`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.type("s")
    harness.advance(by: .milliseconds(1000))
    harness.type("h")
    #expect(harness.control.highlighted == "shape")
    harness.advance(by: .milliseconds(1001))
    harness.type("q")
    #expect(harness.control.highlighted == "quit")
    harness.advance(by: .milliseconds(500))
    harness.type("t")
    #expect(harness.control.highlighted == "quit", "nothing begins with qt")
    harness.advance(by: .milliseconds(500))
    harness.type("i")
    #expect(harness.control.highlighted == "quit", "nothing begins with qti")
    harness.advance(by: .milliseconds(1001))
    harness.type("i")
    #expect(harness.control.highlighted == "inspector")
  }

  @Test func `adds a space to the typed letters if a label continues with it`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.type("move")
    harness.press(.space)
    #expect(harness.control.highlighted == "moveTo" && harness.actions.isEmpty)
    harness.advance(by: .milliseconds(1001))
    harness.press(.space)
    #expect(harness.actions.first == .chosen("moveTo"))
  }

  @Test(arguments: [ActionPanel.Arrangement.grid, .menu])
  func `prefers a complete label match to a prefix match from any item`(
    arrangement: ActionPanel.Arrangement
  ) {
    for start in ActionItem.samples {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      harness.move(to: harness.center(of: start.id))
      harness.type("Move")
      #expect(harness.control.highlighted == "move", "from \(start.id)")
    }
  }

  @Test func `cycles through all matches although one label is a single letter`() {
    let labels = ["A", "Apple", "Axe"]
    var harness = Harness(panel: labels.map { ActionItem(id: $0, label: $0) })
    for label in ["A", "Apple", "Axe", "A"] {
      harness.type("a")
      #expect(harness.control.highlighted == label)
    }
  }

  @Test func `searches for text that an input method commits`() throws {
    var harness = Harness(panel: [
      ActionItem(id: "a", label: "動く"), ActionItem(id: "b", label: "形 を選ぶ"),
      ActionItem(id: "c", label: "Éteindre"),
    ])
    harness.send(.textCommitted(TypedText("形")))
    #expect(harness.control.highlighted == "b")
    harness.advance(by: .seconds(2))
    harness.send(.textCommitted(TypedText("é")))
    #expect(harness.control.highlighted == "c")
    harness.send(.textCommitted(TypedText("\u{8}")))
    harness.send(.textCommitted(TypedText()))
    harness.type("t")
    #expect(harness.control.highlighted == "c", "control characters are not text")
  }

  @Test func `does not store typed text that matches no label`() {
    for isOneEvent in [false, true] {
      var harness = Harness(panel: ActionItem.samples)
      if isOneEvent {
        let text = TypedText(utf8: "sqyphrasex1".utf8Span.span) ?? TypedText()
        harness.send(.textCommitted(text))
      } else {
        harness.type("sqyphrasex1")
      }
      var output = ""
      dump(harness.control, to: &output)
      #expect(output.contains("typeAhead"))
      #expect(!output.contains("sqy") && !output.contains("yphra"))
    }
  }

  @Test func `keeps the highlight when the items change`() {
    var harness = Harness(panel: ActionItem.samples, highlightsFirst: true)
    harness.press(.end)
    let before = harness.frame
    var items = ActionItem.samples
    items[0].detail = "Dark"
    items.swapAt(3, 7)
    harness.control.items = items
    #expect(harness.control.highlighted == "quit")
    #expect(harness.drawing().texts.contains("Dark"))
    #expect(harness.frame == before)
    harness.control.items = Array(items.prefix(2))
    harness.press(.enter)
    #expect(harness.actions.isEmpty, "a removed item cannot be chosen")
    harness.press(.tab)
    #expect(harness.control.highlighted == "theme")
    harness.control.items = []
    harness.press(.tab)
    harness.press(.down)
    harness.type("t")
    harness.press(.enter)
    #expect(harness.actions.isEmpty)
  }

  private static let keys: [Key] = [.left, .right, .up, .down, .home, .end, .tab]
}

/// A reference model of the grid: rows of item IDs, each row centered.
private struct ReferenceGrid {
  let rows: [[String]]
  var position: (row: Int, column: Int)?

  init(_ ids: [String], isHighlighted: Bool) {
    let columns = [1, 2, 3, 2, 3, 3, 4, 4][ids.count - 1]
    var (rows, remaining) = ([[String]](), ids[...])
    while !remaining.isEmpty {
      rows.append(Array(remaining.prefix(columns)))
      remaining = remaining.dropFirst(columns)
    }
    self.rows = rows
    position = isHighlighted ? (0, 0) : nil
  }

  var highlighted: String? { position.map { rows[$0.row][$0.column] } }

  mutating func press(_ key: Key, goesBack: Bool) {
    let all = rows.indices.flatMap { row in rows[row].indices.map { (row: row, column: $0) } }
    let last = all[all.count - 1]
    guard let at = position else {
      position = key == .end || goesBack ? last : all[0]
      return
    }
    let index = all.firstIndex { $0 == at } ?? 0
    let (previous, next) = (all[max(0, index - 1)], all[min(index + 1, all.count - 1)])
    switch key {
    case .home: position = all[0]
    case .end: position = last
    case .tab: position = all[(index + (goesBack ? all.count - 1 : 1)) % all.count]
    case .left: position = previous
    case .right: position = next
    case .up: position = at.row > 0 ? nearest(to: at, in: at.row - 1, bias: 0.1) : previous
    default: position = at.row < rows.count - 1 ? nearest(to: at, in: at.row + 1, bias: -0.1) : next
    }
  }

  /// - Parameter bias: Breaks ties between equally near tiles: positive selects the trailing one.
  private func nearest(
    to position: (row: Int, column: Int), in row: Int, bias: Double
  ) -> (row: Int, column: Int) {
    let target = x(of: position) + bias
    let distances = rows[row].indices.map { abs(x(of: (row: row, column: $0)) - target) }
    return (row, distances.firstIndex(of: distances.min() ?? 0) ?? 0)
  }

  /// The horizontal center of a tile, relative to the center of the grid, in columns.
  private func x(of position: (row: Int, column: Int)) -> Double {
    Double(position.column) - Double(rows[position.row].count - 1) / 2
  }
}
