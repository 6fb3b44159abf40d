import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A panel used with the keyboard alone.
@Suite struct `An action panel's keys` {
  typealias Harness = ControlHarness<ActionPanel>

  @Test(arguments: 0..<100)
  func `B10 move the highlight in the grid as in a naive model`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let items = Array(ActionItem.samples.prefix(seed % 8 + 1))
    var harness = Harness(panel: items, highlightsFirst: seed.isMultiple(of: 2))
    var model = NaiveGrid(items.map(\.id), isHighlighted: seed.isMultiple(of: 2))
    for _ in 0..<40 {
      let key = Self.keys.randomElement(using: &generator) ?? .tab
      let goesBack = key == .tab && Bool.random(using: &generator)
      let isTaken = harness.press(key, goesBack ? .shift : [])
      #expect(isTaken)
      model.press(key, goesBack: goesBack)
      #expect(harness.control.highlighted == model.highlighted, "\(key), back: \(goesBack)")
    }
  }

  @Test(arguments: 0..<40)
  func `move the highlight in a menu as in a naive model`(seed: Int) {
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
  func `B10 Enter and Space choose what is highlighted, and close`(key: Key) {
    var harness = Harness(panel: ActionItem.samples)
    harness.press(key)
    #expect(harness.actions.isEmpty, "nothing is highlighted")
    harness.press(.end)
    harness.press(key, isRepeat: true)
    #expect(harness.actions.isEmpty, "a key that is held chooses nothing")
    harness.press(key)
    #expect(harness.actions == [.chosen("quit"), .closed])
    #expect(!harness.control.isOpen)
  }

  @Test func `an item that keeps it open may be chosen again and again`() {
    var harness = Harness(panel: ActionItem.samples, highlightsFirst: true)
    harness.press(.enter)
    harness.press(.enter)
    #expect(harness.actions == [.chosen("theme"), .chosen("theme")])
    #expect(harness.control.isOpen)
    harness.settle()
    #expect(harness.isAtRest, "the feedback comes to an end")
  }

  @Test(arguments: [false, true])
  func `a choice is seen for a while, however much motion is wanted`(reducesMotion: Bool) {
    var harness = Harness(
      panel: ActionItem.samples, highlightsFirst: true, reducesMotion: reducesMotion)
    harness.press(.enter)
    let start = harness.drawing()
    harness.advance(by: .milliseconds(299))
    #expect(harness.drawing() != start && !harness.isAtRest)
    harness.advance(by: .milliseconds(1))
    #expect(harness.isAtRest)
  }

  @Test func `B10 Escape closes it, the Menu key only a menu`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      harness.press(.menu)
      #expect(harness.control.isOpen == (arrangement == .grid))
      harness = Harness(panel: ActionItem.samples, arrangement)
      harness.press(.function(10), .shift)
      #expect(harness.control.isOpen == (arrangement == .grid))
      harness = Harness(panel: ActionItem.samples, arrangement)
      let isTaken = harness.press(.escape)
      #expect(isTaken)
      #expect(harness.actions == [.closed])
    }
  }

  @Test func `it leaves keys with a command modifier alone, and takes all others`() {
    var harness = Harness(panel: ActionItem.samples, highlightsFirst: true)
    for modifiers in [Modifiers.control, .alt, .super, [.control, .shift]] {
      for key in [Key.character("q"), .enter, .escape, .right, .tab] {
        let isTaken = harness.press(key, modifiers)
        #expect(!isTaken)
      }
    }
    for key in [Key.function(12), .backspace, .pageDown, .unidentified, .character("q")] {
      let isTaken = harness.press(key)
      #expect(isTaken)
    }
    #expect(harness.actions.isEmpty && harness.control.highlighted == "theme")
  }

  @Test func `keys show a ring, the pointer does not`() {
    for arrangement in [ActionPanel.Arrangement.grid, .menu] {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      let ring = Theme.light.colors.blue.opacity(Theme.FocusRing.opacity)
      #expect(!harness.drawing().shapeColors.contains(ring))
      harness.press(.home)
      #expect(harness.drawing().shapeColors.contains(ring))
      harness.move(to: harness.center(of: "snap"))
      #expect(!harness.drawing().shapeColors.contains(ring))
      #expect(harness.control.highlighted == "snap")
    }
  }

  @Test func `B10 letters go to the item whose label begins with them`() {
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

  @Test func `B10 the same letter goes from one to the next`() {
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

  @Test func `B10 letters within a second make one word`() {
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
    #expect(harness.control.highlighted == "quit", "nor with qti")
    harness.advance(by: .milliseconds(1001))
    harness.type("i")
    #expect(harness.control.highlighted == "inspector")
  }

  @Test func `more letters stay with the item at hand while it has them`() {
    var harness = Harness(panel: ActionItem.samples)
    harness.type("move")
    #expect(harness.control.highlighted == "move")
    harness.advance(by: .seconds(2))
    harness.press(.right)
    #expect(harness.control.highlighted == "moveTo")
    for scalar in "ove".unicodeScalars {
      harness.send(.textCommitted(TypedText(scalar)))
      #expect(harness.control.highlighted == "moveTo", "nothing begins with \(scalar)")
    }
  }

  @Test(arguments: [ActionPanel.Arrangement.grid, .menu])
  func `a whole label wins over one that only begins with it, wherever one is`(
    arrangement: ActionPanel.Arrangement
  ) {
    for start in ActionItem.samples {
      var harness = Harness(panel: ActionItem.samples, arrangement)
      harness.move(to: harness.center(of: start.id))
      harness.type("Move")
      #expect(harness.control.highlighted == "move", "from \(start.id)")
    }
  }

  @Test func `a label of one letter holds up nobody who goes through all of that letter`() {
    let labels = ["A", "Apple", "Axe"]
    var harness = Harness(panel: labels.map { ActionItem(id: $0, label: $0) })
    for label in ["A", "Apple", "Axe", "A"] {
      harness.type("a")
      #expect(harness.control.highlighted == label)
    }
  }

  @Test func `text from an input method counts as typed`() throws {
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
    #expect(harness.control.highlighted == "c", "control characters are no text")
  }

  @Test func `what is typed by mistake is not kept`() {
    for isTypedAtOnce in [false, true] {
      var harness = Harness(panel: ActionItem.samples)
      if isTypedAtOnce {
        let text = TypedText(utf8: "spassword1".utf8Span.span) ?? TypedText()
        harness.send(.textCommitted(text))
      } else {
        harness.type("spassword1")
      }
      var memory = ""
      dump(harness.control, to: &memory)
      #expect(memory.contains("typeAhead"))
      #expect(!memory.contains("spa") && !memory.contains("asswo"))
    }
  }

  @Test func `items that change keep the highlight`() {
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
    #expect(harness.actions.isEmpty, "what is gone cannot be chosen")
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

/// A grid of items as rows of identities, each row in the middle.
private struct NaiveGrid {
  let rows: [[String]]
  var place: (row: Int, column: Int)?

  init(_ ids: [String], isHighlighted: Bool) {
    let columns = [1, 2, 3, 2, 3, 3, 4, 4][ids.count - 1]
    var (rows, rest) = ([[String]](), ids[...])
    while !rest.isEmpty {
      rows.append(Array(rest.prefix(columns)))
      rest = rest.dropFirst(columns)
    }
    self.rows = rows
    place = isHighlighted ? (0, 0) : nil
  }

  var highlighted: String? { place.map { rows[$0.row][$0.column] } }

  mutating func press(_ key: Key, goesBack: Bool) {
    let all = rows.indices.flatMap { row in rows[row].indices.map { (row: row, column: $0) } }
    let last = all[all.count - 1]
    guard let at = place else {
      place = key == .end || goesBack ? last : all[0]
      return
    }
    let index = all.firstIndex { $0 == at } ?? 0
    switch key {
    case .home: place = all[0]
    case .end: place = last
    case .tab: place = all[(index + (goesBack ? all.count - 1 : 1)) % all.count]
    case .left: place = (at.row, max(0, at.column - 1))
    case .right: place = (at.row, min(rows[at.row].count - 1, at.column + 1))
    case .up: if at.row > 0 { place = nearest(to: at, in: at.row - 1, lean: 0.1) }
    default: if at.row < rows.count - 1 { place = nearest(to: at, in: at.row + 1, lean: -0.1) }
    }
  }

  /// - Parameter lean: To which side it goes where two are as near: positive to the trailing one.
  private func nearest(
    to place: (row: Int, column: Int), in row: Int, lean: Double
  ) -> (row: Int, column: Int) {
    let wanted = x(of: place) + lean
    let distances = rows[row].indices.map { abs(x(of: (row: row, column: $0)) - wanted) }
    return (row, distances.firstIndex(of: distances.min() ?? 0) ?? 0)
  }

  /// The middle of a tile, from the grid's middle.
  private func x(of place: (row: Int, column: Int)) -> Double {
    Double(place.column) - Double(rows[place.row].count - 1) / 2
  }
}
