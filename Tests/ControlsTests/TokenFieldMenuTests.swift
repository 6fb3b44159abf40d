import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// The sample tokens are at x = 30…130, 136…250, 256…391, and y = 38…60.
@Suite struct `Token field menu` {
  private static let tokenItems = ["Edit", "Cut", "Copy", "Paste", "Delete", "Select All"]
  private static let textItems = ["Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All"]

  /// Returns a field with a menu that was opened by a secondary click.
  private static func opened(at x: Double, tokens: [String] = Field.samples) -> Field {
    var field = Field(tokens: tokens)
    field.click(Point(x: x, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    return field
  }

  private static func labels(of field: Field) -> [String] {
    field.overlay.texts.filter { !$0.contains("Ctrl") && !["F2", "Del"].contains($0) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func choose(_ label: String, in field: inout Field) throws {
    let point = try #require(Self.center(of: label, in: field))
    field.click(point)
    field.advance(by: .seconds(1))
  }

  /// Returns the center of the row of an item.
  private static func center(of label: String, in field: Field) -> Point? {
    guard let menu = field.overlay.firstBody?.rect,
      let index = labels(of: field).firstIndex(of: label)
    else { return nil }
    return Point(x: menu.midX, y: menu.minY + 4 + 32 * (Double(index) + 0.5))
  }

  @Test func `opens for the pressed token and selects it`() {
    let field = Self.opened(at: 190)
    #expect(field.selection == .range(1, 2))
    #expect(field.control.isModal)
    #expect(Self.labels(of: field) == Self.tokenItems)
  }

  @Test func `closes when the window is resized`() {
    var field = Self.opened(at: 190)
    field.control.setOverlayBounds(Rect(x: 0, y: 0, width: 500, height: 400), at: field.now)
    #expect(field.control.nextChange(after: field.now) == field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
    #expect(field.overlay.texts.isEmpty)
  }

  @Test func `stays open when the window is scrolled because it moves along`() {
    var field = Self.opened(at: 190)
    field.control.setOverlayBounds(
      field.control.overlayBounds.offset(by: Vector(dx: 0, dy: 40)), at: field.now)
    field.advance(by: .seconds(1))
    #expect(field.control.isModal)
  }

  @Test func `closes when the field is scrolled`() {
    var field = Self.opened(at: 190, tokens: (0..<400).map { "token \($0)" })
    #expect(field.control.isModal)
    field.control.viewport.scroller.scroll(.toBottom, at: field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
  }

  @Test func `keeps the selection if it is pressed`() {
    var field = Field(tokens: Field.samples)
    field.press(.character("a"), .control)
    field.click(Point(x: 190, y: 50), button: .secondary)
    #expect(field.selection.range == 0..<3)
    field.advance(by: .seconds(1))
    let colors = field.overlayColors
    #expect(colors["Edit"] != colors["Cut"], "several tokens cannot be edited")
  }

  @Test func `moves the caret to a press between two tokens`() {
    let field = Self.opened(at: 133)
    #expect(field.selection == .caret(1))
    #expect(Self.labels(of: field) == Self.textItems)
  }

  @Test func `keeps a text selection if it is pressed and clears it otherwise`() {
    var field = Field(tokens: [])
    field.type("hello world")
    for _ in 0..<5 { field.press(.left, .shift) }
    field.click(Point(x: 30 + 7 * 8, y: 50), button: .secondary)
    #expect(field.selection == .range(11, 6))
    field.press(.escape)
    field.click(Point(x: 30 + 7 * 2, y: 50), button: .secondary)
    #expect(field.selection == .caret(2))
  }

  @Test(arguments: [(Key.menu, Modifiers()), (.function(10), .shift)])
  func `opens by key at the caret or token with the first enabled item`(
    key: Key, modifiers: Modifiers
  ) {
    var field = Field(tokens: Field.samples)
    field.press(key, modifiers)
    field.advance(by: .seconds(1))
    #expect(field.control.isModal && Self.labels(of: field) == Self.textItems)
    field.press(.enter)
    #expect(!field.control.isModal)
    let types = field.effects.compactMap {
      if case .request(_, let types) = $0 { types } else { nil }
    }
    #expect(types.count == 1, "Paste: Undo, Redo, Cut and Copy are disabled")
    field.press(.right, .shift)
    field.press(key, modifiers)
    field.advance(by: .seconds(1))
    #expect(Self.labels(of: field) == Self.tokenItems)
  }

  @Test func `handles all keys while it is open and closes on Escape`() {
    var field = Self.opened(at: 190)
    for key in [Key.left, .delete, .tab, .home] {
      let isHandled = field.press(key)
      #expect(isHandled)
    }
    field.type("x")
    #expect(field.texts == Field.samples && field.freeText.isEmpty)
    #expect(field.selection == .range(1, 2))
    field.press(.escape)
    #expect(!field.control.isModal && field.selection == .range(1, 2))
    field.settle()
    #expect(field.overlay.elements.isEmpty)
  }

  @Test func `disables the input method while it is open`() {
    var field = Self.opened(at: 190)
    #expect(field.control.textInputContext(at: field.now) == nil)
    field.send(.preeditChanged(Preedit([Preedit.Segment("´")], caret: 1)))
    #expect(field.texts == Field.samples && field.selection == .range(1, 2))
    #expect(field.control.caret.preedit.isEmpty)
    field.press(.escape)
    #expect(field.control.textInputContext(at: field.now) != nil)
  }

  @Test func `commits the preedit text when it opens`() {
    var field = Field(tokens: ["a"])
    field.press(.end, .control)
    field.send(.preeditChanged(Preedit([Preedit.Segment("é")], caret: 1)))
    field.click(Point(x: 300, y: 50), button: .secondary)
    #expect(field.control.isModal && field.freeText == "é" && field.control.caret.preedit.isEmpty)
  }

  @Test func `closes on a press elsewhere, which has no other effect`() {
    var field = Self.opened(at: 190)
    #expect(field.control.isModal)
    field.click(Point(x: 40, y: 50))
    #expect(!field.control.isModal && field.selection == .range(1, 2))
  }

  /// Each menu item has the effect of a key.
  @Test(arguments: [
    ("Edit", Key.function(2), Modifiers()), ("Cut", .character("x"), .control),
    ("Copy", .character("c"), .control), ("Paste", .character("v"), .control),
    ("Delete", .delete, Modifiers()), ("Select All", .character("a"), .control),
  ]) func `has the same effects as the keys`(label: String, key: Key, modifiers: Modifiers) throws {
    var (menu, keys) = (Self.opened(at: 190), Self.opened(at: 190))
    keys.press(.escape)
    try Self.choose(label, in: &menu)
    keys.press(key, modifiers)
    #expect(menu.control.elements == keys.control.elements)
    #expect(menu.selection == keys.selection)
    #expect(menu.control.status == keys.control.status)
    #expect(menu.outcomes.count == keys.outcomes.count)
    #expect(!menu.control.isModal)
  }

  @Test func `undoes and redoes`() throws {
    var field = Field(tokens: ["a", "b"])
    field.press(.delete, .control)
    field.click(Point(x: 300, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    try Self.choose("Undo", in: &field)
    #expect(field.texts == ["a", "b"])
    field.click(Point(x: 300, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    try Self.choose("Redo", in: &field)
    #expect(field.texts == ["b"])
  }

  @Test func `disables items that cannot be executed`() throws {
    var field = Field(tokens: Field.samples)
    field.control.configuration.isEditable = false
    field.click(Point(x: 190, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    let point = try #require(Self.center(of: "Delete", in: field))
    field.click(point)
    #expect(field.texts == Field.samples && field.control.isModal)
    let colors = field.overlayColors
    #expect(colors["Copy"] == Theme.light.colors.text)
    for label in ["Edit", "Cut", "Paste", "Delete"] { #expect(colors[label] != colors["Copy"]) }
    field.press(.home)
    field.press(.enter)
    let count = field.effects.count { if case .offer(_, .clipboard) = $0 { true } else { false } }
    #expect(count == 1, "keys skip the disabled items")
  }

  @Test(arguments: [InputEvent.windowFocusChanged(isFocused: false), .windowHidden])
  func `closes when the window loses the focus or is hidden`(event: InputEvent) {
    var field = Self.opened(at: 190)
    field.send(event)
    #expect(!field.control.isModal)
  }

  @Test func `closes the completion list and stays within the overlay bounds`() throws {
    var field = Field(completions: Field.contacts, typing: "al")
    field.control.setOverlayBounds(Rect(x: 0, y: 0, width: 500, height: 300), at: field.now)
    field.press(.menu)
    #expect(field.completions.isEmpty)
    field.advance(by: .seconds(1))
    let body = try #require(field.overlay.firstBody).rect
    #expect(Rect(x: 8, y: 8, width: 484, height: 284).intersection(body) == body)
  }
}
