import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

@Suite struct `Tuning inspector` {
  private typealias Harness = ControlHarness<TuningInspector>
  private typealias Settings = TuningInspector.Settings

  @Test func `initially shows the default tuning of the button`() {
    let inspector = Harness()
    #expect(inspector.control.settings == Settings())
    let texts = inspector.drawing().texts
    for text in ["0.25 s", "0.59", "1.40×", "20 %", "0.30 s", "Overshoot 10.1 %"] {
      #expect(texts.contains(text))
    }
  }

  @Test(arguments: seeds(100)) func `shows all settings that its sliders can represent exactly`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let settings = Settings.random(using: &generator)
    #expect(Harness(settings: settings).control.settings == settings)
    var inspector = Harness()
    inspector.control.set(settings, at: inspector.now)
    #expect(inspector.control.settings == settings && inspector.actions.isEmpty)
    // In slow motion the slowest spring takes a long time.
    inspector.stall(for: .seconds(600))
    #expect(inspector.drawing() == Harness(settings: settings).drawing())
  }

  @Test func `rounds settings outside the slider ranges to the nearest values`() {
    let tuning = FloatingButton.Tuning(
      spring: Spring(response: 0, dampingFraction: 0), draggedScale: .nan, dimmedOpacity: -1,
      longPress: .seconds(60))
    let nearest = FloatingButton.Tuning(
      spring: Spring(response: 0.05, dampingFraction: 0.05), draggedScale: 1, dimmedOpacity: 0,
      longPress: .seconds(1))
    #expect(Harness(settings: Settings(tuning: tuning)).control.settings.tuning == nearest)
  }

  @Test func `changes one parameter with each slider and reports it immediately`() {
    var expected = Settings()
    var inspector = Harness()
    func check(
      _ parameter: TuningInspector.Parameter, _ text: String,
      _ change: (inout FloatingButton.Tuning) -> Void
    ) {
      inspector.focus(.slider(parameter))
      inspector.press(.right)
      change(&expected.tuning)
      #expect(inspector.lastSettings == expected && inspector.control.settings == expected)
      #expect(inspector.drawing().texts.contains(text))
    }
    check(.response, "0.26 s") { $0.spring = Spring(response: 0.26, dampingFraction: 0.59) }
    check(.dampingFraction, "0.60") { $0.spring = Spring(response: 0.26, dampingFraction: 0.6) }
    check(.draggedScale, "1.41×") { $0.draggedScale = 1.41 }
    check(.dimmedOpacity, "21 %") { $0.dimmedOpacity = 0.21 }
    check(.longPress, "0.31 s") { $0.longPress = .milliseconds(310) }
    #expect(inspector.actions.count == 5)
  }

  @Test(arguments: TuningInspector.Parameter.allCases)
  func `limits each slider to its range`(parameter: TuningInspector.Parameter) throws {
    var inspector = Harness()
    inspector.focus(.slider(parameter))
    let ends = [Key.home, .end].map { key -> Double in
      inspector.press(key)
      let tuning = inspector.control.settings.tuning
      return switch parameter {
      case .response: tuning.spring.response
      case .dampingFraction: tuning.spring.dampingFraction
      case .draggedScale: tuning.draggedScale
      case .dimmedOpacity: tuning.dimmedOpacity
      case .longPress: tuning.longPress / .seconds(1)
      }
    }
    let expected: [Double] =
      switch parameter {
      case .response, .dampingFraction: [0.05, 2]
      case .draggedScale: [1, 2]
      case .dimmedOpacity: [0, 1]
      case .longPress: [0.1, 1]
      }
    #expect(abs(ends[0] - expected[0]) < 1e-12 && abs(ends[1] - expected[1]) < 1e-12)
  }

  @Test func `reports every change during a slider drag`() {
    var inspector = Harness()
    let frame = inspector.frame(of: .slider(.draggedScale))
    inspector.press(at: frame.center)
    inspector.drag(to: frame.center + Vector(dx: 60, dy: 40), over: .milliseconds(200))
    let count = inspector.actions.count
    #expect(count > 20)
    #expect(inspector.lastSettings == inspector.control.settings)
    inspector.release()
    inspector.settle()
    #expect(inspector.actions.count == count)
  }

  @Test func `captures the pointer for the pressed part`() {
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
    #expect(inspector.control.settings != Settings(), "a release elsewhere presses nothing")
  }

  @Test(arguments: SnapMode.allCases) func `selects a snap mode`(mode: SnapMode) throws {
    var inspector = Harness(settings: Settings(snap: mode == .edges ? .original : .edges))
    let labels = [
      SnapMode.edges: "Edges", .trailing: "Trailing", .corners: "Corners", .free: "None",
      .original: "Original",
    ]
    let label = inspector.drawing().elements.lazy.compactMap { element -> Rect? in
      guard case .text(let text) = element, text.string == labels[mode] else { return nil }
      return text.ink
    }.first
    inspector.click(try #require(label).center)
    #expect(inspector.lastSettings?.snap == mode && inspector.control.settings.snap == mode)
  }

  @Test func `turns slow motion on and off, also for the dot of its plot`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .slowMotion).center)
    #expect(inspector.lastSettings == Settings(isSlow: true))
    inspector.focus(.plot)
    inspector.press(.space)
    inspector.advance(by: .seconds(3))
    #expect(inspector.control.nextChange(after: inspector.now) == inspector.now)
    inspector.advance(by: .seconds(1))
    #expect(inspector.control.nextChange(after: inspector.now) == nil, "0.39 s are 3.9 s now")
    inspector.focus(.slowMotion)
    inspector.press(.enter)
    #expect(inspector.lastSettings == Settings())
  }

  @Test func `resets to its defaults and reports only actual changes`() {
    let defaults = Settings(tuning: FloatingButton.Tuning(draggedScale: 1.2), snap: .corners)
    var inspector = Harness(defaults: defaults)
    inspector.click(inspector.frame(of: .reset).center)
    #expect(inspector.lastSettings == defaults && inspector.actions.count == 1)
    inspector.click(inspector.frame(of: .reset).center)
    #expect(inspector.actions.count == 1)
  }

  @Test func `resets one parameter with a double click`() {
    var inspector = Harness()
    let point = inspector.frame(of: .slider(.longPress)).center
    inspector.click(point)
    #expect(inspector.lastSettings != Settings())
    inspector.click(point)
    #expect(inspector.lastSettings == Settings())
  }

  @Test func `requests closing with its close button`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .close).center)
    #expect(inspector.actions == [.close])
    inspector.focus(.close)
    inspector.press(.space)
    #expect(inspector.actions == [.close, .close])
  }
}
