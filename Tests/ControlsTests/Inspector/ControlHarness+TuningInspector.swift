import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport

@testable import Inspector

/// An inspector at (20, 30), 300 wide, without focus.
extension ControlHarness where Subject == TuningInspector {
  init(
    settings: TuningInspector.Settings = .init(), defaults: TuningInspector.Settings = .init(),
    reducesMotion: Bool = false
  ) {
    var inspector = TuningInspector(
      settings, defaults: defaults,
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    inspector.layOut(at: Point(x: 20, y: 30), width: 300, at: .zero)
    self.init(inspector)
  }

  /// Focuses a stop, like the Tab key.
  mutating func focus(_ stop: TuningInspector.FocusStop) {
    control.focus(TuningInspector.FocusStop.all.firstIndex(of: stop), at: now)
  }

  /// Returns the frame of a stop.
  func frame(of stop: TuningInspector.FocusStop) -> Rect {
    let index = TuningInspector.FocusStop.all.firstIndex(of: stop) ?? 0
    return control.frame(ofFocusStop: index, at: now)
  }

  /// The settings in the last action, or `nil` if it is not `changed`.
  var lastSettings: TuningInspector.Settings? {
    if case .changed(let settings)? = actions.last { settings } else { nil }
  }

  /// The drawn focus rings.
  var focusRings: [RoundedRect] {
    drawing().elements.compactMap { element in
      guard case .shape(.roundedRect(let shape), .stroke(Theme.light.focusRing.width), _) = element
      else { return nil }
      return shape
    }
  }
}

extension TuningInspector.Settings {
  /// Returns random settings that the sliders can represent.
  static func random(using generator: inout SeededGenerator) -> Self {
    func hundredths(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &generator)) / 100
    }
    return Self(
      tuning: FloatingButton.Tuning(
        spring: Spring(response: hundredths(5...200), dampingFraction: hundredths(5...200)),
        draggedScale: hundredths(100...200), dimmedOpacity: hundredths(0...100),
        longPress: .milliseconds(10 * Int.random(in: 10...100, using: &generator))),
      snap: SnapMode.allCases.randomElement(using: &generator) ?? .edges,
      isSlow: .random(using: &generator))
  }
}
