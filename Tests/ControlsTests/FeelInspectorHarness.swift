import Controls
import Motion
import Scene
import TestSupport

/// An inspector at (20, 30), 300 wide, without the focus.
extension ControlHarness where Subject == FeelInspector {
  init(
    settings: FeelInspector.Settings = .init(), defaults: FeelInspector.Settings = .init(),
    reducesMotion: Bool = false
  ) {
    var inspector = FeelInspector(
      settings, defaults: defaults,
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    inspector.place(at: Point(x: 20, y: 30), width: 300)
    self.init(inspector)
  }

  /// Gives the focus to a stop, as Tab would.
  mutating func focus(_ stop: FeelInspector.Stop) {
    control.focus(FeelInspector.Stop.all.firstIndex(of: stop), at: now)
  }

  /// Where a stop is.
  func frame(of stop: FeelInspector.Stop) -> Rect {
    let index = FeelInspector.Stop.all.firstIndex(of: stop) ?? 0
    return control.frame(ofFocusStop: index, at: now)
  }

  /// What it last told its owner.
  var told: FeelInspector.Settings? {
    if case .changed(let settings)? = actions.last { settings } else { nil }
  }

  /// All that it asked to be copied.
  var copies: [String] {
    actions.compactMap { if case .copy(let code) = $0 { code } else { nil } }
  }

  /// The rings that show the focus.
  var focusRings: [RoundedRect] {
    drawing().elements.compactMap { element in
      guard case .shape(.roundedRect(let shape), .stroke(Theme.FocusRing.width), _) = element
      else { return nil }
      return shape
    }
  }
}

extension FeelInspector.Settings {
  /// Settings that the sliders can choose.
  static func random(using generator: inout SeededGenerator) -> Self {
    func hundredths(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &generator)) / 100
    }
    return Self(
      feel: FloatingButton.Feel(
        spring: Spring(response: hundredths(5...200), dampingFraction: hundredths(5...200)),
        draggedScale: hundredths(100...200), dimmedOpacity: hundredths(0...100),
        longPress: .milliseconds(10 * Int.random(in: 10...100, using: &generator))),
      snap: SnapMode.allCases.randomElement(using: &generator) ?? .edges,
      isSlow: .random(using: &generator))
  }
}
