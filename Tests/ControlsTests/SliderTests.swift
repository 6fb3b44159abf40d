import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A slider at (100, 50) whose thumb has a way of 200 from x = 108, for 0, 0.01 … 1: 2 px a step.
extension ControlHarness where Subject == Slider {
  init(
    slider value: Double, defaultValue: Double = 0.2, isFocused: Bool = true,
    reducesMotion: Bool = false
  ) {
    var slider = Slider(
      value, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: defaultValue,
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    slider.place(in: Rect(x: 100, y: 50, width: 216, height: 28))
    if isFocused { slider.focus(0, at: .zero) }
    self.init(slider)
  }

  static func place(of value: Double) -> Point { Point(x: 108 + 200 * value, y: 64) }

  /// Where the thumb's centre is drawn.
  var thumb: Point? {
    drawing().elements.compactMap { element -> Point? in
      guard case .group(let group, _) = element else { return nil }
      return .zero + group.transform.translation
    }.last
  }

  /// All values it told its owner.
  var changes: [Double] {
    actions.map { action in
      switch action {
      case .changed(let value): value
      }
    }
  }
}

@Suite struct `A slider` {
  private typealias Harness = ControlHarness<Slider>

  @Test func `moves by a step, by ten and to its ends by key, and tells each change`() {
    var slider = Harness(slider: 0.5)
    let keys: [(Key, Modifiers, Double)] = [
      (.right, [], 0.51), (.up, [], 0.52), (.left, [], 0.51), (.down, [], 0.5),
      (.right, .shift, 0.6), (.up, .shift, 0.7), (.left, .shift, 0.6), (.down, .shift, 0.5),
      (.pageUp, [], 0.6), (.pageDown, [], 0.5), (.home, [], 0), (.end, [], 1),
    ]
    for (key, modifiers, value) in keys {
      let isHandled = slider.press(key, modifiers)
      #expect(isHandled && slider.control.value == value)
    }
    #expect(slider.changes == keys.map(\.2))
  }

  @Test func `takes its keys at its ends too, without telling anything`() {
    var slider = Harness(slider: 1)
    for key in [Key.right, .up, .pageUp, .end] {
      let isHandled = slider.press(key)
      #expect(isHandled)
    }
    #expect(slider.control.value == 1 && slider.actions.isEmpty)
  }

  @Test func `leaves keys alone that are not its own, and all of them without the focus`() {
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

  @Test func `keeps its values short decimals however they are reached`() {
    var slider = Harness(slider: 0)
    for step in 1...100 {
      slider.press(.right)
      #expect(slider.control.value == Double(step) / 100)
      #expect("\(slider.control.value)".count <= 4)
    }
  }

  @Test(arguments: 0..<30) func `never jumps further than can be seen`(seed: Int) throws {
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

  @Test func `shows focus, hovering and pressing`() {
    let plain = Harness(slider: 0.5, isFocused: false)
    var hovered = plain
    hovered.move(to: Harness.place(of: 0.5))
    var pressed = hovered
    pressed.press(at: Harness.place(of: 0.5))
    var focused = plain
    focused.control.focus(0, at: .zero)
    var elsewhere = focused
    elsewhere.send(.windowFocusChanged(isFocused: false))
    let drawings = [plain, hovered, pressed, focused].map { $0.drawing() }
    for index in 1..<4 { #expect(!drawings[..<index].contains(drawings[index])) }
    #expect(elsewhere.drawing() == plain.drawing())
  }

  @Test func `W2 moves at once where the person wants less motion`() {
    var slider = Harness(slider: 0.1, reducesMotion: true)
    slider.press(.end)
    #expect(slider.thumb == Harness.place(of: 1))
    #expect(slider.control.nextChange(after: slider.now) == nil)
  }

  @Test func `is set from outside without a word, and lets go of the hand then`() {
    var slider = Harness(slider: 0.5)
    slider.press(at: Harness.place(of: 0.5))
    slider.control.set(0.873, at: slider.now)
    #expect(slider.control.value == 0.87 && !slider.control.isGripped)
    #expect(slider.thumb == Harness.place(of: 0.5), "it goes there by its spring")
    slider.settle()
    #expect(slider.thumb == Harness.place(of: 0.87) && slider.actions.isEmpty)
  }

  @Test(arguments: [Double.nan, -.infinity, -5, 5, .infinity])
  func `has a value of its range whatever it is given`(value: Double) {
    var slider = Harness(slider: value, defaultValue: value)
    let expected = value > 1 ? 1.0 : 0
    #expect(slider.control.value == expected && slider.control.defaultValue == expected)
    slider.control.set(0.5, at: .zero)
    slider.control.set(value, at: .zero)
    #expect(slider.control.value == expected)
  }
}

@Suite struct `A range of steps` {
  @Test func `has its ends on steps, and each number at the nearest one`() {
    let range = SteppedRange(0.05...2, stepsPerUnit: 100)
    #expect(range.lowerBound == 0.05 && range.upperBound == 2)
    #expect(range.nearest(to: 0.2549) == 0.25 && range.nearest(to: 0.2551) == 0.26)
    #expect(range.nearest(to: 0) == 0.05 && range.nearest(to: 9) == 2)
  }

  @Test func `may be a single number`() {
    var slider = Slider(
      7, of: SteppedRange(3...3, stepsPerUnit: 10), defaultValue: 0,
      in: Environment(text: FixedTextMetrics()))
    slider.place(in: Rect(x: 0, y: 0, width: 100, height: 28))
    var harness = ControlHarness(slider)
    harness.control.focus(0, at: .zero)
    harness.press(.end)
    harness.click(Point(x: 80, y: 14))
    #expect(harness.control.value == 3 && harness.actions.isEmpty)
  }
}
