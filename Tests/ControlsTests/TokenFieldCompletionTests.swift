import Controls
import Motion
import Scene
import TestSupport
import Testing

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `Token field completions` {
  // Opening and closing.

  @Test func `open on the first letter and show their count`() {
    var field = Field(completions: Field.contacts)
    #expect(field.completions.isEmpty && field.overlay.elements.isEmpty)
    field.type("a")
    #expect(
      field.completions == [
        "Ada Lovelace <ada@example.org>", "alan@bletchley.example", "mail@apple.com",
        "Grace Hopper <grace@navy.example>", "mail@objc.io",
      ])
    #expect(field.control.status == "5 suggestions")
    #expect(field.control.highlightedCompletion == nil)
    field.type("la")
    #expect(field.completions == ["alan@bletchley.example"])
    #expect(field.control.status == "1 suggestion")
  }

  @Test(arguments: [(99, "99"), (100, "100 or more"), (101, "100 or more")])
  func `show 100 or more if there are at least 100`(count: Int, text: String) {
    let field = Field(completions: (0..<count).map { "a\($0)" }, typing: "a")
    #expect(field.control.status == "\(text) suggestions")
  }

  @Test func `show the ordinal of the highlighted completion`() {
    var field = Field(completions: (1...25).map { "a\($0)" }, typing: "a")
    let ordinals: [Int: String] = [
      1: "first", 10: "tenth", 11: "11th", 12: "12th", 13: "13th", 14: "14th", 21: "21st",
      22: "22nd", 23: "23rd", 24: "24th",
    ]
    for row in 1...25 {
      field.press(.down)
      guard let ordinal = ordinals[row] else { continue }
      #expect(field.control.status == "25 suggestions, \(ordinal): a\(row)")
    }
  }

  @Test(arguments: ["q", " ", "alan@bletchley.example"])
  func `stay closed if only the text itself matches`(text: String) {
    let field = Field(completions: Field.contacts, typing: text)
    #expect(field.completions.isEmpty)
    #expect(field.overlay.elements.isEmpty)
  }

  @Test(arguments: [",", ";"]) func `close when the text becomes a token`(delimiter: String) {
    var field = Field(completions: Field.contacts, typing: "al")
    field.press(.down)
    field.type(delimiter)
    #expect(field.completions.isEmpty)
    #expect(field.texts == ["al"], "the token has the typed text, not the highlighted one")
  }

  @Test func `close when the text is deleted and open for new text`() {
    var field = Field(completions: Field.contacts, typing: "al")
    field.press(.backspace)
    #expect(field.completions.count == 5)
    field.press(.backspace)
    #expect(field.completions.isEmpty)
    field.type("gr")
    #expect(field.completions.count == 1)
  }

  @Test func `close only when the caret leaves the text`() {
    var field = Field(completions: Field.contacts, tokens: ["t"], typing: "al")
    for key in [Key.left, .left, .right, .end] {
      field.press(key)
      #expect(field.completions.count == 1)
    }
    field.press(.home, .control)
    #expect(field.completions.isEmpty)
    field.press(.right)
    #expect(field.completions.isEmpty, "only typing opens them")
  }

  @Test func `close when the field or the window loses the focus`() {
    var field = Field(completions: Field.contacts, typing: "al")
    field.control.focus(nil, at: field.now)
    #expect(field.completions.isEmpty)
    field = Field(completions: Field.contacts, typing: "al")
    field.send(.windowFocusChanged(isFocused: false))
    #expect(field.completions.isEmpty)
  }

  @Test func `close on the first Escape, before the edit and the selection end`() {
    var field = Field(completions: Field.contacts, tokens: ["tok"])
    field.press(.left, .shift)
    field.press(.function(2))
    field.type("al")
    #expect(field.completions.count == 1)
    field.press(.escape)
    #expect(field.completions.isEmpty && field.freeText == "al")
    field.press(.escape)
    #expect(field.texts == ["tok"] && field.freeText.isEmpty)
    field.press(.escape)
    #expect(field.selection.isCaret)
    let isHandled = field.press(.escape)
    #expect(!isHandled)
  }

  @Test func `are closed during input method composition`() {
    var field = Field(completions: Field.contacts, typing: "al")
    field.send(.preeditChanged(Preedit([Preedit.Segment("a")], caret: 1)))
    #expect(field.completions.isEmpty)
    field.send(.textCommitted(TypedText("a")))
    field.send(.preeditChanged(.empty))
    #expect(field.freeText == "ala" && field.completions.count == 1)
  }

  @Test func `stay closed in a field that is not editable`() {
    var field = Field(completions: Field.contacts)
    field.control.configuration.isEditable = false
    field.type("a")
    #expect(field.completions.isEmpty)
  }

  // Keys.

  @Test func `cycle with Down and Up through all rows and no highlight`() {
    var field = Field(completions: ["ab", "ac", "ad"], typing: "a")
    for row in [0, 1, 2, nil, 0] {
      field.press(.down)
      #expect(field.control.highlightedCompletion == row)
    }
    for row in [nil, 2, 1] {
      field.press(.up)
      #expect(field.control.highlightedCompletion == row)
    }
    #expect(field.control.status == "3 suggestions, second: ac")
    field.press(.pageDown)
    #expect(field.control.highlightedCompletion == 2)
    field.press(.pageUp)
    #expect(field.control.highlightedCompletion == 0)
    #expect(field.freeText == "a")
  }

  @Test func `lose the highlight when more text is typed`() {
    var field = Field(completions: ["abc", "abd"], typing: "a")
    field.press(.down)
    field.type("b")
    #expect(field.control.highlightedCompletion == nil)
  }

  @Test func `become a token with Enter or Tab, and Tab also moves the focus`() {
    for (key, movesFocus) in [(Key.enter, false), (.tab, true)] {
      var field = Field(completions: Field.contacts, tokens: ["t"], typing: "GRA")
      field.press(.left)
      field.press(.down)
      let isHandled = field.press(key)
      #expect(isHandled == !movesFocus)
      #expect(field.texts == ["t", "Grace Hopper <grace@navy.example>"])
      #expect(field.freeText.isEmpty && field.completions.isEmpty)
      #expect(field.selection == .caret(2))
      field.press(.character("z"), .control)
      #expect(field.texts == ["t"] && field.freeText == "GRA", "in one step")
    }
  }

  @Test func `keep the identity of an edited token`() {
    var field = Field(completions: Field.contacts, tokens: ["tok"])
    field.press(.left, .shift)
    field.press(.function(2))
    field.type("gra")
    field.press(.down)
    field.press(.enter)
    #expect(field.control.tokens == [TextToken(id: 0, text: "Grace Hopper <grace@navy.example>")])
  }

  @Test func `stay text if the token already exists, with a message`() {
    var field = Field(completions: Field.contacts, tokens: ["mail@objc.io"])
    field.control.configuration.duplicates = .refuse
    field.type("mail@o")
    field.press(.down)
    field.press(.enter)
    #expect(field.texts.count == 1 && field.freeText == "mail@o")
    #expect(field.control.status == "“mail@objc.io” already exists")
  }

  /// A key that the list does not handle.
  struct OtherKey: CustomStringConvertible {
    var key: Key
    var modifiers: Modifiers
    var description: String { "\(key) \(modifiers.rawValue)" }

    static var all: [OtherKey] {
      let keys: [Key] = [
        .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .space,
        .backspace, .delete, .insert, .function(2), .character("a"), .character("z"),
        .character("x"), .character("v"), .character("u"), .unidentified,
      ]
      let modifiers: [Modifiers] = [[], .shift, .control, .alt, .super, [.control, .shift]]
      return keys.flatMap { key in modifiers.map { OtherKey(key: key, modifiers: $0) } }
        .filter {
          !$0.modifiers.isEmpty || ![.up, .down, .pageUp, .pageDown, .escape].contains($0.key)
        }
    }
  }

  @Test(arguments: OtherKey.all, [false, true])
  func `handle only keys for a list`(other: OtherKey, isHighlighted: Bool) {
    let isListKey =
      other.key == .enter && other.modifiers.isEmpty
      || other.key == .tab && [[], .shift].contains(other.modifiers)
    guard !isHighlighted || !isListKey else { return }
    var with = Field(completions: Field.contacts, tokens: ["t"], typing: "al")
    var without = Field(completions: [], tokens: ["t"], typing: "al")
    #expect(!with.completions.isEmpty)
    if isHighlighted { with.press(.down) }
    let (before, expected) = (
      with.press(other.key, other.modifiers), without.press(other.key, other.modifiers)
    )
    #expect(before == expected)
    #expect(with.control.elements == without.control.elements)
    #expect(with.selection == without.selection)
    #expect(with.outcomes.count == without.outcomes.count)
  }

  // The pointer.

  @Test func `are accepted by a click that begins and ends on the same row`() {
    var field = Field(completions: ["ab", "ac", "ad"], typing: "a")
    field.press(at: field.row(1))
    field.move(to: field.row(0))
    field.release()
    #expect(field.completions.count == 3 && field.freeText == "a")
    field.click(field.row(1))
    #expect(field.texts == ["ac"] && field.completions.isEmpty)
  }

  @Test func `show a hovered row that Enter does not accept`() {
    var field = Field(completions: ["ab", "ac", "ad"], typing: "a")
    let plain = field.overlay
    field.move(to: field.row(2))
    #expect(field.overlay != plain)
    #expect(field.control.pointerShape(over: field.row(2), at: field.now) == .hand)
    #expect(field.control.highlightedCompletion == nil)
    field.move(to: Point(x: 100, y: 600))
    #expect(field.overlay == plain)
    field.move(to: field.row(2))
    field.press(.enter)
    #expect(field.texts == ["a"])
  }

  @Test func `close on a press elsewhere, which keeps its effect`() {
    var field = Field(completions: Field.contacts, tokens: ["t"], typing: "al")
    field.click(Point(x: 40, y: 50))
    #expect(field.completions.isEmpty && field.selection == .range(0, 1))
    field = Field(completions: Field.contacts, typing: "al")
    let isHandled = field.send(.pointerPressed(PointerPress(at: Point(x: 700, y: 500))))
    #expect(field.completions.isEmpty && !isHandled)
  }

  @Test func `report their area for pointer events`() {
    let field = Field(completions: Field.contacts, typing: "al")
    #expect(field.control.hitTest(field.row(0), at: field.now) == .overlay)
    #expect(field.control.hitTest(field.row(1), at: field.now) < .overlay)
    #expect(!field.control.isModal)
    #expect(Field(completions: []).control.hitTest(field.row(0), at: .zero) < .overlay)
  }

  @Test func `show eight rows and scroll with the wheel and with keys`() throws {
    var field = Field(completions: (0..<30).map { "a\($0)" }, typing: "a")
    #expect(field.overlay.texts == (0..<8).map { "a\($0)" })
    field.move(to: field.row(0))
    field.scroll(3)
    field.advance(by: .seconds(1))
    #expect(field.overlay.texts.first == "a6")
    field.press(.up)
    field.advance(by: .seconds(1))
    #expect(field.control.highlightedCompletion == 29)
    #expect(field.overlay.texts.last == "a29")
    #expect(field.freeText == "a")
  }

  // Appearance.

  @Test func `are below their text, or above it if there is not enough space below`() throws {
    var field = Field(completions: ["ab", "ac"], typing: "a")
    let text = try #require(field.center(of: "ab"))
    #expect(text.x == 37 && abs(text.y - 90) <= 0.5)
    field.control.setOverlayBounds(Rect(x: 0, y: -300, width: 460, height: 400), at: field.now)
    let above = try #require(field.center(of: "ab"))
    #expect(abs(above.y - (30 - 4 - 4 - 42)) <= 0.5)
    field.control.setOverlayBounds(Rect(x: 0, y: 0, width: 200, height: 400), at: field.now)
    let body = try #require(field.overlay.firstBody).rect
    #expect(body.minX == 8 && body.maxX == 192)
  }

  @Test func `elide the middle and replace invisible characters`() throws {
    let long = "a" + String(repeating: "b", count: 200) + "c"
    let field = Field(completions: [long, "a\u{202E}x"], typing: "a")
    let displayed = try #require(field.overlay.texts.first)
    #expect(displayed.hasPrefix("ab") && displayed.hasSuffix("bc") && displayed.contains("…"))
    #expect(displayed.count <= 292 / 7)
    #expect(field.overlay.texts.contains("a[U+202E]x"))
  }

  @Test func `highlight the match`() throws {
    let field = Field(completions: ["banana"], typing: "nan")
    let tint = Theme.light.colors.accent.opacity(Theme.light.completions.matchOpacity)
    let frames = field.overlay.elements.compactMap { element in
      if case .shape(.roundedRect(let shape), .fill, tint) = element { shape.rect } else { nil }
    }
    #expect(frames.map(\.minX) == [30 + 14] && frames.map(\.width) == [21])
  }

  /// A row shows at most 41 characters of an elided text, including the ellipsis.
  @Test(arguments: [
    ("x", "aax" + String(repeating: "b", count: 200), 2..<3),
    ("x", String(repeating: "b", count: 200) + "xaa", 38..<39),
    ("x", String(repeating: "b", count: 100) + "x" + String(repeating: "b", count: 100), 20..<21),
    ("bx", String(repeating: "b", count: 200) + "xaa", 37..<39),
    ("x", String(repeating: "b", count: 38) + "xaa", 38..<39),
  ]) func `highlight the match in an elided text, or the ellipsis if it is elided`(
    typed: String, text: String, match: Range<Int>
  ) throws {
    let field = Field(completions: [text], typing: typed)
    let displayed = try #require(field.overlay.texts.first)
    #expect(displayed.count == 41)
    let tint = Theme.light.colors.accent.opacity(Theme.light.completions.matchOpacity)
    let frames = field.overlay.elements.compactMap { element in
      if case .shape(.roundedRect(let shape), .fill, tint) = element { shape.rect } else { nil }
    }
    #expect(frames.map(\.minX) == [30 + 7 * Double(match.lowerBound)])
    #expect(frames.map(\.width) == [7 * Double(match.count)])
  }

  @Test func `appear and disappear within 150 ms, immediately with reduced motion`() {
    var field = Field(completions: ["ab"])
    field.type("a")
    #expect(field.overlay.elements.isEmpty)
    #expect(!field.overlay(after: .milliseconds(50)).elements.isEmpty)
    #expect(field.overlay(after: .milliseconds(150)) == field.overlay(after: .seconds(2)))
    field.advance(by: .seconds(2))
    field.press(.escape)
    #expect(!field.overlay.elements.isEmpty)
    field.advance(by: .milliseconds(150))
    #expect(field.overlay.elements.isEmpty)
    field.environment.reducesMotion = true
    field.type("b")
    field.press(.backspace)
    #expect(field.overlay == field.overlay(after: .seconds(2)) && !field.overlay.elements.isEmpty)
    field.press(.escape)
    #expect(field.overlay.elements.isEmpty)
  }

  // Invariants.

  @Test(arguments: 0..<8) func `always match the text at the caret`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = Field(completions: Field.contacts + ["a b c", "lace", "@"], tokens: ["t", "u"])
    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4:
        field.type(["a", "l", "A", " ", ",", "@"].randomElement(using: &generator) ?? "a")
      case 4..<8:
        let keys: [Key] = [
          .left, .right, .home, .end, .up, .down, .backspace, .delete, .enter, .tab, .escape,
        ]
        field.press(
          keys.randomElement(using: &generator) ?? .up, Bool.random(using: &generator) ? [] : .shift
        )
      case 8:
        field.click(
          Point(
            x: .random(in: 20...440, using: &generator), y: .random(in: 30...200, using: &generator)
          ))
      default: field.press(.character("z"), .control)
      }
      field.advance(by: .milliseconds(Int.random(in: 0...100, using: &generator)))
      let text = Self.textAtCaret(of: field).lowercased()
      for offer in field.completions {
        #expect(!text.isEmpty && offer.lowercased().contains(text), "\(offer) for \(text)")
      }
      #expect(
        field.completions.isEmpty || field.control.status.contains("suggestion")
          || !field.outcomes.isEmpty)
    }
  }

  private static func textAtCaret(of field: Field) -> String {
    let (elements, head) = (field.control.elements, field.selection.head)
    let before = elements[..<head].reversed().prefix { $0.character != nil }.compactMap(\.character)
    let after = elements[head...].prefix { $0.character != nil }.compactMap(\.character)
    let text = String(before.reversed() + after)
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
