import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Tokens of four characters are 44 px wide, at x = 30, 80, 130, …
@Suite struct `Dragged tokens` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  /// Returns a field whose first token is being edited, and is longer than before.
  private static func editing() -> Field {
    var field = Field(tokens: texts)
    field.click(Point(x: 52, y: 49))
    field.press(.function(2))
    field.type("a longer one")
    return field
  }

  private static func center(of index: Int, in field: Field) throws -> Point {
    try #require(field.control.frame(ofElement: index, at: field.now)?.center)
  }

  @Test func `are the ones selected by the press that ends an edit`() throws {
    var field = Self.editing()
    let start = try Self.center(of: 13, in: field)
    field.press(at: start)
    #expect(field.texts == ["a longer one", "bbbb", "cccc", "dddd"], "the press ends the edit")
    #expect(field.selection == .range(2, 3))
    field.drag(to: Point(x: 31, y: 49), over: .milliseconds(50))
    #expect(field.control.isDragging)
    field.release()
    #expect(field.texts == ["cccc", "a longer one", "bbbb", "dddd"])
  }

  @Test func `are not dragged if the press removes them`() throws {
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

  @Test func `cost the undo history almost nothing`() {
    // If each move counted as new text, the history would trim the first of three changes.
    let text = String(repeating: "x", count: EditHistory<Int>.costLimit * 3 / 4)
    var editor = TokenEditor(
      [TextToken(id: 0, text: text), TextToken(id: 1, text: "a")], adapter: TextTokenAdapter(firstID: 2),
      configuration: TokenFieldConfiguration())
    for (index, target) in [(0, 2), (1, 0), (0, 2)] {
      editor.selection = .range(index, index + 1)
      editor.moveSelected(to: target)
    }
    #expect(editor.elements.compactMap { $0.token?.id } == [1, 0])
    for _ in 0..<3 { editor.undo() }
    #expect(editor.elements.compactMap { $0.token?.id } == [0, 1])
  }

  @Test func `leave no drop position when content is deleted during another program's drag`() throws {
    var field = Field(tokens: ["aaaa", "bbbb", "cccc"])
    let end = try #require(field.control.caretFrame(at: CaretPosition(insertionIndex: 3), field.now)?.center)
    field.send(.data(.dragUpdated(DropInfo(at: end, types: [.text]))))
    #expect(field.control.pointer.dropPosition?.insertionIndex == 3)
    field.press(at: end)
    for _ in 0..<4 { field.press(.backspace) }
    #expect(field.texts == ["aaaa"] && field.control.pointer.dropPosition == nil)
    _ = field.drawing()
  }

  /// Returns a field with a drag of the second token.
  private static func dragging() -> Field {
    var field = Field(tokens: texts)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    return field
  }

  private static let interruptions: [InputEvent] = [
    .windowHidden, .pointerGrabLost, .windowFocusChanged(isFocused: false),
  ]

  @Test(arguments: interruptions)
  func `keep their identity on return, after any window event`(event: InputEvent) {
    var field = Self.dragging()
    _ = field.control.beginExternalDrag(at: field.now)
    field.send(event)
    let position = Point(x: 31, y: 49)
    field.send(.data(.dragUpdated(DropInfo(at: position, types: [.tokens]))))
    field.send(.data(.received(ReceivedData(from: .drop(at: position), .failure(.noData)))))
    #expect(field.ids == [1, 0, 2, 3])
  }

  @Test func `are released when the content changes`() {
    var field = Field(tokens: Self.texts)
    field.press(.character("v"), .control)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    #expect(field.control.isDragging)
    field.receive("x,")
    field.settle()
    #expect(!field.control.isDragging && field.control.pointer.dropPosition == nil)
    field.drag(to: Point(x: 31, y: 49), over: .milliseconds(50))
    field.release()
    #expect(field.texts == ["x", "aaaa", "bbbb", "cccc", "dddd"])
  }

  @Test func `ignore all keys except Escape`() {
    var field = Self.dragging()
    field.type("x")
    for key in [Key.delete, .backspace, .tab, .enter, .left] { field.press(key) }
    for letter in ["z", "x", "v"] as [Unicode.Scalar] { field.press(.character(letter), .control) }
    #expect(field.control.isDragging && field.texts == Self.texts)
    field.press(.escape)
    #expect(!field.control.isDragging && field.texts == Self.texts)
  }

  @Test func `become adjacent when they are dropped among themselves`() {
    var field = Field(tokens: Self.texts + ["eeee"])
    field.click(Point(x: 102, y: 49))
    for x in [152.0, 252] { field.holding(.control) { $0.click(Point(x: x, y: 49)) } }
    field.advance(by: .seconds(1))
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 127, y: 49), over: .milliseconds(50))
    field.release()
    #expect(field.texts == ["aaaa", "bbbb", "cccc", "eeee", "dddd"])
  }

  @Test func `have a preview with some tokens and the number of the others`() throws {
    var field = Field(tokens: Self.texts + ["eeee", "ffff"])
    #expect(field.control.dragPreview == nil)
    field.press(.end)
    field.type("xyz")
    field.press(.character("a"), .control)
    field.press(.character("a"), .control)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    let picture = try #require(field.control.dragPreview)
    let maximum = TokenFieldConstants.maximumPreviewCount
    let names = ["bbbb"] + ["aaaa", "cccc", "dddd", "eeee", "ffff"].prefix(maximum - 1)
    #expect(picture.drawing.texts == names + ["+ \(6 - maximum) more"], "text is not counted")
    #expect(picture.hotSpot == Point(x: 22, y: 11))
  }

  @Test func `display the visible part of the drop position`() {
    var field = Field(tokens: (0..<100).map { String(1000 + $0) }, width: 200)
    field.control.configuration.maximumLines = 3
    field.press(.end, .control)
    field.settle()
    field.scroll(-0.4)
    field.settle()
    field.press(at: field.control.viewport.frame.center)
    field.drag(to: Point(x: 150, y: 400), over: .milliseconds(50))
    var counts: Set<Int> = []
    for index in 0...100 {
      field.control.pointer.moveDrop(to: CaretPosition(insertionIndex: index))
      let bars = field.overlay.elements.compactMap { element -> Rect? in
        guard case .shape(.rect(let bar), .fill, _) = element else { return nil }
        return bar
      }
      counts.insert(bars.count)
      #expect(bars.allSatisfy { $0.intersection(field.control.viewport.frame) == $0 && !$0.isEmpty })
    }
    #expect(counts == [0, 2], "none if hidden, else the bar and its outline")
  }

  @Test func `are drawn above all controls, with the count if there are several`() {
    var field = Field(tokens: Self.texts)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    #expect(field.overlay.texts == ["bbbb"])
    let caret = field.control.pointer.dropPosition.flatMap { field.control.caretFrame(at: $0, field.now) }
    guard case .shape(.rect(let bar), .fill, _)? = field.overlay.elements.last else {
      Issue.record("the drop position is covered by the dragged tokens")
      return
    }
    #expect(bar == caret)
    var list = DisplayList()
    field.control.drawOverlay(into: &list, at: field.now)
    guard case .group(let group, _)? = list.elements.first else {
      Issue.record("the dragged tokens are opaque")
      return
    }
    #expect(group.opacity == Theme.light.tokenField.draggedOpacity)
    #expect(field.overlay.firstBody?.rect == Rect(x: 128, y: 289, width: 44, height: 22))
    #expect(field.drawing().texts.filter { $0 == "bbbb" }.count == 1, "drawn at its old position")
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
