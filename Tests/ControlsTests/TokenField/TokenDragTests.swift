import ControlTestSupport
import Motion
import Scene
import TestSupport
import Testing

@testable import Controls

private typealias Field = ControlHarness<TextTokenField>

/// Tokens of four characters are 44 px wide, at x = 30, 80, 130, …
@Suite struct `Dragged tokens` {
  private static let texts = ["aaaa", "bbbb", "cccc", "dddd"]

  @Test func `cost the undo history almost nothing`() {
    // If each move counted as new text, the history would trim the first of three changes.
    let text = String(repeating: "x", count: EditHistory<Int>.costLimit * 3 / 4)
    var editor = TokenEditor(
      [TextToken(id: 0, text: text), TextToken(id: 1, text: "a")], adapter: TextTokenAdapter(firstID: 2),
      configuration: TokenFieldConfiguration())
    for (index, target) in [(0, 2), (1, 0), (0, 2)] {
      editor.selection = .range(index, index + 1)
      editor.moveSelected(to: target)
      _ = editor.takePendingUpdates()
    }
    #expect(editor.elements.compactMap { $0.token?.id } == [1, 0])
    for _ in 0..<3 { editor.undo() }
    #expect(editor.elements.compactMap { $0.token?.id } == [0, 1])
  }

  @Test func `do not start from an element that is no longer selected`() {
    var field = Field(tokens: Self.texts)
    field.press(at: Point(x: 102, y: 49))
    #expect(field.selection == .range(1, 2))
    field.press(.left)
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    #expect(!field.control.isDragging && field.overlay.texts.isEmpty)
    field.release()
    #expect(field.texts == Self.texts && field.selection == .caret(1))
  }

  @Test func `have a preview with some tokens and the number of the others`() throws {
    var field = Field(tokens: Self.texts + ["eeee", "ffff"])
    #expect(field.control.dragPreview == nil && !field.control.isDragging)
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

  /// The end of the edit moves the tokens under the pointer.
  @Test(arguments: [DuplicatePolicy.allow, .refuse])
  func `are selected up to the pointer when it leaves the text of an edited one`(duplicates: DuplicatePolicy)
  {
    var heads: Set<Int> = []
    for x in stride(from: 150.0, to: 240, by: 3) {
      var field = Field(tokens: Self.texts)
      field.control.configuration.duplicates = duplicates
      field.press(at: Point(x: 102, y: 49))
      field.release()
      field.press(.function(2))
      field.type("aaaa")
      field.press(at: Point(x: 90, y: 49))
      field.move(to: Point(x: x, y: 49))
      let (selection, status) = (field.selection, field.control.status)
      #expect(status.contains("already exists") == (duplicates == .refuse), "\(x): \(status)")
      field.move(to: Point(x: x, y: 49))
      #expect(field.control.status == status)
      field.move(to: Point(x: x, y: 49.5))
      #expect(field.selection == selection, "\(x)")
      field.move(to: Point(x: x + 30, y: 49))
      #expect(field.control.status.contains("already exists") == (duplicates == .refuse))
      field.release()
      field.press(.left)
      #expect(!field.control.status.contains("already exists"))
      heads.insert(selection.head)
    }
    #expect(heads.count > 1)
  }

  @Test(arguments: [Point(x: .nan, y: 49), Point(x: 150, y: .infinity)])
  func `stay where they are if the pointer has no finite position`(point: Point) {
    var field = Field(tokens: Self.texts)
    field.press(at: Point(x: 102, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    let overlay = field.overlay.elements
    field.move(to: point)
    #expect(field.control.isDragging && field.overlay.elements == overlay)
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
      field.control.pointer.dropPosition = CaretPosition(insertionIndex: index)
      let bars = field.overlay.elements.compactMap { element -> Rect? in
        guard case .shape(.rect(let bar), .fill, _) = element else { return nil }
        return bar
      }
      counts.insert(bars.count)
      #expect(bars.allSatisfy { $0.intersection(field.control.viewport.frame) == $0 && !$0.isEmpty })
    }
    #expect(counts == [0, 2], "none if hidden, else the bar and its outline")
  }

  @Test func `have the size of the current font`() throws {
    var field = Field(tokens: Self.texts)
    field.press(at: Point(x: 92, y: 49))
    field.drag(to: Point(x: 150, y: 300), over: .milliseconds(50))
    field.environment.isWindowFocused = false
    let (old, frame) = (field.overlay.firstBody?.rect, Rect(x: 138, y: 289, width: 44, height: 22))
    #expect(old == frame, "not moved by another change")
    field.environment.theme.fonts.token.size = 28
    let size = try #require(field.control.frame(ofElement: 1, at: field.now)).size
    #expect(size.width > 44)
    #expect(field.overlay.firstBody?.rect == Rect(center: Point(x: 150, y: 300), size: size))
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
