import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The sample tokens are at x = 30…130, 136…250, 256…391, and y = 38…60.
@Suite struct `Token field pointer input` {
  private static let clicks: [(Double, TextSelection)] = [
    (22, .caret(0)), (32, .caret(0)), (34, .range(0, 1)), (126, .range(0, 1)), (128, .caret(1)),
    (133, .caret(1)), (138, .caret(1)), (140, .range(1, 2)), (246, .range(1, 2)), (248, .caret(2)),
    (252, .caret(2)), (258, .caret(2)), (260, .range(2, 3)), (386, .range(2, 3)), (389, .caret(3)),
    (400, .caret(3)), (438, .caret(3)),
  ]

  @Test(arguments: clicks) func `T3, T7, T8 moves the caret to the nearest index or selects a token`(
    x: Double, selection: TextSelection
  ) {
    var field = ControlHarness(tokens: ControlHarness.samples)
    field.click(Point(x: x, y: 50))
    #expect(field.selection == selection)
  }

  @Test func `T7 has one focus stop and a text pointer inside`() {
    let field = ControlHarness(tokens: ["a"], isFocused: false)
    #expect(field.control.focusStop(under: Point(x: 21, y: 31), at: .zero) == 0)
    #expect(field.control.focusStop(under: Point(x: 430, y: 60), at: .zero) == 0)
    #expect(field.control.focusStop(under: Point(x: 441, y: 50), at: .zero) == nil)
    #expect(field.control.focusStop(under: Point(x: 30, y: 80), at: .zero) == nil)
    #expect(field.control.focusStopCount == 1)
    #expect(field.control.pointerShape(over: Point(x: 100, y: 50), at: .zero) == .text)
    #expect(field.control.pointerShape(over: Point(x: 100, y: 80), at: .zero) == nil)
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
