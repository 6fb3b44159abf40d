import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

/// Lines that are sharp at scale 1 are sharp at every scale: no pixel row is partially covered.
@Suite struct `Control edges at rest` {
  static let scales = [1, 1.1, 1.25, 1.5, 1.75, 2, 2.25, 3]

  private func environment(_ scale: Double) -> Environment {
    Environment(text: FixedTextMetrics(), scale: scale)
  }

  private func expectSharp<Subject: Control>(
    _ harness: ControlHarness<Subject>, _ scale: Double
  ) {
    let soft = harness.drawing().softEdges(scale: scale)
    #expect(soft.isEmpty, "at \(scale): \(soft)")
  }

  @Test(arguments: scales) func `are sharp in a token field with any selection`(scale: Double) {
    let tokens = ["mail@objc.io", "x", "test@test.example"].enumerated()
      .map { TextToken(id: $0.offset, text: $0.element) }
    var harness = ControlHarness(
      TokenField(tokens, adapter: TextTokenAdapter(), in: environment(scale)))
    harness.control.layOut(at: Point(x: 40, y: 33), width: 217, at: harness.now)
    expectSharp(harness, scale)
    harness.control.focus(0, at: harness.now)
    expectSharp(harness, scale)
    harness.press(.right, .shift)
    expectSharp(harness, scale)
  }

  @Test(arguments: scales) func `are sharp in a capsule button`(scale: Double) {
    var harness = ControlHarness(CapsuleButton("Submit", in: environment(scale)))
    harness.control.layOut(at: Point(x: 40, y: 33), width: 217, at: harness.now)
    harness.control.focus(0, at: harness.now)
    expectSharp(harness, scale)
  }

  @Test(arguments: scales) func `are sharp at the top and bottom of a slider`(scale: Double) {
    var harness = ControlHarness(
      Slider(
        1, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: 0.2, in: environment(scale)))
    harness.control.layOut(at: Point(x: 20, y: 33), width: 200, at: harness.now)
    let rows = harness.drawing().softEdges(scale: scale).filter {
      $0.contains("top") || $0.contains("bottom")
    }
    #expect(rows.isEmpty, "at \(scale): \(rows)")
  }

  @Test(arguments: scales) func `are sharp in a segmented control`(scale: Double) {
    var harness = ControlHarness(
      SegmentedControl(["One", "Another", "Third"], selection: 1, in: environment(scale)))
    harness.control.layOut(at: Point(x: 40, y: 33), width: 217, at: harness.now)
    harness.control.focus(0, at: harness.now)
    expectSharp(harness, scale)
  }

  @Test(arguments: scales) func `are sharp in an inspector except in its sliders`(scale: Double) {
    var harness = ControlHarness(
      TuningInspector(.init(), defaults: .init(), in: environment(scale)))
    harness.control.layOut(at: Point(x: 40, y: 33), width: 271, at: harness.now)
    let soft = harness.drawing().softEdges(scale: scale)
      .filter { !$0.contains("left") && !$0.contains("right") }
    #expect(soft.isEmpty, "at \(scale): \(soft)")
  }

  @Test(arguments: scales, FloatingButton.TapMode.allCases)
  func `are sharp in a floating button, its menu and its panel`(
    scale: Double, tap: FloatingButton.TapMode
  ) {
    var harness = ControlHarness(
      FloatingButton(
        .init(tap: tap, actions: ActionItem.samples, menuItems: ActionItem.samples),
        in: environment(scale)))
    // The size of a window is a whole number of device pixels.
    let window = Rect(x: 0, y: 0, width: 1537 / scale, height: 1009 / scale)
    harness.control.place(in: window, at: .zero)
    harness.control.focus(0, at: harness.now)
    expectSharp(harness, scale)
    let center = harness.control.frame(at: harness.now).center
    harness.click(center, button: tap == .expand ? .primary : .secondary)
    harness.settle()
    expectSharp(harness, scale)
  }

  @Test func `are reported by softEdges if they are soft`() {
    var list = DisplayList()
    list.fill(.rect(Rect(x: 0, y: 0.5, width: 30, height: 1)), .black)
    list.stroke(
      .roundedRect(RoundedRect(Rect(x: 0.5, y: 1, width: 40, height: 40), cornerRadius: 4)),
      .black, width: 1)
    #expect(list.softEdges(scale: 1).count == 6)
    #expect(list.softEdges(scale: 2).isEmpty)
  }
}
