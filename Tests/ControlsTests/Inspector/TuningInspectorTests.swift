import ControlTestSupport
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

  @Test func `requests closing with its close button`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .close).center)
    #expect(inspector.actions == [.close])
    inspector.focus(.close)
    inspector.press(.space)
    #expect(inspector.actions == [.close, .close])
  }
}
