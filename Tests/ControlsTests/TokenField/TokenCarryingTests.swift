import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Tokens of four characters are 44 px wide: they stand at x = 30, 80, 130, …
@Suite struct `Tokens that are carried` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  /// With the first token being edited, which is longer by now.
  private static func editing() -> Field {
    var field = Field(tokens: texts)
    field.click(Point(x: 52, y: 49))
    field.press(.function(2))
    field.type("a longer one")
    return field
  }

  private static func center(of index: Int, in field: Field) throws -> Point {
    try #require(field.control.frame(ofUnit: index, at: field.now)?.center)
  }

  @Test func `are those that a press has selected while another was being edited`() throws {
    var field = Self.editing()
    let start = try Self.center(of: 13, in: field)
    field.press(at: start)
    #expect(field.texts == ["a longer one", "bbbb", "cccc", "dddd"], "that ends the edit")
    #expect(field.selection == .range(2, 3))
    field.drag(to: Point(x: 31, y: 49), over: .milliseconds(50))
    #expect(field.control.isCarrying)
    field.release()
    #expect(field.texts == ["cccc", "a longer one", "bbbb", "dddd"])
  }

  @Test func `are not carried by a press that has made them go`() throws {
    var field = Field(tokens: ["aaaa", "bbbb", "cccc"])
    field.control.configuration.duplicates = .move
    field.click(Point(x: 52, y: 49))
    field.press(.function(2))
    field.type("cccc")
    field.press(at: try Self.center(of: 5, in: field))
    #expect(field.texts == ["cccc", "bbbb"])
    field.drag(to: Point(x: 31, y: 80), over: .milliseconds(50))
    field.release()
    #expect(field.texts.count == 2)
  }

  @Test func `cost the history next to nothing, so that it forgets nothing for them`() {
    // Of three such changes it would forget the first, were they new each time.
    let text = String(repeating: "x", count: EditHistory<Int>.costLimit * 3 / 4)
    var editor = TokenEditor(
      [TextToken(id: 0, text: text), TextToken(id: 1, text: "a")], kind: TextTokens(firstID: 2),
      configuration: TokenFieldConfiguration())
    for (index, gap) in [(0, 2), (1, 0), (0, 2)] {
      editor.selection = .range(index, index + 1)
      editor.moveSelected(to: gap)
    }
    #expect(editor.units.compactMap { $0.token?.id } == [1, 0])
    for _ in 0..<3 { editor.undo() }
    #expect(editor.units.compactMap { $0.token?.id } == [0, 1])
  }

  @Test func `of another program leave no place behind when what is there is deleted`() throws {
    var field = Field(tokens: ["aaaa", "bbbb", "cccc"])
    let end = try #require(field.control.caretFrame(at: CaretPlace(gap: 3), field.now)?.center)
    field.send(.data(.dropMoved(DropHover(at: end, types: [.text]))))
    #expect(field.control.dropGap?.gap == 3)
    field.press(at: end)
    for _ in 0..<4 { field.press(.backspace) }
    #expect(field.texts == ["aaaa"] && field.control.dropGap == nil)
    _ = field.drawing()
  }

  /// With the second token carried.
  private static func carrying() -> Field {
    var field = Field(tokens: texts)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    return field
  }

  private static let interruptions: [InputEvent] = [
    .windowHidden, .pointerGrabLost, .windowFocusChanged(isFocused: false),
  ]

  @Test(arguments: interruptions)
  func `are the same when they come back, whatever the window hears meanwhile`(event: InputEvent) {
    var field = Self.carrying()
    _ = field.control.carryOut(at: field.now)
    field.send(event)
    let place = Point(x: 31, y: 49)
    field.send(.data(.dropMoved(DropHover(at: place, types: [.tokens]))))
    field.send(.data(.received(ReceivedData(from: .drop(at: place), .failure(.nothingThere)))))
    #expect(field.ids == [1, 0, 2, 3])
  }

  @Test func `are let go when what is there changes`() {
    var field = Field(tokens: Self.texts)
    field.press(.character("v"), .control)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    #expect(field.control.isCarrying)
    field.receive("x,")
    field.settle()
    #expect(!field.control.isCarrying && field.control.dropGap == nil)
    field.drag(to: Point(x: 31, y: 49), over: .milliseconds(50))
    field.release()
    #expect(field.texts == ["x", "aaaa", "bbbb", "cccc", "dddd"])
  }

  @Test func `are the pointer's alone, whatever keys are pressed, until Escape`() {
    var field = Self.carrying()
    field.type("x")
    for key in [Key.delete, .backspace, .tab, .enter, .left] { field.press(key) }
    for letter in ["z", "x", "v"] as [Unicode.Scalar] { field.press(.character(letter), .control) }
    #expect(field.control.isCarrying && field.texts == Self.texts)
    field.press(.escape)
    #expect(!field.control.isCarrying && field.texts == Self.texts)
  }

  @Test func `come together where they are dropped among themselves`() {
    var field = Field(tokens: Self.texts + ["eeee"])
    field.click(Point(x: 102, y: 49))
    for x in [152.0, 252] { field.holding(.control) { $0.click(Point(x: x, y: 49)) } }
    field.advance(by: .seconds(1))
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 127, y: 49), over: .milliseconds(50))
    field.release()
    #expect(field.texts == ["aaaa", "bbbb", "cccc", "eeee", "dddd"])
  }

  @Test func `have a picture with some of them, and the number of the others`() throws {
    var field = Field(tokens: Self.texts + ["eeee", "ffff"])
    #expect(field.control.carriedPicture == nil)
    field.press(.end)
    field.type("xyz")
    field.press(.character("a"), .control)
    field.press(.character("a"), .control)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    let picture = try #require(field.control.carriedPicture)
    let shown = Theme.TokenField.mostCarriedShown
    let names = ["bbbb"] + ["aaaa", "cccc", "dddd", "eeee", "ffff"].prefix(shown - 1)
    #expect(picture.drawing.texts == names + ["+ \(6 - shown) more"], "text is no token")
    #expect(picture.hotSpot == Point(x: 22, y: 11))
  }

  @Test func `show the place where they would be put as far as it is in sight`() {
    var field = Field(tokens: (0..<100).map { String(1000 + $0) }, width: 200)
    field.control.configuration.maximumLines = 3
    field.press(.end, .control)
    field.settle()
    field.scroll(-0.4)
    field.settle()
    field.press(at: field.control.frame.center)
    field.drag(to: Point(x: 150, y: 400), over: .milliseconds(50))
    var counts: Set<Int> = []
    for gap in 0...100 {
      field.control.dropGap = CaretPlace(gap: gap)
      let bars = field.overlay.elements.compactMap { element -> Rect? in
        guard case .shape(.rect(let bar), .fill, _) = element else { return nil }
        return bar
      }
      counts.insert(bars.count)
      #expect(bars.allSatisfy { $0.intersection(field.control.frame) == $0 && !$0.isEmpty })
    }
    #expect(counts == [0, 2], "none out of sight, else itself and what it stands out by")
  }

  @Test func `are drawn above all other controls, with their number where they are several`() {
    var field = Field(tokens: Self.texts)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    #expect(field.overlay.texts == ["bbbb"])
    let gap = field.control.dropGap.flatMap { field.control.caretFrame(at: $0, field.now) }
    guard case .shape(.rect(let bar), .fill, _)? = field.overlay.elements.last else {
      Issue.record("the place where they would be put is under what is carried")
      return
    }
    #expect(bar == gap)
    var list = DisplayList()
    field.control.drawOverlay(into: &list, at: field.now)
    guard case .group(let group, _)? = list.elements.first else {
      Issue.record("what is carried hides what it lies over")
      return
    }
    #expect(group.opacity == Theme.TokenField.carriedOpacity)
    #expect(field.overlay.firstBody?.rect == Rect(x: 128, y: 289, width: 44, height: 22))
    #expect(field.drawing().texts.filter { $0 == "bbbb" }.count == 1, "where it was")
    field.press(.escape)
    #expect(field.overlay.texts.isEmpty)
    field.holding(.control) { $0.click(Point(x: 202, y: 49)) }
    field.advance(by: .seconds(1))
    field.press(at: Point(x: 202, y: 49))
    field.drag(to: Point(x: 160, y: 300), over: .milliseconds(50))
    #expect(field.overlay.texts == ["dddd", "2"])
    field.release()
    #expect(field.overlay.texts.isEmpty)
    #expect(field.texts == ["aaaa", "cccc", "bbbb", "dddd"])
  }
}
