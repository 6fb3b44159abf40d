import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A slider at (100, 50) for 0, 0.01 … 1. The thumb travels 200 px from x = 108: 2 px per step.
extension ControlHarness where Subject == Slider {
  init(
    slider value: Double, defaultValue: Double = 0.2, isFocused: Bool = true,
    reducesMotion: Bool = false
  ) {
    var slider = Slider(
      value, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: defaultValue,
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    slider.layOut(at: Point(x: 100, y: 49), width: 216, at: .zero)
    if isFocused { slider.focus(0, at: .zero) }
    self.init(slider)
  }

  static func point(of value: Double) -> Point { Point(x: 108 + 200 * value, y: 64) }

  /// The drawn center of the thumb.
  var thumb: Point? {
    drawing().elements.compactMap { element -> Point? in
      guard case .group(let group, _) = element else { return nil }
      return .zero + group.transform.translation
    }.last
  }

  /// The values of all `changed` actions.
  var changes: [Double] {
    actions.map { action in
      switch action {
      case .changed(let value): value
      }
    }
  }
}

@Suite struct `Slider control` {
  private typealias Harness = ControlHarness<Slider>

  @Test func `ignores other keys, and all keys without focus`() {
    var slider = Harness(slider: 0.5)
    for key in [Key.tab, .enter, .space, .escape, .character("a")] {
      let isHandled = slider.press(key)
      #expect(!isHandled)
    }
    var other = Harness(slider: 0.5, isFocused: false)
    let handled = [
      slider.press(.right, .control), slider.press(.left, .alt), other.press(.right),
    ]
    #expect(handled == [false, false, false])
    #expect(slider.actions.isEmpty && other.actions.isEmpty)
  }

  @Test(arguments: seeds(30)) func `never jumps by more than half a pixel`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var slider = Harness(slider: 0.5)
    for _ in 0..<40 {
      let before = try #require(slider.thumb)
      let keys: [Key] = [.left, .right, .home, .end, .pageUp, .pageDown]
      slider.press(keys.randomElement(using: &generator) ?? .home)
      let after = try #require(slider.thumb)
      #expect(abs(before.x - after.x) <= 0.5)
      slider.advance(by: .milliseconds(Int.random(in: 0...150, using: &generator)))
    }
  }

  @Test func `shows focused, hovered and pressed states`() {
    let plain = Harness(slider: 0.5, isFocused: false)
    var hovered = plain
    hovered.move(to: Harness.point(of: 0.5))
    var pressed = hovered
    pressed.press(at: Harness.point(of: 0.5))
    var focused = plain
    focused.control.focus(0, at: .zero)
    var elsewhere = focused
    elsewhere.send(.windowFocusChanged(isFocused: false))
    let drawings = [plain, hovered, pressed, focused].map { $0.drawing() }
    for index in 1..<4 { #expect(!drawings[..<index].contains(drawings[index])) }
    #expect(elsewhere.drawing() == plain.drawing())
  }

  @Test func `W2 moves immediately with reduced motion`() {
    var slider = Harness(slider: 0.1, reducesMotion: true)
    slider.press(.end)
    #expect(slider.thumb == Harness.point(of: 1))
    #expect(slider.control.nextChange(after: slider.now) == nil)
  }

  @Test func `changes without an action when set and ends a drag`() {
    var slider = Harness(slider: 0.5)
    slider.press(at: Harness.point(of: 0.5))
    slider.control.set(0.873, at: slider.now)
    #expect(slider.control.value == 0.87 && !slider.control.isDragging)
    #expect(slider.thumb == Harness.point(of: 0.5), "it moves there with its spring")
    slider.settle()
    #expect(slider.thumb == Harness.point(of: 0.87) && slider.actions.isEmpty)
  }

  @Test(arguments: [Double.nan, -.infinity, -5, 5, .infinity])
  func `limits its value to its range`(value: Double) {
    var slider = Harness(slider: value, defaultValue: value)
    let expected = value > 1 ? 1.0 : 0
    #expect(slider.control.value == expected && slider.control.defaultValue == expected)
    slider.control.set(0.5, at: .zero)
    slider.control.set(value, at: .zero)
    #expect(slider.control.value == expected)
  }
}

@Suite struct `Stepped range` {
  @Test func `rounds its bounds and all numbers to the nearest step`() {
    let range = SteppedRange(0.05...2, stepsPerUnit: 100)
    #expect(range.lowerBound == 0.05 && range.upperBound == 2)
    #expect(range.nearest(to: 0.2549) == 0.25 && range.nearest(to: 0.2551) == 0.26)
    #expect(range.nearest(to: 0) == 0.05 && range.nearest(to: 9) == 2)
  }

  @Test func `can be a single number`() {
    var slider = Slider(
      7, of: SteppedRange(3...3, stepsPerUnit: 10), defaultValue: 0,
      in: Environment(text: FixedTextMetrics()))
    slider.layOut(at: Point(x: 0, y: -1), width: 100, at: .zero)
    var harness = ControlHarness(slider)
    harness.control.focus(0, at: .zero)
    harness.press(.end)
    harness.click(Point(x: 80, y: 14))
    #expect(harness.control.value == 3 && harness.actions.isEmpty)
  }
}
