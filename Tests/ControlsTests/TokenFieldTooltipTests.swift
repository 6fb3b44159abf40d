import Controls
import Motion
import Scene
import TestSupport
import Testing

private typealias Field = ControlHarness<TextTokenField>

/// The first token is at x = 30…, y = 38…60.
@Suite struct `Token field tooltip` {
  private static let long = String(repeating: "long ", count: 40) + "end"

  private static func field(_ tokens: [String]) -> Field {
    var field = TextTokenField(
      tokens.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: tokens.count) { $0.contains("@") ? nil : "No address" },
      in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: 420, at: .zero)
    return Field(field)
  }

  /// Returns the tooltip text after the pointer has rested at a point, or `nil` without a tooltip.
  private static func tooltipText(_ field: inout Field, at point: Point = Point(x: 40, y: 50)) -> String? {
    field.move(to: point)
    field.advance(by: .seconds(2))
    let texts = field.overlay.texts
    return texts.isEmpty ? nil : texts.joined(separator: " ")
  }

  @Test func `shows the problem of a token`() {
    var field = Self.field(["mail", "a@b"])
    #expect(Self.tooltipText(&field) == "No address")
    #expect(Self.tooltipText(&field, at: Point(x: 90, y: 50)) == nil)
    #expect(Self.tooltipText(&field, at: Point(x: 400, y: 50)) == nil)
  }

  @Test func `shows the full text of an elided token together with its problem`() throws {
    var field = Self.field(["@" + Self.long])
    let whole = try #require(Self.tooltipText(&field))
    #expect(whole.hasPrefix("@long long") && whole.hasSuffix("long end"))
    field = Self.field([Self.long])
    let both = try #require(Self.tooltipText(&field))
    #expect(both.hasPrefix("No address: long long") && both.hasSuffix("long end"))
  }

  @Test func `shows the full text that is wider than the line`() throws {
    var field = Self.field([])
    field.control.focus(0, at: field.now)
    field.type(Self.long)
    let whole = try #require(Self.tooltipText(&field))
    #expect(whole.hasSuffix("long end"))
  }

  @Test func `changes when the token under the pointer changes`() throws {
    var field = Self.field(["mail", "a@b"])
    field.control.focus(0, at: field.now)
    #expect(Self.tooltipText(&field) == "No address")
    field.type(Self.long + ",")
    #expect(field.texts.count == 3)
    let text = try #require(Self.tooltipText(&field))
    #expect(text.hasPrefix("No address: long"))
  }

  @Test func `changes when a token of the same width replaces the previous one`() throws {
    var field = Self.field(["@" + Self.long])
    field.control.focus(0, at: field.now)
    #expect(Self.tooltipText(&field)?.hasPrefix("@long") == true)
    field.press(.character("a"), .control)
    field.type("@another " + Self.long + ",")
    #expect(Self.tooltipText(&field)?.hasPrefix("@another") == true)
  }

  @Test func `disappears when a change may have moved its token`() {
    var field = Self.field(["mail"])
    field.control.focus(0, at: field.now)
    field.press(.character("v"), .control)
    #expect(Self.tooltipText(&field) != nil)
    let content = ReceivedData.Content(type: .text, bytes: ReceivedBytes(copying: [97, 44].span))
    field.send(.data(.received(ReceivedData(from: .pasteboard(.clipboard), .success(content)))))
    field.advance(by: .seconds(1))
    #expect(field.texts == ["a", "mail"] && field.overlay.elements.isEmpty)
  }

  @Test func `appears after a delay and reports when`() throws {
    var field = Self.field(["mail"])
    field.move(to: Point(x: 40, y: 50))
    let next = try #require(field.control.nextChange(after: field.now))
    #expect(next == field.now + Tooltip.delay)
    #expect(field.overlay.elements.isEmpty)
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
      #expect(Self.tooltipText(&field) != nil)
      field.send(event)
      let next = field.control.nextChange(after: field.now)
      #expect(next == field.now, "\(event) starts the fade")
      field.advance(by: .seconds(1))
      #expect(field.overlay.elements.isEmpty, "\(event)")
    }
  }

  @Test func `does not appear while the pointer is pressed`() {
    var field = Self.field(["mail", "b"])
    field.press(at: Point(x: 40, y: 50))
    #expect(Self.tooltipText(&field, at: Point(x: 42, y: 50)) == nil)
  }

  @Test(arguments: 0..<8) func `stays the same after a movement to the same position`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var field = Self.field(["mail", "a@b", Self.long])
    field.control.completionSource = CompletionIndex(Field.contacts)
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
    case 10: return .scrolled(ScrollEvent(at: point, notches: Vector(dx: 0, dy: 1)))
    case 11: return .keyPressed(KeyPress([.down, .escape, .backspace][Int(letter.value) % 3]))
    default: return .keyPressed(KeyPress(.character(letter), text: TypedText(letter)))
    }
  }
}
