import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// The sample tokens stand at x = 30…130, 136…250, 256…391, and y = 38…60.
@Suite struct `A token field's menu` {
  private static let onToken = ["Edit", "Cut", "Copy", "Paste", "Delete", "Select All"]
  private static let inText = ["Undo", "Redo", "Cut", "Copy", "Paste", "Delete", "Select All"]

  /// With the menu open by a click with the secondary button.
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
    let place = try #require(Self.place(of: label, in: field))
    field.click(place)
    field.advance(by: .seconds(1))
  }

  /// The middle of an item's row.
  private static func place(of label: String, in field: Field) -> Point? {
    guard let menu = field.overlay.firstBody?.rect,
      let index = labels(of: field).firstIndex(of: label)
    else { return nil }
    return Point(x: menu.midX, y: menu.minY + 4 + 32 * (Double(index) + 0.5))
  }

  @Test func `is of the token that is pressed, which is selected`() {
    let field = Self.opened(at: 190)
    #expect(field.selection == .range(1, 2))
    #expect(field.control.isModal)
    #expect(Self.labels(of: field) == Self.onToken)
  }

  @Test func `closes when the window has another size, by itself`() {
    var field = Self.opened(at: 190)
    field.control.surroundings = Rect(x: 0, y: 0, width: 500, height: 400)
    #expect(field.control.nextChange(after: field.now) == field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
    #expect(field.overlay.texts.isEmpty)
  }

  @Test func `stays where the window is scrolled, for it goes along`() {
    var field = Self.opened(at: 190)
    field.control.surroundings = field.control.surroundings.offset(by: Vector(dx: 0, dy: 40))
    field.advance(by: .seconds(1))
    #expect(field.control.isModal)
  }

  @Test func `closes when the field is scrolled`() {
    var field = Self.opened(at: 190, tokens: (0..<400).map { "token \($0)" })
    #expect(field.control.isModal)
    field.control.scroller.scroll(.toBottom, at: field.now)
    field.advance(by: .seconds(1))
    #expect(!field.control.isModal)
  }

  @Test func `keeps what is selected where that is pressed`() {
    var field = Field(tokens: Field.samples)
    field.press(.character("a"), .control)
    field.click(Point(x: 190, y: 50), button: .secondary)
    #expect(field.selection.range == 0..<3)
    field.advance(by: .seconds(1))
    let colors = field.overlayColors
    #expect(colors["Edit"] != colors["Cut"], "of several there is no edit")
  }

  @Test func `puts the caret into the gap that is pressed`() {
    let field = Self.opened(at: 133)
    #expect(field.selection == .caret(1))
    #expect(Self.labels(of: field) == Self.inText)
  }

  @Test func `keeps text selected where that is pressed, and loses it elsewhere`() {
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
  func `opens by key at the caret or the token, with the first that can be done`(
    key: Key, modifiers: Modifiers
  ) {
    var field = Field(tokens: Field.samples)
    field.press(key, modifiers)
    field.advance(by: .seconds(1))
    #expect(field.control.isModal && Self.labels(of: field) == Self.inText)
    field.press(.enter)
    #expect(!field.control.isModal)
    let types = field.actions.compactMap {
      if case .request(_, let types) = $0 { types } else { nil }
    }
    #expect(types.count == 1, "Paste: nothing can be undone, redone, cut or copied")
    field.press(.right, .shift)
    field.press(key, modifiers)
    field.advance(by: .seconds(1))
    #expect(Self.labels(of: field) == Self.onToken)
  }

  @Test func `takes all keys while it is open, and closes by Escape`() {
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

  @Test func `lets an input method compose nothing while it is open`() {
    var field = Self.opened(at: 190)
    #expect(field.control.textInput(at: field.now) == nil)
    field.send(.preeditChanged(Preedit([Preedit.Segment("´")], caret: 1)))
    #expect(field.texts == Field.samples && field.selection == .range(1, 2))
    #expect(field.control.preedit.isEmpty)
    field.press(.escape)
    #expect(field.control.textInput(at: field.now) != nil)
  }

  @Test func `makes text of what is composed when it opens`() {
    var field = Field(tokens: ["a"])
    field.press(.end, .control)
    field.send(.preeditChanged(Preedit([Preedit.Segment("é")], caret: 1)))
    field.click(Point(x: 300, y: 50), button: .secondary)
    #expect(field.control.isModal && field.freeText == "é" && field.control.preedit.isEmpty)
  }

  @Test func `closes by a press elsewhere, which does nothing more`() {
    var field = Self.opened(at: 190)
    #expect(field.control.overlayContains(Point(x: 900, y: 900), at: field.now))
    field.click(Point(x: 40, y: 50))
    #expect(!field.control.isModal && field.selection == .range(1, 2))
  }

  /// What a menu's item does, a key does.
  @Test(arguments: [
    ("Edit", Key.function(2), Modifiers()), ("Cut", .character("x"), .control),
    ("Copy", .character("c"), .control), ("Paste", .character("v"), .control),
    ("Delete", .delete, Modifiers()), ("Select All", .character("a"), .control),
  ]) func `does what the keys do`(label: String, key: Key, modifiers: Modifiers) throws {
    var (menu, keys) = (Self.opened(at: 190), Self.opened(at: 190))
    keys.press(.escape)
    try Self.choose(label, in: &menu)
    keys.press(key, modifiers)
    #expect(menu.control.units == keys.control.units)
    #expect(menu.selection == keys.selection)
    #expect(menu.control.status == keys.control.status)
    #expect(menu.actions.count == keys.actions.count)
    #expect(!menu.control.isModal)
  }

  @Test func `undoes and does again`() throws {
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

  @Test func `offers nothing that can't be done`() throws {
    var field = Field(tokens: Field.samples)
    field.control.configuration.isEditable = false
    field.click(Point(x: 190, y: 50), button: .secondary)
    field.advance(by: .seconds(1))
    let place = try #require(Self.place(of: "Delete", in: field))
    field.click(place)
    #expect(field.texts == Field.samples && field.control.isModal)
    let colors = field.overlayColors
    #expect(colors["Copy"] == Theme.light.colors.text)
    for label in ["Edit", "Cut", "Paste", "Delete"] { #expect(colors[label] != colors["Copy"]) }
    field.press(.home)
    field.press(.enter)
    let offers = field.actions.count { if case .offer(_, .clipboard) = $0 { true } else { false } }
    #expect(offers == 1, "keys pass over the others")
  }

  @Test(arguments: [InputEvent.windowFocusChanged(isFocused: false), .windowHidden])
  func `closes when the window is left`(event: InputEvent) {
    var field = Self.opened(at: 190)
    field.send(event)
    #expect(!field.control.isModal)
  }

  @Test func `closes the list, and keeps within its surroundings`() throws {
    var field = Field(knowing: Field.people, typing: "al")
    field.control.surroundings = Rect(x: 0, y: 0, width: 500, height: 300)
    field.press(.menu)
    #expect(field.offers.isEmpty)
    field.advance(by: .seconds(1))
    let body = try #require(field.overlay.firstBody).rect
    #expect(Rect(x: 8, y: 8, width: 484, height: 284).intersection(body) == body)
  }
}
