import CairoRendering
import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

/// Three images of the inspector, from top to bottom, and images of its parts at scale 2.
@Suite struct `Golden tuning inspector` {

  @Test(arguments: [Theme.light, .dark])
  func `draws a plot during playback`(theme: Theme) throws {
    try expect("inspector-plot", from: 0, height: 234, theme) { inspector in
      inspector.focus(.slider(.dampingFraction))
      for _ in 0..<3 { inspector.press(.pageDown) }
      inspector.advance(by: .seconds(1))
      inspector.move(to: inspector.frame(of: .plot).center)
      inspector.focus(.plot)
      inspector.press(.space)
      inspector.stall(for: .milliseconds(110))
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func `draws sliders with other than default values, one focused, one dragged`(
    theme: Theme
  ) throws {
    try expect("inspector-sliders", from: 232, height: 164, theme) { inspector in
      inspector.focus(.slider(.dampingFraction))
      inspector.press(.end)
      inspector.press(at: inspector.frame(of: .slider(.dimmedOpacity)).center)
      inspector.stall(for: .seconds(5))
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func `draws the snap mode in transition, the switch on, and the copy confirmation`(
    theme: Theme
  ) throws {
    try expect("inspector-choices", from: 390, height: 158, theme) { inspector in
      inspector.focus(.slowMotion)
      inspector.press(.space)
      inspector.stall(for: .seconds(1))
      inspector.focus(.copy)
      inspector.press(.enter)
      inspector.focus(.snap)
      inspector.press(.right)
      inspector.press(.right)
      inspector.stall(for: .milliseconds(70))
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func `draws a plot at scale 2`(theme: Theme) throws {
    try expect(
      "spring-plot", size: Size(width: 166, height: 170), theme, scale: 2
    ) { environment, list in
      var plot = SpringPlot(Spring(response: 0.4, dampingFraction: 0.35), in: environment)
      plot.layOut(at: Point(x: 5, y: 5), width: 156, at: .zero)
      plot.draw(into: &list, at: .zero)
    }
  }

  @Test(arguments: [Theme.light, .dark])
  func `draws a slider at rest, hovered, pressed and focused at scale 2`(
    theme: Theme
  ) throws {
    try expect(
      "slider", size: Size(width: 120, height: 132), theme, scale: 2
    ) { environment, list in
      for state in 0..<4 {
        var slider = Slider(
          0.25 + 0.15 * Double(state), of: SteppedRange(0...1, stepsPerUnit: 100),
          defaultValue: 0.5, in: environment)
        let frame = Rect(x: 8, y: 5 + 30 * Double(state), width: 104, height: Theme.light.slider.height)
        slider.layOut(at: frame.origin, width: frame.width, at: .zero)
        var harness = ControlHarness(slider)
        let thumb = Point(x: frame.minX + 8 + 88 * harness.control.value, y: frame.midY)
        if state == 1 { harness.move(to: thumb) }
        if state == 2 { harness.press(at: thumb) }
        if state == 3 { harness.control.focus(0, at: .zero) }
        harness.control.draw(into: &list, at: harness.now)
      }
    }
  }

  /// Compares a part of the inspector, 300 pixels wide, with its golden image.
  private func expect(
    _ name: String, from top: Double, height: Double, _ theme: Theme,
    _ use: (inout ControlHarness<TuningInspector>) -> Void
  ) throws {
    try expect(name, size: Size(width: 300, height: height), theme) { environment, list in
      var inspector = TuningInspector(in: environment)
      inspector.layOut(at: Point(x: 10, y: 10 - top), width: 280, at: .zero)
      var harness = ControlHarness(inspector)
      use(&harness)
      harness.control.draw(into: &list, at: harness.now)
    }
  }

  /// Compares a drawing on a card with its golden image.
  private func expect(
    _ name: String, size: Size, _ theme: Theme, scale: Double = 1,
    _ draw: (Environment, inout DisplayList) -> Void
  ) throws {
    let name = theme == .dark ? "\(name)-dark" : name
    try expectGolden(name, size: size, scale: scale) { list, text in
      list.fill(.rect(Rect(origin: .zero, size: size)), theme.colors.card)
      draw(Environment(theme: theme, text: text, scale: scale), &list)
    }
  }
}

extension ControlHarness where Subject == TuningInspector {
  fileprivate mutating func focus(_ stop: TuningInspector.FocusStop) {
    control.focus(TuningInspector.FocusStop.all.firstIndex(of: stop), at: now)
  }

  fileprivate func frame(of stop: TuningInspector.FocusStop) -> Rect {
    control.frame(ofFocusStop: TuningInspector.FocusStop.all.firstIndex(of: stop) ?? 0, at: now)
  }
}
