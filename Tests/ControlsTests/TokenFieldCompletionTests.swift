import Controls
import Motion
import Scene
import TestSupport
import Testing

private typealias Field = ControlHarness<TextTokenField>

@Suite struct `A token field's completions` {
  // Opening and closing.

  @Test func `open with the first letter, and say how many they are`() {
    var field = Field(knowing: Field.people)
    #expect(field.offers.isEmpty && field.overlay.elements.isEmpty)
    field.type("a")
    #expect(
      field.offers == [
        "Ada Lovelace <ada@example.org>", "alan@bletchley.example", "mail@apple.com",
        "Grace Hopper <grace@navy.example>", "mail@objc.io",
      ])
    #expect(field.control.status == "5 suggestions")
    #expect(field.control.highlightedCompletion == nil)
    field.type("la")
    #expect(field.offers == ["alan@bletchley.example"])
    #expect(field.control.status == "1 suggestion")
  }

  @Test(arguments: [(99, "99"), (100, "100 or more"), (101, "100 or more")])
  func `say how many they are, of very many that there are more`(count: Int, words: String) {
    let field = Field(knowing: (0..<count).map { "a\($0)" }, typing: "a")
    #expect(field.control.status == "\(words) suggestions")
  }

  @Test func `say which is chosen`() {
    var field = Field(knowing: (1...25).map { "a\($0)" }, typing: "a")
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
  func `stay closed where there is nothing but the text itself`(text: String) {
    let field = Field(knowing: Field.people, typing: text)
    #expect(field.offers.isEmpty)
    #expect(field.overlay.elements.isEmpty)
  }

  @Test(arguments: [",", ";"]) func `close when the text becomes a token`(delimiter: String) {
    var field = Field(knowing: Field.people, typing: "al")
    field.press(.down)
    field.type(delimiter)
    #expect(field.offers.isEmpty)
    #expect(field.texts == ["al"], "of what was typed, not of what is highlighted")
  }

  @Test func `close when the text is gone, and open again with it`() {
    var field = Field(knowing: Field.people, typing: "al")
    field.press(.backspace)
    #expect(field.offers.count == 5)
    field.press(.backspace)
    #expect(field.offers.isEmpty)
    field.type("gr")
    #expect(field.offers.count == 1)
  }

  @Test func `close when the caret leaves the text, not while it is in it`() {
    var field = Field(knowing: Field.people, tokens: ["t"], typing: "al")
    for key in [Key.left, .left, .right, .end] {
      field.press(key)
      #expect(field.offers.count == 1)
    }
    field.press(.home, .control)
    #expect(field.offers.isEmpty)
    field.press(.right)
    #expect(field.offers.isEmpty, "only typing opens it")
  }

  @Test func `close when the focus leaves, or the window's`() {
    var field = Field(knowing: Field.people, typing: "al")
    field.control.focus(nil, at: field.now)
    #expect(field.offers.isEmpty)
    field = Field(knowing: Field.people, typing: "al")
    field.send(.windowFocusChanged(isFocused: false))
    #expect(field.offers.isEmpty)
  }

  @Test func `close by Escape first, then the edit, then the selection`() {
    var field = Field(knowing: Field.people, tokens: ["tok"])
    field.press(.left, .shift)
    field.press(.function(2))
    field.type("al")
    #expect(field.offers.count == 1)
    field.press(.escape)
    #expect(field.offers.isEmpty && field.freeText == "al")
    field.press(.escape)
    #expect(field.texts == ["tok"] && field.freeText.isEmpty)
    field.press(.escape)
    #expect(field.selection.isCaret)
    let isHandled = field.press(.escape)
    #expect(!isHandled)
  }

  @Test func `are closed while an input method composes`() {
    var field = Field(knowing: Field.people, typing: "al")
    field.send(.preeditChanged(Preedit([Preedit.Segment("a")], caret: 1)))
    #expect(field.offers.isEmpty)
    field.send(.textCommitted(TypedText("a")))
    field.send(.preeditChanged(.none))
    #expect(field.freeText == "ala" && field.offers.count == 1)
  }

  @Test func `are none where nothing may be changed`() {
    var field = Field(knowing: Field.people)
    field.control.configuration.isEditable = false
    field.type("a")
    #expect(field.offers.isEmpty)
  }

  // Keys.

  @Test func `are walked by Down and Up, around by way of none`() {
    var field = Field(knowing: ["ab", "ac", "ad"], typing: "a")
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

  @Test func `are forgotten in what is highlighted when more is typed`() {
    var field = Field(knowing: ["abc", "abd"], typing: "a")
    field.press(.down)
    field.type("b")
    #expect(field.control.highlightedCompletion == nil)
  }

  @Test func `become a token by Enter, and by Tab, which goes on`() {
    for (key, goesOn) in [(Key.enter, false), (.tab, true)] {
      var field = Field(knowing: Field.people, tokens: ["t"], typing: "GRA")
      field.press(.left)
      field.press(.down)
      let isHandled = field.press(key)
      #expect(isHandled == !goesOn)
      #expect(field.texts == ["t", "Grace Hopper <grace@navy.example>"])
      #expect(field.freeText.isEmpty && field.offers.isEmpty)
      #expect(field.selection == .caret(2))
      field.press(.character("z"), .control)
      #expect(field.texts == ["t"] && field.freeText == "GRA", "in one step")
    }
  }

  @Test func `keep the identity of a token that is edited`() {
    var field = Field(knowing: Field.people, tokens: ["tok"])
    field.press(.left, .shift)
    field.press(.function(2))
    field.type("gra")
    field.press(.down)
    field.press(.enter)
    #expect(field.control.tokens == [TextToken(id: 0, text: "Grace Hopper <grace@navy.example>")])
  }

  @Test func `stay text where the token is there already, and say so`() {
    var field = Field(knowing: Field.people, tokens: ["mail@objc.io"])
    field.control.configuration.duplicates = .refuse
    field.type("mail@o")
    field.press(.down)
    field.press(.enter)
    #expect(field.texts.count == 1 && field.freeText == "mail@o")
    #expect(field.control.status == "“mail@objc.io” is there already")
  }

  /// A key that the list has no use for.
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
  func `take no key but those for a list`(other: OtherKey, isHighlighted: Bool) {
    let takes =
      other.key == .enter && other.modifiers.isEmpty
      || other.key == .tab && [[], .shift].contains(other.modifiers)
    guard !isHighlighted || !takes else { return }
    var with = Field(knowing: Field.people, tokens: ["t"], typing: "al")
    var without = Field(knowing: [], tokens: ["t"], typing: "al")
    #expect(!with.offers.isEmpty)
    if isHighlighted { with.press(.down) }
    let (before, expected) = (
      with.press(other.key, other.modifiers), without.press(other.key, other.modifiers)
    )
    #expect(before == expected)
    #expect(with.control.units == without.control.units)
    #expect(with.selection == without.selection)
    #expect(with.actions.count == without.actions.count)
  }

  // The pointer.

  @Test func `are accepted by a click, and only by one that begins and ends there`() {
    var field = Field(knowing: ["ab", "ac", "ad"], typing: "a")
    field.press(at: field.row(1))
    field.move(to: field.row(0))
    field.release()
    #expect(field.offers.count == 3 && field.freeText == "a")
    field.click(field.row(1))
    #expect(field.texts == ["ac"] && field.offers.isEmpty)
  }

  @Test func `show what the pointer is on, which Enter does not take`() {
    var field = Field(knowing: ["ab", "ac", "ad"], typing: "a")
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

  @Test func `close by a press elsewhere, which does what it does`() {
    var field = Field(knowing: Field.people, tokens: ["t"], typing: "al")
    field.click(Point(x: 40, y: 50))
    #expect(field.offers.isEmpty && field.selection == .range(0, 1))
    field = Field(knowing: Field.people, typing: "al")
    let isHandled = field.send(.pointerPressed(PointerPress(at: Point(x: 700, y: 500))))
    #expect(field.offers.isEmpty && !isHandled)
  }

  @Test func `say where they are, so that the pointer there is theirs`() {
    let field = Field(knowing: Field.people, typing: "al")
    #expect(field.control.overlayContains(field.row(0), at: field.now))
    #expect(!field.control.overlayContains(field.row(1), at: field.now))
    #expect(!field.control.isModal)
    #expect(!Field(knowing: []).control.overlayContains(field.row(0), at: .zero))
  }

  @Test func `scroll by the wheel and by keys, eight at a time`() throws {
    var field = Field(knowing: (0..<30).map { "a\($0)" }, typing: "a")
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

  // Looks.

  @Test func `stand under their text, above it where there is no room below`() throws {
    var field = Field(knowing: ["ab", "ac"], typing: "a")
    let text = try #require(field.place(of: "ab"))
    #expect(text.x == 37 && abs(text.y - 90) <= 0.5)
    field.control.surroundings = Rect(x: 0, y: -300, width: 460, height: 400)
    let above = try #require(field.place(of: "ab"))
    #expect(abs(above.y - (30 - 4 - 4 - 42)) <= 0.5)
    field.control.surroundings = Rect(x: 0, y: 0, width: 200, height: 400)
    let body = try #require(field.overlay.firstBody).rect
    #expect(body.minX == 8 && body.maxX == 192)
  }

  @Test func `elide the middle, and show what is invisible`() throws {
    let long = "a" + String(repeating: "b", count: 200) + "c"
    let field = Field(knowing: [long, "a\u{202E}x"], typing: "a")
    let shown = try #require(field.overlay.texts.first)
    #expect(shown.hasPrefix("ab") && shown.hasSuffix("bc") && shown.contains("…"))
    #expect(shown.count <= 292 / 7)
    #expect(field.overlay.texts.contains("a[U+202E]x"))
  }

  @Test func `mark what was typed`() throws {
    let field = Field(knowing: ["banana"], typing: "nan")
    let mark = Theme.light.colors.accent.opacity(Theme.CompletionList.matchOpacity)
    let marks = field.overlay.elements.compactMap { element in
      if case .shape(.roundedRect(let shape), .fill, mark) = element { shape.rect } else { nil }
    }
    #expect(marks.map(\.minX) == [30 + 14] && marks.map(\.width) == [21])
  }

  /// The text is 14 wide a letter, of which there is room for 41 with the ellipsis.
  @Test(arguments: [
    ("x", "aax" + String(repeating: "b", count: 200), 2..<3),
    ("x", String(repeating: "b", count: 200) + "xaa", 38..<39),
    ("x", String(repeating: "b", count: 100) + "x" + String(repeating: "b", count: 100), 20..<21),
    ("bx", String(repeating: "b", count: 200) + "xaa", 37..<39),
    ("x", String(repeating: "b", count: 38) + "xaa", 38..<39),
  ]) func `mark what was typed in a text that is elided, and the ellipsis for what is left out`(
    typed: String, text: String, match: Range<Int>
  ) throws {
    let field = Field(knowing: [text], typing: typed)
    let shown = try #require(field.overlay.texts.first)
    #expect(shown.count == 41)
    let mark = Theme.light.colors.accent.opacity(Theme.CompletionList.matchOpacity)
    let marks = field.overlay.elements.compactMap { element in
      if case .shape(.roundedRect(let shape), .fill, mark) = element { shape.rect } else { nil }
    }
    #expect(marks.map(\.minX) == [30 + 7 * Double(match.lowerBound)])
    #expect(marks.map(\.width) == [7 * Double(match.count)])
  }

  @Test func `come and go within 150 ms, at once under reduced motion`() {
    var field = Field(knowing: ["ab"])
    field.type("a")
    #expect(field.overlay.elements.isEmpty)
    #expect(!field.overlay(after: .milliseconds(50)).elements.isEmpty)
    #expect(field.overlay(after: .milliseconds(150)) == field.overlay(after: .seconds(2)))
    field.advance(by: .seconds(2))
    field.press(.escape)
    #expect(!field.overlay.elements.isEmpty)
    field.advance(by: .milliseconds(150))
    #expect(field.overlay.elements.isEmpty)
    field.control.environment.reducesMotion = true
    field.type("b")
    field.press(.backspace)
    #expect(field.overlay == field.overlay(after: .seconds(2)) && !field.overlay.elements.isEmpty)
    field.press(.escape)
    #expect(field.overlay.elements.isEmpty)
  }

  // Laws.

  @Test(arguments: 0..<8) func `are never what does not match`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = Field(knowing: Field.people + ["a b c", "lace", "@"], tokens: ["t", "u"])
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
      for offer in field.offers {
        #expect(!text.isEmpty && offer.lowercased().contains(text), "\(offer) for \(text)")
      }
      #expect(
        field.offers.isEmpty || field.control.status.contains("suggestion")
          || !field.actions.isEmpty)
    }
  }

  private static func textAtCaret(of field: Field) -> String {
    let (units, head) = (field.control.units, field.selection.head)
    let before = units[..<head].reversed().prefix { $0.character != nil }.compactMap(\.character)
    let after = units[head...].prefix { $0.character != nil }.compactMap(\.character)
    let text = String(before.reversed() + after)
    return String(
      text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
