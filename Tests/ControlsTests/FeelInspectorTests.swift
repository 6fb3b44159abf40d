import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `An inspector` {
  private typealias Harness = ControlHarness<FeelInspector>
  private typealias Settings = FeelInspector.Settings

  @Test func `shows the button's own feel at first, exactly`() {
    let inspector = Harness()
    #expect(inspector.control.settings == Settings())
    let texts = inspector.drawing().texts
    for words in ["0.25 s", "0.59", "1.40×", "20 %", "0.30 s", "Overshoot 10.1 %"] {
      #expect(texts.contains(words))
    }
  }

  @Test(arguments: 0..<100) func `shows any settings that its sliders can choose, exactly`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let settings = Settings.random(using: &generator)
    #expect(Harness(settings: settings).control.settings == settings)
    var inspector = Harness()
    inspector.control.set(settings, at: inspector.now)
    #expect(inspector.control.settings == settings && inspector.actions.isEmpty)
    // In slow motion the slowest spring takes long.
    inspector.stall(for: .seconds(600))
    #expect(inspector.drawing() == Harness(settings: settings).drawing())
  }

  @Test func `shows what its sliders cannot choose as the nearest that they can`() {
    let feel = FloatingButton.Feel(
      spring: Spring(response: 0, dampingFraction: 0), draggedScale: .nan, dimmedOpacity: -1,
      longPress: .seconds(60))
    let nearest = FloatingButton.Feel(
      spring: Spring(response: 0.05, dampingFraction: 0.05), draggedScale: 1, dimmedOpacity: 0,
      longPress: .seconds(1))
    #expect(Harness(settings: Settings(feel: feel)).control.settings.feel == nearest)
  }

  @Test func `changes by each slider its own number alone, and tells it at once`() {
    var expected = Settings()
    var inspector = Harness()
    func follow(
      _ quantity: FeelInspector.Quantity, _ words: String,
      _ change: (inout FloatingButton.Feel) -> Void
    ) {
      inspector.focus(.slider(quantity))
      inspector.press(.right)
      change(&expected.feel)
      #expect(inspector.told == expected && inspector.control.settings == expected)
      #expect(inspector.drawing().texts.contains(words))
    }
    follow(.response, "0.26 s") { $0.spring = Spring(response: 0.26, dampingFraction: 0.59) }
    follow(.dampingFraction, "0.60") { $0.spring = Spring(response: 0.26, dampingFraction: 0.6) }
    follow(.draggedScale, "1.41×") { $0.draggedScale = 1.41 }
    follow(.dimmedOpacity, "21 %") { $0.dimmedOpacity = 0.21 }
    follow(.longPress, "0.31 s") { $0.longPress = .milliseconds(310) }
    #expect(inspector.actions.count == 5)
  }

  @Test(arguments: FeelInspector.Quantity.allCases)
  func `keeps each slider in its range`(quantity: FeelInspector.Quantity) throws {
    var inspector = Harness()
    inspector.focus(.slider(quantity))
    let ends = [Key.home, .end].map { key -> Double in
      inspector.press(key)
      let feel = inspector.control.settings.feel
      return switch quantity {
      case .response: feel.spring.response
      case .dampingFraction: feel.spring.dampingFraction
      case .draggedScale: feel.draggedScale
      case .dimmedOpacity: feel.dimmedOpacity
      case .longPress: feel.longPress / .seconds(1)
      }
    }
    let expected: [Double] =
      switch quantity {
      case .response, .dampingFraction: [0.05, 2]
      case .draggedScale: [1, 2]
      case .dimmedOpacity: [0, 1]
      case .longPress: [0.1, 1]
      }
    #expect(abs(ends[0] - expected[0]) < 1e-12 && abs(ends[1] - expected[1]) < 1e-12)
  }

  @Test func `tells every change while a slider is still in the hand`() {
    var inspector = Harness()
    let frame = inspector.frame(of: .slider(.draggedScale))
    inspector.press(at: frame.center)
    inspector.drag(to: frame.center + Vector(dx: 60, dy: 40), over: .milliseconds(200))
    let count = inspector.actions.count
    #expect(count > 20)
    #expect(inspector.told == inspector.control.settings)
    inspector.release()
    inspector.settle()
    #expect(inspector.actions.count == count)
  }

  @Test func `keeps the pointer with the part that was pressed`() {
    var inspector = Harness()
    let frame = inspector.frame(of: .slider(.response))
    inspector.press(at: frame.center)
    inspector.move(to: inspector.frame(of: .copy).center)
    let hovered = Theme.light.colors.text.opacity(Theme.Inspector.buttonOpacity.hovered)
    #expect(!inspector.drawing().shapeColors.contains(hovered))
    inspector.release()
    #expect(inspector.copies.isEmpty)
    inspector.move(to: inspector.frame(of: .reset).center)
    #expect(inspector.control.settings != Settings())
    inspector.press(at: inspector.pointer)
    inspector.move(to: frame.center)
    inspector.release()
    #expect(inspector.control.settings != Settings(), "let go elsewhere, nothing is pressed")
  }

  @Test(arguments: SnapMode.allCases) func `selects a snap mode`(mode: SnapMode) throws {
    var inspector = Harness(settings: Settings(snap: mode == .edges ? .seed : .edges))
    let words = [
      SnapMode.edges: "Edges", .trailing: "Trailing", .corners: "Corners", .free: "None",
      .seed: "Seed",
    ]
    let label = inspector.drawing().elements.lazy.compactMap { element -> Rect? in
      guard case .text(let text) = element, text.string == words[mode] else { return nil }
      return text.ink
    }.first
    inspector.click(try #require(label).center)
    #expect(inspector.told?.snap == mode && inspector.control.settings.snap == mode)
  }

  @Test func `turns slow motion on and off, for its own dot too`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .slowMotion).center)
    #expect(inspector.told == Settings(isSlow: true))
    inspector.focus(.plot)
    inspector.press(.space)
    inspector.advance(by: .seconds(3))
    #expect(inspector.control.nextChange(after: inspector.now) == inspector.now)
    inspector.advance(by: .seconds(1))
    #expect(inspector.control.nextChange(after: inspector.now) == nil, "0.39 s are 3.9 s now")
    inspector.focus(.slowMotion)
    inspector.press(.enter)
    #expect(inspector.told == Settings())
  }

  @Test func `goes back to its defaults, and says so only if that changes anything`() {
    let defaults = Settings(feel: FloatingButton.Feel(draggedScale: 1.2), snap: .corners)
    var inspector = Harness(defaults: defaults)
    inspector.click(inspector.frame(of: .reset).center)
    #expect(inspector.told == defaults && inspector.actions.count == 1)
    inspector.click(inspector.frame(of: .reset).center)
    #expect(inspector.actions.count == 1)
  }

  @Test func `takes one number back to its default by a double click`() {
    var inspector = Harness()
    let place = inspector.frame(of: .slider(.longPress)).center
    inspector.click(place)
    #expect(inspector.told != Settings())
    inspector.click(place)
    #expect(inspector.told == Settings())
  }

  @Test func `asks to be put away by its cross`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .close).center)
    #expect(inspector.actions == [.closed])
    inspector.focus(.close)
    inspector.press(.space)
    #expect(inspector.actions == [.closed, .closed])
  }
}
