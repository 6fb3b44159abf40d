import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A motion ends within half a device pixel of the screen that it is seen on.
@Suite struct `A control that came to a screen of another scale` {
  /// When what a person does to a control has come to rest, or `nil` where it never moved.
  ///
  /// - Parameter moves: Whether the control came from a screen of scale 1.
  private func end<Subject: Control>(
    moves: Bool, _ make: (Environment) -> Subject,
    doing act: (inout ControlHarness<Subject>) -> Void
  ) -> Instant? {
    var environment = Environment(text: FixedTextMetrics(), scale: moves ? 1 : 8)
    var harness = ControlHarness(make(environment))
    environment.scale = 8
    harness.control.environment = environment
    act(&harness)
    return end(of: harness.control, after: harness.now)
  }

  /// The first instant at rest, by halving.
  private func end(of control: some Control, after start: Instant) -> Instant? {
    guard control.nextChange(after: start) != nil else { return nil }
    var (moving, resting) = (start, start + .seconds(60))
    while resting > moving + .nanoseconds(1) {
      let middle = moving + .nanoseconds((resting.nanoseconds - moving.nanoseconds) / 2)
      if control.nextChange(after: middle) == nil { resting = middle } else { moving = middle }
    }
    return resting
  }

  private func expectSame<Subject: Control>(
    _ make: (Environment) -> Subject, doing act: (inout ControlHarness<Subject>) -> Void
  ) {
    let native = end(moves: false, make, doing: act)
    #expect(native != nil)
    #expect(end(moves: true, make, doing: act) == native)
  }

  @Test func `B7 comes to rest as one that was always there: a button let go`() {
    expectSame(
      { FloatingButton(in: $0) },
      doing: { button in
        button.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
        button.put(at: Point(x: 400, y: 300))
      })
  }

  @Test func `comes to rest as one that was always there: a button picked up`() {
    expectSame(
      { FloatingButton(in: $0) },
      doing: { button in
        button.control.place(in: Rect(x: 0, y: 0, width: 960, height: 640), at: .zero)
        button.pickUp()
      })
  }

  @Test func `comes to rest as one that was always there: a slider sent elsewhere`() {
    expectSame(
      {
        var slider = Slider(
          0.5, of: SteppedRange(0...1, stepsPerUnit: 100), defaultValue: 0.2, in: $0)
        slider.place(in: Rect(x: 100, y: 50, width: 216, height: 28))
        return slider
      }, doing: { $0.control.set(0.9, at: $0.now) })
  }

  @Test func `comes to rest as one that was always there: a segment selected`() {
    expectSame(
      {
        var control = SegmentedControl(["One", "Two"], selection: 0, in: $0)
        control.place(at: .zero, width: 200)
        return control
      }, doing: { $0.control.select(1, at: $0.now) })
  }

  @Test func `comes to rest as one that was always there: a menu opened`() {
    expectSame(
      { ActionPanel(ActionItem.samples, arrangement: .menu, in: $0) },
      doing: { $0.open() })
  }

  @Test func `comes to rest as one that was always there: a switch turned`() {
    expectSame(
      {
        var inspector = FeelInspector(.init(), defaults: .init(), in: $0)
        inspector.place(at: Point(x: 20, y: 30), width: 300)
        return inspector
      },
      doing: { inspector in
        inspector.focus(.slowMotion)
        inspector.press(.space)
      })
  }

  @Test func `goes on with the velocity that it has`() {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 300, y: 300))
    button.advance(by: .milliseconds(80))
    let former = button.center(after: .milliseconds(-1))
    let place = button.center
    button.control.environment.scale = 2
    button.resize(to: Size(width: 961, height: 640))
    #expect(isNear(button.center, place))
    let way = button.center(after: .milliseconds(1)).x - place.x
    #expect(abs(way) > 0.5 && isNear(way, place.x - former.x, within: 0.1))
  }

  @Test func `B7 grows until no corner is further off than can be seen`() throws {
    var button = ControlHarness(button: .init())
    button.control.environment.scale = 8
    button.pickUp()
    let rest = try #require(end(of: button.control, after: button.now))
    let last = button.scale(after: button.now.duration(to: rest) - .nanoseconds(1))
    #expect(abs(last - 1.4) * Vector(dx: 172, dy: 88).length / 2 <= 0.0626)
  }

  @Test(arguments: [1.0, 8])
  func `selects a segment until its mark is no further off than can be seen`(
    scale: Double
  ) throws {
    var control = ControlHarness(segment: 0)
    control.control.environment.scale = scale
    control.press(.end)
    try expectEndsUnseen(&control) { $0.mark?.minX }
  }

  @Test(arguments: [1.0, 8])
  func `turns a switch until its knob is no further off than can be seen`(
    scale: Double
  ) throws {
    var inspector = ControlHarness(settings: .init())
    inspector.control.environment.scale = scale
    inspector.focus(.slowMotion)
    inspector.press(.space)
    try expectEndsUnseen(&inspector) { inspector in
      // Nothing else is moved as a whole after the switch's knob.
      inspector.drawing().elements.compactMap { element in
        if case .group(let group, _) = element { group.transform.translation.dx } else { nil }
      }.last
    }
  }

  /// Expects the last frame that moves within half a device pixel of rest, but not at rest.
  private func expectEndsUnseen<Subject: Control>(
    _ harness: inout ControlHarness<Subject>, _ place: (ControlHarness<Subject>) -> Double?
  ) throws {
    let stop = try #require(end(of: harness.control, after: harness.now))
    harness.advance(by: harness.now.duration(to: stop) - .nanoseconds(1))
    let last = try #require(place(harness))
    harness.advance(by: .nanoseconds(1))
    let rest = try #require(place(harness))
    #expect(last != rest)
    #expect(abs(last - rest) <= 0.5 / harness.control.environment.scale)
  }
}
