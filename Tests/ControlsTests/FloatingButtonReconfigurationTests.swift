import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button tuning` {
  private static let slow = Spring(response: 0.9, dampingFraction: 1)

  private func button(_ tuning: FloatingButton.Tuning) -> ControlHarness<FloatingButton> {
    ControlHarness(button: .init(tuning: tuning))
  }

  @Test func `B3 uses the configured spring, scale and press duration`() {
    var button = button(
      .init(spring: Self.slow, draggedScale: 2, longPress: .milliseconds(700)))
    button.press(at: button.center)
    button.advance(by: .milliseconds(699))
    #expect(!button.isGrabbed)
    button.advance(by: .milliseconds(1))
    #expect(button.isGrabbed)
    let scaleState = Self.slow.state(from: .init(displacement: -1, velocity: 0), after: 0.2)
    #expect(isNear(button.scale(after: .milliseconds(200)), 2 + scaleState.displacement))
    button.dragCenter(to: Point(x: 600, y: 320))
    button.release()
    let positionState = Self.slow.state(from: .init(displacement: -266, velocity: 0), after: 0.3)
    #expect(isNear(button.center(after: .milliseconds(300)).x, 866 + positionState.displacement))
  }

  @Test func `B3 defaults to the values of the original demo`() {
    let tuning = FloatingButton.Tuning()
    #expect(tuning.spring == Spring(response: 0.25, dampingFraction: 0.59))
    #expect(tuning.draggedScale == 1.4 && tuning.dimmedOpacity == 0.2)
    #expect(tuning.longPress == .milliseconds(300))
  }

  @Test(arguments: [
    (Double.nan, 1.0), (.infinity, 4), (-.infinity, 0.25), (0, 0.25), (-3, 0.25), (3, 3),
  ]) func `B3 limits the configured scale to a visible range`(
    value: Double, scale: Double
  ) {
    var button = button(.init(draggedScale: value))
    button.beginDrag()
    button.settle()
    #expect(button.scale == scale)
  }

  @Test(arguments: [(Double.nan, 1.0), (.infinity, 1), (-1, 0), (0.5, 0.5)])
  func `B9 limits the configured opacity to 0…1`(
    value: Double, opacity: Double
  ) {
    var button = ControlHarness(button: .init(dims: true, tuning: .init(dimmedOpacity: value)))
    button.settle()
    #expect(button.opacity == opacity)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `B2 starts a drag immediately without a press duration`(longPress: Duration) {
    var button = button(.init(longPress: longPress))
    button.press(at: button.center)
    #expect(button.isGrabbed)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
  }
}

@Suite struct `Floating button reconfiguration` {
  private static let slow = Spring(response: 0.9, dampingFraction: 1)

  private func change(
    _ button: inout ControlHarness<FloatingButton>,
    _ body: (inout FloatingButton.Configuration) -> Void
  ) {
    var configuration = button.control.configuration
    body(&configuration)
    button.control.reconfigure(configuration, at: button.now)
  }

  @Test func `continues an animation with the new spring from position and velocity`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.dragCenter(to: Point(x: 600, y: 320))
    button.settle()
    button.release()
    button.advance(by: .milliseconds(50))
    let (position, scale) = (button.center.x, button.scale)
    // The velocities of the old spring, from a distance of 266 px and a scale difference of 0.4.
    let old = Spring(response: 0.25, dampingFraction: 0.59)
    let velocity = old.state(from: .init(displacement: -266, velocity: 0), after: 0.05).velocity
    let scaleVelocity = old.state(from: .init(displacement: 0.4, velocity: 0), after: 0.05).velocity
    change(&button) { $0.tuning.spring = Self.slow }
    #expect(button.center.x == position && button.scale == scale)
    for time in [0.05, 0.2, 0.5] {
      let positionState = Self.slow.state(
        from: .init(displacement: position - 866, velocity: velocity), after: time)
      let center = button.center(after: .seconds(time))
      #expect(isNear(center.x, 866 + positionState.displacement, within: 1e-6))
      let scaleState = Self.slow.state(
        from: .init(displacement: scale - 1, velocity: scaleVelocity), after: time)
      #expect(isNear(button.scale(after: .seconds(time)), 1 + scaleState.displacement))
    }
  }

  @Test func `stays at rest when only the tuning changes`() {
    var button = ControlHarness(button: .init())
    change(&button) { $0.tuning.spring = Self.slow }
    change(&button) { $0.tuning.draggedScale = 2 }
    change(&button) { $0.tuning.longPress = .seconds(1) }
    #expect(button.control.nextChange(after: button.now) == nil)
    button.press(at: button.center)
    #expect(button.control.nextChange(after: button.now) == .zero + .seconds(1))
  }

  @Test func `animates to a new scale during a drag`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.settle()
    change(&button) { $0.tuning.draggedScale = 2 }
    #expect(button.scale == 1.4)
    #expect(isNear(button.scale(after: .milliseconds(50)), 1.4 + 0.6 * 0.45278760323523872))
    button.settle()
    #expect(button.scale == 2)
  }

  @Test func `B9 applies a new opacity immediately when dimmed`() {
    var button = ControlHarness(button: .init(dims: true))
    button.settle()
    change(&button) { $0.tuning.dimmedOpacity = 0.7 }
    #expect(button.opacity == 0.7)
    change(&button) { $0.dims = false }
    #expect(button.opacity == 1)
    change(&button) { $0.dims = true }
    #expect(button.opacity(after: .seconds(1)) == 1 && button.opacity(after: .seconds(2)) == 0.7)
    button.advance(by: .milliseconds(1500))
    let opacity = button.opacity
    change(&button) { $0.tuning.dimmedOpacity = 0.1 }
    #expect(button.opacity == opacity, "it does not jump")
    #expect(button.opacity(after: .seconds(1)) == 0.1)
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 300, y: 52)), (.trailing, Point(x: 866, y: 200)),
    (.corners, Point(x: 94, y: 52)),
  ]) func `B6 snaps again with the spring when its mode changes`(snap: SnapMode, target: Point) {
    var button = ControlHarness(button: .init(snap: .free))
    button.drop(at: Point(x: 300, y: 200))
    button.settle()
    change(&button) { $0.snap = snap }
    #expect(isNear(button.center, Point(x: 300, y: 200)))
    let offset = (target - Point(x: 300, y: 200)) * 0.45278760323523872
    #expect(isNear(button.center(after: .milliseconds(50)), Point(x: 300, y: 200) + offset))
    button.settle()
    #expect(isNear(button.center, target))
  }

  @Test func `B11 keeps its unit point when the shape changes`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.drop(at: Point(x: 94 + 193, y: 52 + 134))
    button.settle()
    change(&button) { $0.shape = .ball }
    #expect(isNear(button.center, Point(x: 287, y: 186)), "it does not jump")
    button.settle()
    #expect(isNear(button.center, Point(x: 50 + 860 * 0.25, y: 50 + 540 * 0.25)))
    #expect(button.drawing().firstBody == .circle(center: .zero, radius: 50))
    change(&button) { $0.shape = .button }
    button.settle()
    #expect(isNear(button.center, Point(x: 287, y: 186)))
  }

  @Test func `continues a drag from the current position`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.dragCenter(to: Point(x: 920, y: 700))
    let center = button.center
    for snap in [SnapMode.corners, .free, .original] {
      change(&button) { $0.snap = snap }
      button.move(to: button.pointer)
      #expect(isNear(button.center, center))
    }
    change(&button) { $0.shape = .ball }
    change(&button) { $0.drag = .immediate }
    change(&button) { $0.tuning.longPress = .seconds(3) }
    #expect(button.isGrabbed)
    button.move(to: button.pointer + Vector(dx: -30, dy: -20))
    #expect(isNear(button.center, center + Vector(dx: -30, dy: -20)))
    button.settle()
    #expect(button.scale == 1, "a ball is not scaled")
  }

  @Test func `cancels a press if its meaning changes`() {
    let changes: [(inout FloatingButton.Configuration) -> Void] = [
      { $0.drag = .immediate }, { $0.tuning.longPress = .milliseconds(900) },
    ]
    for body in changes {
      var button = ControlHarness(button: .init())
      button.press(at: button.center)
      change(&button, body)
      button.advance(by: .seconds(2))
      #expect(!button.isGrabbed)
      button.release()
      #expect(button.actions.isEmpty)
    }
  }

  @Test func `continues a press if its meaning does not change`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    change(&button) { $0.snap = .corners }
    change(&button) { $0.tuning.spring = Self.slow }
    button.release()
    #expect(button.actions == [.toggled(true)])
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 588)))
  }

  @Test func `B10 updates its actions immediately and closes when the tap mode changes`() {
    let items = ["One", "Two"].map { ActionItem(id: $0, label: $0) }
    var button = ControlHarness(button: .init(tap: .expand, actions: [items[0]]))
    button.click(button.center)
    button.settle()
    change(&button) { $0.actions = items }
    #expect(button.control.isModal)
    #expect(button.drawing().texts.contains("Two"))
    change(&button) { $0.tap = .toggle }
    #expect(!button.control.isModal)
    button.settle()
    button.click(button.center)
    #expect(button.actions == [.toggled(true)])
  }

  /// The spring of the button does not move a ball.
  @Test(arguments: FloatingButton.Shape.allCases)
  func `B8 does not change the motion of the ball, or with an equal configuration`(
    shape: FloatingButton.Shape
  ) {
    var button = ControlHarness(button: .init(shape: shape))
    button.drop(at: shape == .ball ? Point(x: 1000, y: 300) : Point(x: 600, y: 320))
    button.advance(by: .milliseconds(shape == .ball ? 150 : 50))
    let undisturbed = button
    change(&button) { if shape == .ball { $0.tuning.spring = Self.slow } }
    for time in 0..<30 {
      let duration = Duration.milliseconds(10 * time)
      #expect(button.center(after: duration) == undisturbed.center(after: duration))
    }
  }
}
