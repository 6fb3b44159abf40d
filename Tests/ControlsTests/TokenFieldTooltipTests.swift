import Controls
import Motion
import Scene
import TestSupport
import Testing

private typealias Field = ControlHarness<TextTokenField>

/// The first token stands at x = 30…, y = 38…60.
@Suite struct `A token field's tooltip` {
  private static let long = String(repeating: "long ", count: 40) + "end"

  private static func field(_ tokens: [String]) -> Field {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: tokens.count) { $0.contains("@") ? nil : "No address" },
      in: Environment(text: FixedTextMetrics()))
    field.place(at: Point(x: 20, y: 30), width: 420)
    return Field(field)
  }

  /// What is told after the pointer has rested at a place.
  private static func told(_ field: inout Field, at point: Point = Point(x: 40, y: 50)) -> String? {
    field.move(to: point)
    field.advance(by: .seconds(2))
    let texts = field.overlay.texts
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  @Test func `tells what is wrong with a token`() {
    var field = Self.field(["mail", "a@b"])
    #expect(Self.told(&field) == "No address")
    #expect(Self.told(&field, at: Point(x: 90, y: 50)) == nil)
    #expect(Self.told(&field, at: Point(x: 400, y: 50)) == nil)
  }

  @Test func `tells all of what is elided, and what is wrong with that`() throws {
    var field = Self.field(["@" + Self.long])
    let whole = try #require(Self.told(&field))
    #expect(whole.hasPrefix("@long long") && whole.hasSuffix("long end"))
    field = Self.field([Self.long])
    let both = try #require(Self.told(&field))
    #expect(both.hasPrefix("No address: long long") && both.hasSuffix("long end"))
  }

  @Test func `tells all of text that is wider than the line`() throws {
    var field = Self.field([])
    field.control.focus(0, at: field.now)
    field.type(Self.long)
    let whole = try #require(Self.told(&field))
    #expect(whole.hasSuffix("long end"))
  }

  @Test func `tells another thing once what it was about is another`() throws {
    var field = Self.field(["mail", "a@b"])
    field.control.focus(0, at: field.now)
    #expect(Self.told(&field) == "No address")
    field.type(Self.long + ",")
    #expect(field.texts.count == 3)
    let told = try #require(Self.told(&field))
    #expect(told.hasPrefix("No address: long"))
  }

  @Test func `tells what is there now where the other was as wide`() throws {
    var field = Self.field(["@" + Self.long])
    field.control.focus(0, at: field.now)
    #expect(Self.told(&field)?.hasPrefix("@long") == true)
    field.press(.character("a"), .control)
    field.type("@another " + Self.long + ",")
    #expect(Self.told(&field)?.hasPrefix("@another") == true)
  }

  @Test func `goes where what it is about may be elsewhere`() {
    var field = Self.field(["mail"])
    field.control.focus(0, at: field.now)
    field.press(.character("v"), .control)
    #expect(Self.told(&field) != nil)
    let content = ReceivedData.Content(type: .text, bytes: ReceivedBytes(copying: [97, 44].span))
    field.send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), .success(content)))))
    field.advance(by: .seconds(1))
    #expect(field.texts == ["a", "mail"] && field.overlay.elements.isEmpty)
  }

  @Test func `waits, and says when`() throws {
    var field = Self.field(["mail"])
    field.move(to: Point(x: 40, y: 50))
    let next = try #require(field.control.nextChange(after: field.now))
    #expect(next == field.now + Theme.Tooltip.delay)
    #expect(field.overlay.elements.isEmpty)
  }

  @Test func `goes by a key, a press, the wheel and when the pointer leaves`() {
    let events: [InputEvent] = [
      .keyPressed(KeyPress(.left)), .pointerPressed(PointerPress(at: Point(x: 40, y: 50))),
      .scrolled(ScrollStep(at: Point(x: 40, y: 50), notches: Vector(dx: 0, dy: 1))), .pointerLeft,
      .pointerMoved(to: Point(x: 400, y: 50)), .windowHidden,
      .windowFocusChanged(isFocused: false),
    ]
    for event in events {
      var field = Self.field(["mail"])
      #expect(Self.told(&field) != nil)
      let response = field.control.handle(event, at: field.now)
      #expect(!response.changesNothing)
      field.advance(by: .seconds(1))
      #expect(field.overlay.elements.isEmpty, "\(event)")
    }
  }

  @Test func `is none while something is dragged, or under a list`() {
    var field = Self.field(["mail", "b"])
    field.press(at: Point(x: 40, y: 50))
    #expect(Self.told(&field, at: Point(x: 42, y: 50)) == nil)
  }

  /// Whoever keeps what was drawn, and when it changes, goes by what the field says of each event.
  @Test(arguments: 0..<8) func `changes nothing only where that is so`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(["mail", "a@b", Self.long])
    field.control.completionSource = ListedCompletions(Field.people)
    field.control.focus(0, at: field.now)
    for _ in 0..<200 {
      let (before, next) = (field.overlay, field.control.nextChange(after: field.now))
      let drawing = field.drawing()
      let event = Self.event(&generator)
      let response = field.control.handle(event, at: field.now)
      if response.changesNothing {
        #expect(field.overlay == before && field.drawing() == drawing)
        #expect(field.control.nextChange(after: field.now) == next, "\(event)")
      }
      field.advance(by: .milliseconds(Int.random(in: 0...700, using: &generator)))
    }
  }

  private static func event(_ generator: inout SeededGenerator) -> InputEvent {
    let point = Point(
      x: .random(in: 0...460, using: &generator), y: .random(in: 20...260, using: &generator))
    let letter = Unicode.Scalar(UInt8.random(in: 97...110, using: &generator))
    switch Int.random(in: 0..<14, using: &generator) {
    case 0..<6: return .pointerMoved(to: point)
    case 6: return .pointerLeft
    case 7:
      let button: PointerButton = Bool.random(using: &generator) ? .primary : .secondary
      return .pointerPressed(PointerPress(at: point, button: button))
    case 8, 9: return .pointerReleased(PointerPress(at: point))
    case 10: return .scrolled(ScrollStep(at: point, notches: Vector(dx: 0, dy: 1)))
    case 11: return .keyPressed(KeyPress([.down, .escape, .backspace][Int(letter.value) % 3]))
    default: return .keyPressed(KeyPress(.character(letter), text: TypedText(letter)))
    }
  }
}
