import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

/// An animation ends within half a device pixel at the current scale.
@Suite struct `Control after a scale change` {
  /// Returns when a control comes to rest after user input, or `nil` if it does not move.
  ///
  /// - Parameter moves: Whether the control is created at scale 1 instead of 8.
  private func end<Subject: Control & ~Copyable>(
    moves: Bool, _ make: (Environment) -> Subject,
    doing action: (inout ControlHarness<Subject>) -> Void
  ) -> Instant? {
    var environment = Environment(text: FixedTextMetrics(), scale: moves ? 1 : 8)
    var harness = ControlHarness(make(environment))
    environment.scale = 8
    harness.environment = environment
    action(&harness)
    return end(of: harness.control, after: harness.now)
  }

  /// Returns the first instant at rest, found by bisection.
  private func end(of control: borrowing some Control & ~Copyable, after start: Instant) -> Instant? {
    guard control.nextChange(after: start) != nil else { return nil }
    var (moving, resting) = (start, start + .seconds(60))
    while resting > moving + .nanoseconds(1) {
      let middle = moving + .nanoseconds((resting.nanoseconds - moving.nanoseconds) / 2)
      if control.nextChange(after: middle) == nil { resting = middle } else { moving = middle }
    }
    return resting
  }

  private func expectSame<Subject: Control & ~Copyable>(
    _ make: (Environment) -> Subject, doing action: (inout ControlHarness<Subject>) -> Void
  ) {
    let native = end(moves: false, make, doing: action)
    #expect(native != nil)
    #expect(end(moves: true, make, doing: action) == native)
  }

  @Test func `B7 ends a button release like a control created at that scale`() {
    expectSame(
      { FloatingButton(in: $0) },
      doing: { button in
        button.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
        button.drop(at: Point(x: 400, y: 300))
      })
  }

  @Test func `ends a button press like a control created at that scale`() {
    expectSame(
      { FloatingButton(in: $0) },
      doing: { button in
        button.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
        button.beginDrag()
      })
  }

  @Test func `ends a slider change like a control created at that scale`() {
    expectSame(
      {
        var slider = Slider(
          0.5, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: 0.2, in: $0)
        slider.layOut(at: Point(x: 100, y: 49), width: 216, at: .zero)
        return slider
      }, doing: { $0.control.set(0.9, at: $0.now) })
  }

  @Test func `ends a segment selection like a control created at that scale`() {
    expectSame(
      {
        var control = SegmentedControl(["One", "Two"], selection: 0, in: $0)
        control.layOut(at: .zero, width: 200, at: .zero)
        return control
      }, doing: { $0.control.select(1, at: $0.now) })
  }

  @Test func `ends the opening of a menu like a control created at that scale`() {
    expectSame(
      { ActionPanel(ActionItem.samples, arrangement: .menu, in: $0) },
      doing: { $0.open() })
  }

  @Test func `ends a toggle of a switch like a control created at that scale`() {
    expectSame(
      {
        var inspector = TuningInspector(.init(), defaults: .init(), in: $0)
        inspector.layOut(at: Point(x: 20, y: 30), width: 300, at: .zero)
        return inspector
      },
      doing: { inspector in
        inspector.focus(.slowMotion)
        inspector.press(.space)
      })
  }

  @Test func `keeps its velocity`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 300, y: 300))
    button.advance(by: .milliseconds(80))
    let previous = button.center(after: .milliseconds(-1))
    let center = button.center
    button.environment.scale = 2
    button.resize(to: Size(width: 961, height: 640))
    #expect(isNear(button.center, center))
    let distance = button.center(after: .milliseconds(1)).x - center.x
    #expect(abs(distance) > 0.5 && isNear(distance, center.x - previous.x, within: 0.1))
  }

  @Test func `B7 scales the button until its corners are within half a device pixel`() throws {
    var button = ControlHarness(button: .init())
    button.environment.scale = 8
    button.beginDrag()
    let restTime = try #require(end(of: button.control, after: button.now))
    let last = button.scale(after: button.now.duration(to: restTime) - .nanoseconds(1))
    #expect(abs(last - 1.4) * Vector(dx: 172, dy: 88).length / 2 <= 0.0626)
  }

  @Test(arguments: [1.0, 8])
  func `moves the selection indicator until it is within half a device pixel`(
    scale: Double
  ) throws {
    var control = ControlHarness(segment: 0)
    control.environment.scale = scale
    control.press(.end)
    try expectSmallLastStep(&control) { $0.indicator?.minX }
  }

  /// Expects the last moving frame within half a device pixel of the rest position, but not at it.
  private func expectSmallLastStep<Subject: Control & ~Copyable>(
    _ harness: inout ControlHarness<Subject>, _ position: (borrowing ControlHarness<Subject>) -> Double?
  ) throws {
    let restTime = end(of: harness.control, after: harness.now)
    harness.advance(by: harness.now.duration(to: try #require(restTime)) - .nanoseconds(1))
    let lastPosition = position(harness)
    harness.advance(by: .nanoseconds(1))
    let restPosition = position(harness)
    let (last, settled) = (try #require(lastPosition), try #require(restPosition))
    #expect(last != settled)
    #expect(abs(last - settled) <= 0.5 / harness.control.environment.scale)
  }
}
