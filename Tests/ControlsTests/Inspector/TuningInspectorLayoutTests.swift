import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

@Suite struct `Tuning inspector layout and focus` {
  private typealias Harness = ControlHarness<TuningInspector>

  @Test func `has 11 focus stops, each with a focus ring`() throws {
    var inspector = Harness()
    #expect(inspector.control.focusStopCount == 11 && inspector.focusRings.isEmpty)
    var last = Rect.zero
    for index in 0..<11 {
      inspector.control.focus(index, at: inspector.now)
      let frame = inspector.control.frame(ofFocusStop: index, at: inspector.now)
      let rings = inspector.focusRings
      #expect(rings.count == 1)
      #expect(frame.maxY > last.minY && frame.maxX <= 320 && frame.minX >= 20)
      last = frame
    }
    inspector.control.focus(nil, at: inspector.now)
    #expect(inspector.focusRings.isEmpty)
    inspector.focus(.copy)
    inspector.send(.windowFocusChanged(isFocused: false))
    #expect(inspector.focusRings.isEmpty)
  }

  @Test func `focuses controls with a value when they are pressed, but not buttons`() {
    let inspector = Harness()
    for (index, stop) in TuningInspector.FocusStop.all.enumerated() {
      let hasValue = if case .slider = stop { true } else { stop == .snap }
      let point = inspector.frame(of: stop).center
      #expect(
        inspector.control.focusStop(under: point, at: .zero) == (hasValue ? index : nil))
      #expect(inspector.control.pointerShape(over: point, at: .zero) != nil)
    }
    #expect(inspector.control.pointerShape(over: .zero, at: .zero) == nil)
  }

  @Test func `ignores Tab, Escape and the wheel`() {
    var inspector = Harness()
    for stop in TuningInspector.FocusStop.all {
      inspector.focus(stop)
      inspector.move(to: inspector.frame(of: stop).center)
      let step = ScrollEvent(at: inspector.pointer, notches: Vector(dx: 0, dy: -1))
      let handled = [
        inspector.press(.tab), inspector.press(.tab, .shift), inspector.press(.escape),
        inspector.send(.scrolled(step)),
      ]
      #expect(handled == [false, false, false, false])
    }
    #expect(inspector.actions.isEmpty)
  }

  @Test func `keeps its parts within its width and height`() {
    var inspector = Harness()
    let height = inspector.control.frame.height
    #expect(height > 400 && height < 600)
    for width in [232.0, 300, 400] {
      inspector.control.layOut(at: Point(x: 5, y: 7), width: width, at: inspector.now)
      #expect(inspector.control.frame.height == height)
      let area = Rect(x: 5, y: 7, width: width, height: height)
      for stop in TuningInspector.FocusStop.all {
        let frame = inspector.frame(of: stop)
        #expect(frame.minX >= area.minX && frame.maxX <= area.maxX)
        #expect(frame.minY >= area.minY && frame.maxY <= area.maxY)
      }
      for case .text(let text) in inspector.drawing().elements where text.style.size > 11 {
        #expect(text.ink.minX >= area.minX - 1e-9 && text.ink.maxX <= area.maxX + 1e-9)
      }
    }
    #expect(inspector.frame(of: .reset).maxY == 7 + height)
  }

  @Test func `can be drawn before it is placed`() {
    let inspector = TuningInspector(in: Environment(text: FixedTextMetrics()))
    #expect(!ControlHarness(inspector).drawing().elements.isEmpty)
  }

  @Test(arguments: [Theme.light, .dark]) func `W3 has sufficient contrast`(theme: Theme) {
    let colors = theme.colors
    func tinted(_ opacity: Double) -> Color { colors.text.opacity(opacity).over(colors.card) }
    let plot = tinted(Theme.SpringPlot.backgroundOpacity)
    let settled = colors.blue.opacity(Theme.SpringPlot.settledOpacity).over(plot)
    let segments = tinted(Theme.light.segmentedControl.backgroundOpacity)
    for backdrop in [plot, segments] {
      #expect(colors.secondaryText.contrast(with: backdrop) >= 4.5)
    }
    let style = Theme.light.segmentedControl
    // A selected and pressed segment has both tints.
    let pressed = colors.blue.opacity(style.pressedOpacity).over(segments)
    let selected = colors.blue.opacity(style.selectedOpacity).over(pressed)
    let button = tinted(Theme.Inspector.buttonOpacity.pressed)
    for backdrop in [settled, pressed, selected, button] {
      #expect(colors.text.contrast(with: backdrop) >= 4.5)
    }
    for backdrop in [plot, settled, segments, colors.card] {
      #expect(colors.blue.contrast(with: backdrop) >= 3, "curve, markers and outlines")
    }
    #expect(colors.blue.contrast(with: .white) >= 3, "the thumb's outline on its inside")
    #expect(colors.secondaryText.contrast(with: colors.card) >= 3, "the switch when off")
  }
}
