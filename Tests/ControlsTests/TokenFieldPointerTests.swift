import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The sample tokens are at x = 30…130, 136…250, 256…391, and y = 38…60.
@Suite struct `Token field pointer input` {
  @Test(arguments: [
    (22.0, 0), (31, 0), (32, 0), (128, 1), (129, 1), (133, 1), (138, 1), (248, 2), (252, 2),
    (258, 2), (389, 3), (400, 3), (438, 3),
  ]) func `T3, T7 moves the caret to the index nearest to a click`(x: Double, index: Int) {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.click(Point(x: x, y: 50))
    #expect(field.selection == .caret(index))
  }

  @Test(arguments: [(34.0, 0), (126, 0), (140, 1), (246, 1), (260, 2), (386, 2)])
  func `T8 selects the clicked token`(x: Double, index: Int) {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.click(Point(x: x, y: 50))
    #expect(field.selection == .range(index, index + 1))
  }

  @Test func `T7 is focused by a click anywhere inside and has one focus stop`() {
    let field = ControlHarness(tokens: ["a"], isFocused: false)
    #expect(field.control.focusStop(under: Point(x: 21, y: 31), at: .zero) == 0)
    #expect(field.control.focusStop(under: Point(x: 430, y: 60), at: .zero) == 0)
    #expect(field.control.focusStop(under: Point(x: 441, y: 50), at: .zero) == nil)
    #expect(field.control.focusStop(under: Point(x: 30, y: 80), at: .zero) == nil)
    #expect(field.control.focusStopCount == 1)
  }

  @Test func `T7 shows a text pointer only over the field`() {
    let field = ControlHarness(tokens: ["a"])
    #expect(field.control.pointerShape(over: Point(x: 100, y: 50), at: .zero) == .text)
    #expect(field.control.pointerShape(over: Point(x: 100, y: 80), at: .zero) == nil)
  }

  @Test func `T8 continues a drag selection when text is typed during the drag`() {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.press(at: Point(x: 22, y: 50))
    field.type("x")
    field.drag(to: Point(x: 435, y: 50), over: .milliseconds(50))
    field.release()
    #expect(field.selection == .range(1, 4))
  }

  @Test func `T8 selects with a drag, also backward and beyond its edges`() {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.move(to: Point(x: 134, y: 50))
    field.press(at: Point(x: 134, y: 50))
    field.drag(to: Point(x: 254, y: 50), over: .milliseconds(100))
    #expect(field.selection == .range(1, 2))
    field.drag(to: Point(x: 900, y: 500), over: .milliseconds(100))
    #expect(field.selection == .range(1, 3))
    field.drag(to: Point(x: -50, y: -50), over: .milliseconds(100))
    #expect(field.selection == .range(1, 0))
    field.release()
    field.move(to: Point(x: 300, y: 50))
    #expect(field.selection == .range(1, 0), "it ignores movements after the release")
  }

  @Test(arguments: [InputEvent.pointerGrabLost, .windowHidden])
  func `T8 ends a drag selection when the pointer grab is lost`(event: InputEvent) {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.press(at: Point(x: 31, y: 50))
    field.send(event)
    field.move(to: Point(x: 300, y: 50))
    #expect(field.selection == .caret(0))
  }

  @Test func `T8 extends the selection from its anchor with a Shift-click`() {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.click(Point(x: 134, y: 50))
    field.holding(.shift) { $0.click(Point(x: 400, y: 50)) }
    #expect(field.selection == .range(1, 3))
    field.holding(.shift) { $0.click(Point(x: 25, y: 50)) }
    #expect(field.selection == .range(1, 0))
    field.click(Point(x: 254, y: 50))
    #expect(field.selection == .caret(2))
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `T8 ignores other pointer buttons`(other: PointerButton) {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.press(at: Point(x: 31, y: 50), button: other)
    field.move(to: Point(x: 300, y: 50))
    field.release(button: other)
    #expect(field.selection == .caret(0))
  }

  @Test func `T3 ignores clicks outside the field`() {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.click(Point(x: 300, y: 80))
    #expect(field.selection == .caret(0))
  }

  /// With a width of 150 px there is one token per line, at y = 38, 66 and 94.
  @Test(arguments: [
    (Point(x: 31, y: 45), 0), (Point(x: 139, y: 45), 1), (Point(x: 31, y: 75), 1),
    (Point(x: 160, y: 75), 2), (Point(x: 31, y: 100), 2), (Point(x: 160, y: 110), 3),
    (Point(x: 31, y: 62.9), 0), (Point(x: 31, y: 63.1), 1),
    (Point(x: 31, y: 90.9), 1), (Point(x: 31, y: 91.1), 2),
  ]) func `T3 selects the nearest line first if the tokens wrap`(point: Point, index: Int) {
    var field = ControlHarness(tokens: ControlHarness.samples, width: 150)
    field.click(point)
    #expect(field.selection == .caret(index))
  }
}
