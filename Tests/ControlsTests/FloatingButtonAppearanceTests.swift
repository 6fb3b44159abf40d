import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button appearance` {
  @Test(arguments: [Theme.light, .dark])
  func `B7 is red initially, green after a tap and red after the next tap`(theme: Theme) {
    var button = ControlHarness(button: .init())
    button.environment.theme = theme
    let colors = theme.colors
    #expect(!button.control.isOn)
    #expect(button.drawing().shapeColors.first == colors.red)
    button.click(button.center)
    #expect(button.control.isOn)
    #expect(button.drawing().shapeColors.first == colors.green)
    button.click(button.center)
    #expect(button.drawing().shapeColors.first == colors.red)
    #expect(button.actions == [.toggled(true), .toggled(false)])
  }

  @Test func `B7 has the label Drag me! in 28 px, 30 px of padding and a radius of 12 px`() throws {
    let button = ControlHarness(button: .init())
    let text = try #require(button.drawing().firstText)
    #expect(text.string == "Drag me!")
    #expect(text.style.size == 28)
    let body = try #require(button.drawing().firstBody)
    #expect(body.cornerRadius == 12)
    // Eight characters, each 14 × 28.
    #expect(body.rect == Rect(center: .zero, size: Size(width: 8 * 14 + 60, height: 28 + 60)))
    #expect(button.control.size == body.rect.size)
    #expect(text.ink == Rect(center: .zero, size: Size(width: 8 * 14, height: 28)))
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `B7 distinguishes its states by a symbol, not only by color`(shape: FloatingButton.Shape) {
    var button = ControlHarness(button: .init(shape: shape))
    let off = button.drawing().outlines
    button.click(button.center)
    let on = button.drawing().outlines
    #expect(off != on)
    #expect(off.count == on.count)
  }

  @Test(arguments: [Key.space, .enter]) func `B7 is tapped by a key while focused`(
    key: Key
  ) {
    var button = ControlHarness(button: .init())
    var isHandled = button.press(key)
    #expect(!isHandled)
    button.control.focus(0, at: button.now)
    isHandled = button.press(key)
    #expect(isHandled)
    #expect(button.actions == [.toggled(true)])
  }

  @Test(arguments: [Key.space, .enter]) func `B7 ignores key repeats`(key: Key) {
    var button = ControlHarness(button: .init())
    button.control.focus(0, at: button.now)
    button.press(key)
    for _ in 0..<20 {
      let isHandled = button.press(key, isRepeat: true)
      #expect(isHandled)
    }
    #expect(button.actions == [.toggled(true)])
  }

  @Test func `B7 ignores all other keys`() {
    var button = ControlHarness(button: .init())
    button.control.focus(0, at: button.now)
    for key in [Key.tab, .escape, .left, .up, .character("q")] {
      let isHandled = button.press(key)
      #expect(!isHandled)
    }
    let isHandled = button.press(.enter, .alt)
    #expect(!isHandled)
    #expect(button.actions.isEmpty)
  }

  @Test func `shows a focus ring only while focused`() {
    var button = ControlHarness(button: .init())
    let plain = button.drawing()
    button.control.focus(0, at: button.now)
    #expect(button.drawing().outlines.count == plain.outlines.count + 1)
    button.control.focus(nil, at: button.now)
    #expect(button.drawing() == plain)
  }

  @Test func `indicates the effect of a press by the pointer shape`() {
    var button = ControlHarness(button: .init())
    let outside = Point(x: 100, y: 100)
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .hand)
    #expect(button.control.pointerShape(over: outside, at: button.now) == nil)
    button.beginDrag()
    #expect(button.control.pointerShape(over: outside, at: button.now) == .grabbing)
    button.dragCenter(to: Point(x: 500, y: 300))
    button.release()
    button.advance(by: .milliseconds(50))
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .grab, "animating")
    button.settle()
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .hand)
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `shows an open hand if a drag begins immediately`(shape: FloatingButton.Shape) {
    var button = ControlHarness(button: .init(shape: shape, drag: .immediate))
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .grab)
    button.control.focus(0, at: button.now)
    button.press(.menu)
    #expect(button.control.pointerShape(over: button.center, at: button.now) == .arrow)
  }
}

extension DisplayList {
  var firstText: Text? {
    elements.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first
  }

  /// The first filled rounded rectangle.
  var firstBody: RoundedRect? { bodies.first }

  /// All filled rounded rectangles.
  var bodies: [RoundedRect] {
    elements.compactMap {
      if case .shape(.roundedRect(let body), .fill, _) = $0 { body } else { nil }
    }
  }

  /// All stroked shapes.
  var outlines: [Shape] {
    elements.compactMap { if case .shape(let shape, .stroke, _) = $0 { shape } else { nil } }
  }
}
