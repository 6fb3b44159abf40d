import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// The second sample token is at x = 136…250, and y = 38…60.
@Suite struct `Token field menu` {
  /// Returns a field with a menu that was opened by a click on the second token.
  private static func opened(tokens: [String] = Field.samples) -> Field {
    var field = Field(tokens: tokens)
    field.click(Point(x: 190, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    return field
  }

  @Test func `closes when the window is resized`() {
    var field = Self.opened()
    field.control.setOverlayBounds(Rect(x: 0, y: 0, width: 500, height: 400), at: field.now)
    #expect(field.control.nextChange(after: field.now) == field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
    #expect(field.overlay.texts.isEmpty)
  }

  @Test func `stays open when the window is scrolled because it moves along`() {
    var field = Self.opened()
    field.control.setOverlayBounds(
      field.control.overlayBounds.offset(by: Vector(dx: 0, dy: 40)), at: field.now)
    field.advance(by: .seconds(1))
    #expect(field.control.isModal)
  }

  @Test func `closes when the field is scrolled`() {
    var field = Self.opened(tokens: (0..<400).map { "token \($0)" })
    #expect(field.control.isModal)
    field.control.select(400..<400, at: field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
  }

  @Test func `disables the input method while it is open`() {
    var field = Self.opened()
    #expect(field.control.textInputContext(at: field.now) == nil)
    field.press(.escape)
    #expect(field.control.textInputContext(at: field.now) != nil)
  }
}

@Suite struct `Token field completions` {
  private static let keys: [Key] = [
    .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .space,
    .backspace, .delete, .insert, .function(2), .character("a"), .character("z"),
    .character("x"), .character("v"), .character("u"), .unidentified,
  ]

  private static func isListKey(_ key: Key, _ modifiers: Modifiers, isHighlighted: Bool) -> Bool {
    switch key {
    case .up, .down, .pageUp, .pageDown, .escape: modifiers.isEmpty
    case .enter: isHighlighted && modifiers.isEmpty
    case .tab: isHighlighted && [[], .shift].contains(modifiers)
    default: false
    }
  }

  @Test(arguments: keys, [[], .shift, .control, .alt, .super, [.control, .shift]] as [Modifiers])
  func `leave all other keys to the field`(key: Key, modifiers: Modifiers) {
    for isHighlighted in [false, true]
    where !Self.isListKey(key, modifiers, isHighlighted: isHighlighted) {
      var with = Field(completions: Field.contacts, tokens: ["t"], typing: "al")
      var without = Field(completions: [], tokens: ["t"], typing: "al")
      #expect(!with.completions.isEmpty)
      if isHighlighted { with.press(.down) }
      let (isHandled, expected) = (with.press(key, modifiers), without.press(key, modifiers))
      #expect(isHandled == expected)
      #expect(with.control.elements == without.control.elements)
      #expect(with.selection == without.selection)
      #expect(with.outcomes.count == without.outcomes.count)
    }
  }

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

  @Test(arguments: [0, -1, .nan]) func `open without a valid row height`(rowHeight: Double) {
    var field = Field(completions: (0..<30).map { "a\($0)" })
    field.environment.theme.completions.rowHeight = rowHeight
    field.type("a")
    field.advance(by: .seconds(1))
    #expect(field.completions.count == 30 && field.overlay.texts.count <= 30)
    for y in stride(from: 60.0, to: 120, by: 0.5) { field.click(Point(x: 100, y: y), button: .secondary) }
    field.type("a")
    for key in [Key.down, .pageDown, .up, .pageUp, .enter] { field.press(key) }
    #expect(field.completions.isEmpty)
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

  @Test func `stay when the finger moves horizontally during a scroll`() {
    var field = Field(completions: (0..<30).map { "a\($0)" }, typing: "a")
    field.move(to: field.row(0))
    for _ in 0..<6 {
      field.scroll(0.25)
      field.advance(by: .milliseconds(8))
    }
    field.send(.scrolled(ScrollEvent(at: field.pointer, notches: Vector(dx: 0.25, dy: 0))))
    let overlay = field.overlay
    field.advance(by: .milliseconds(30))
    #expect(field.overlay == overlay)
    field.scroll(0)
    field.advance(by: .milliseconds(30))
    #expect(field.overlay != overlay, "momentum starts when the finger is lifted")
  }

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

  /// A row shows at most 41 characters of an elided text, including the ellipsis.
  @Test(arguments: [
    ("nan", "banana", 2..<5), ("x", "aax" + String(repeating: "b", count: 200), 2..<3),
    ("x", String(repeating: "b", count: 200) + "xaa", 38..<39),
    ("x", String(repeating: "b", count: 100) + "x" + String(repeating: "b", count: 100), 20..<21),
    ("bx", String(repeating: "b", count: 200) + "xaa", 37..<39),
    ("x", String(repeating: "b", count: 38) + "xaa", 38..<39),
  ]) func `highlight the match, or the ellipsis if it is elided`(
    typed: String, text: String, match: Range<Int>
  ) throws {
    let field = Field(completions: [text], typing: typed)
    let displayed = try #require(field.overlay.texts.first)
    #expect(displayed.count == min(41, text.count))
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
}

/// The first token is at x = 30…, y = 38…60.
@Suite struct `Token field tooltip` {
  private static func field(_ tokens: [String]) -> Field {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: tokens.count) { text, _ in text.contains("@") ? nil : "No address" },
      in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: 420, at: .zero)
    return Field(field)
  }

  @Test func `is shown for elided text, but not for that of an input method`() {
    let text = String(repeating: "x", count: 100)
    for isComposed in [true, false] {
      var field = Self.field([])
      field.control.focus(0, at: field.now)
      if isComposed {
        field.send(.preeditChanged(Preedit([Preedit.Segment(text)])))
      } else {
        field.type(text)
      }
      field.move(to: Point(x: 40, y: 50))
      field.advance(by: .seconds(2))
      #expect(field.overlay.elements.isEmpty == isComposed)
    }
  }

  /// A group repeats the movement when the field has grown.
  @Test func `does not return while the user types and the pointer rests`() {
    var field = Self.field(["mail"])
    field.control.focus(0, at: field.now)
    field.press(.end)
    field.move(to: Point(x: 40, y: 50))
    field.advance(by: .seconds(2))
    #expect(field.overlay.texts == ["No address"])
    for _ in 0..<2 {
      field.type("x")
      field.move(to: Point(x: 40, y: 50))
      field.advance(by: .seconds(2))
      #expect(field.overlay.texts.isEmpty)
    }
    field.move(to: Point(x: 41, y: 50))
    field.advance(by: .seconds(2))
    #expect(field.overlay.texts == ["No address"])
  }

  @Test func `disappears on a key, a press, scrolling and when the pointer leaves`() {
    let events: [InputEvent] = [
      .keyPressed(KeyPress(.left)), .pointerPressed(PointerPress(at: Point(x: 40, y: 50))),
      .scrolled(ScrollEvent(at: Point(x: 40, y: 50), notches: Vector(dx: 0, dy: 1))), .pointerLeft,
      .pointerMoved(to: Point(x: 400, y: 50)), .windowHidden,
      .windowFocusChanged(isFocused: false),
    ]
    for event in events {
      var field = Self.field(["mail"])
      field.move(to: Point(x: 40, y: 50))
      #expect(field.control.nextChange(after: field.now) == field.now + Tooltip.delay)
      field.advance(by: .seconds(2))
      #expect(field.overlay.texts == ["No address"])
      field.send(event)
      let next = field.control.nextChange(after: field.now)
      #expect(next == field.now, "\(event) starts the fade")
      field.advance(by: .seconds(1))
      #expect(field.overlay.elements.isEmpty, "\(event)")
    }
  }

  @Test(arguments: seeds(16))
  func `stays the same after a movement to the same position, as do completions`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(["mail", "a@b", String(repeating: "long ", count: 40)])
    field.control.completionSource = CompletionIndex(Field.contacts + ["a b c", "lace", "@"])
    field.control.focus(0, at: field.now)
    for _ in 0..<200 {
      let event = Self.event(&generator)
      field.send(event)
      if case .pointerMoved = event {
        let (before, next) = (field.overlay, field.control.nextChange(after: field.now))
        let drawing = field.drawing()
        field.send(event)
        #expect(field.overlay == before && field.drawing() == drawing)
        #expect(field.control.nextChange(after: field.now) == next, "\(event)")
      }
      field.advance(by: .milliseconds(Int.random(in: 0...700, using: &generator)))
      let text = field.textAtCaret.lowercased()
      for completion in field.completions {
        #expect(!text.isEmpty && completion.lowercased().contains(text), "\(completion) for \(text)")
      }
    }
  }

  private static let keys: [Key] = [
    .left, .right, .home, .end, .up, .down, .backspace, .delete, .enter, .tab, .escape,
  ]

  private static func event(_ generator: inout SeededGenerator) -> InputEvent {
    let point = Point(
      x: .random(in: 0...460, using: &generator), y: .random(in: 20...260, using: &generator))
    let letter = (Array("alA ,@".unicodeScalars)).randomElement(using: &generator) ?? "a"
    let key = keys.randomElement(using: &generator) ?? .up
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6: return .pointerMoved(to: point)
    case 6: return .pointerLeft
    case 7:
      let button: PointerButton = Bool.random(using: &generator) ? .primary : .secondary
      return .pointerPressed(PointerPress(at: point, button: button))
    case 8, 9: return .pointerReleased(PointerPress(at: point))
    case 10: return .scrolled(ScrollEvent(at: point, notches: Vector(dx: 0, dy: 1)))
    case 11: return .keyPressed(KeyPress(.character("z"), modifiers: .control))
    case 12..<16:
      return .keyPressed(KeyPress(key, modifiers: Bool.random(using: &generator) ? [] : .shift))
    default: return .keyPressed(KeyPress(.character(letter), text: TypedText(letter)))
    }
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// The text run at the caret without spaces around it.
  fileprivate var textAtCaret: String {
    let elements = control.editor.elements
    return String(elements.string(in: elements.textRun(around: selection.head)).trimmed)
  }
}
