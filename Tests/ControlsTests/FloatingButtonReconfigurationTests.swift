import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `The feel of the floating button` {
  private static let slow = Spring(response: 0.9, dampingFraction: 1)

  private func button(_ feel: FloatingButton.Feel) -> ControlHarness<FloatingButton> {
    ControlHarness(button: .init(feel: feel))
  }

  @Test func `B3 has the spring, the scale and the time it is told`() {
    var button = button(
      .init(spring: Self.slow, draggedScale: 2, longPress: .milliseconds(700)))
    button.press(at: button.center)
    button.advance(by: .milliseconds(699))
    #expect(!button.isGrabbed)
    button.advance(by: .milliseconds(1))
    #expect(button.isGrabbed)
    let growing = Self.slow.state(from: .init(displacement: -1, velocity: 0), after: 0.2)
    #expect(isNear(button.scale(after: .milliseconds(200)), 2 + growing.displacement))
    button.carry(to: Point(x: 600, y: 320))
    button.release()
    let going = Self.slow.state(from: .init(displacement: -266, velocity: 0), after: 0.3)
    #expect(isNear(button.center(after: .milliseconds(300)).x, 866 + going.displacement))
  }

  @Test func `B9 has the opacity it is told`() {
    var button = ControlHarness(button: .init(dims: true, feel: .init(dimmedOpacity: 0.6)))
    button.settle()
    #expect(button.opacity == 0.6)
  }

  @Test func `B3 is the one of the first demonstration unless said otherwise`() {
    let feel = FloatingButton.Feel()
    #expect(feel.spring == Spring(response: 0.25, dampingFraction: 0.59))
    #expect(feel.draggedScale == 1.4 && feel.dimmedOpacity == 0.2)
    #expect(feel.longPress == .milliseconds(300))
  }

  @Test(arguments: [
    (Double.nan, 1.0), (.infinity, 4), (-.infinity, 0.25), (0, 0.25), (-3, 0.25), (3, 3),
  ]) func `B3 scales to something that can be seen, whatever it is told`(
    told: Double, scale: Double
  ) {
    var button = button(.init(draggedScale: told))
    button.pickUp()
    button.settle()
    #expect(button.scale == scale)
  }

  @Test(arguments: [(Double.nan, 1.0), (.infinity, 1), (-1, 0), (0.5, 0.5)])
  func `B9 dims to something between all and nothing, whatever it is told`(
    told: Double, opacity: Double
  ) {
    var button = ControlHarness(button: .init(dims: true, feel: .init(dimmedOpacity: told)))
    button.settle()
    #expect(button.opacity == opacity)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `B2 makes a drag of every press where there is no time to wait`(longPress: Duration) {
    var button = button(.init(longPress: longPress))
    button.press(at: button.center)
    #expect(button.isGrabbed)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
  }
}

@Suite struct `A button that is changed while it runs` {
  private static let slow = Spring(response: 0.9, dampingFraction: 1)

  private func change(
    _ button: inout ControlHarness<FloatingButton>,
    _ body: (inout FloatingButton.Configuration) -> Void
  ) {
    var configuration = button.control.configuration
    body(&configuration)
    button.control.reconfigure(configuration, at: button.now)
  }

  @Test func `goes on in flight with the new spring from its place, with its velocity`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(to: Point(x: 600, y: 320))
    button.settle()
    button.release()
    button.advance(by: .milliseconds(50))
    let (place, scale) = (button.center.x, button.scale)
    // Of the old spring, from 266 px away and from 0.4.
    let old = Spring(response: 0.25, dampingFraction: 0.59)
    let velocity = old.state(from: .init(displacement: -266, velocity: 0), after: 0.05).velocity
    let growth = old.state(from: .init(displacement: 0.4, velocity: 0), after: 0.05).velocity
    change(&button) { $0.feel.spring = Self.slow }
    #expect(button.center.x == place && button.scale == scale)
    for time in [0.05, 0.2, 0.5] {
      let going = Self.slow.state(
        from: .init(displacement: place - 866, velocity: velocity), after: time)
      let center = button.center(after: .seconds(time))
      #expect(isNear(center.x, 866 + going.displacement, within: 1e-6))
      let growing = Self.slow.state(
        from: .init(displacement: scale - 1, velocity: growth), after: time)
      #expect(isNear(button.scale(after: .seconds(time)), 1 + growing.displacement))
    }
  }

  @Test func `at rest stays there by another feel alone`() {
    var button = ControlHarness(button: .init())
    change(&button) { $0.feel.spring = Self.slow }
    change(&button) { $0.feel.draggedScale = 2 }
    change(&button) { $0.feel.longPress = .seconds(1) }
    #expect(button.control.nextChange(after: button.now) == nil)
    button.press(at: button.center)
    #expect(button.control.nextChange(after: button.now) == .zero + .seconds(1))
  }

  @Test func `takes on another scale in the hand`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.settle()
    change(&button) { $0.feel.draggedScale = 2 }
    #expect(button.scale == 1.4)
    #expect(isNear(button.scale(after: .milliseconds(50)), 1.4 + 0.6 * 0.45278760323523872))
    button.settle()
    #expect(button.scale == 2)
  }

  @Test func `B9 takes on another opacity at once where it is dim`() {
    var button = ControlHarness(button: .init(dims: true))
    button.settle()
    change(&button) { $0.feel.dimmedOpacity = 0.7 }
    #expect(button.opacity == 0.7)
    change(&button) { $0.dims = false }
    #expect(button.opacity == 1)
    change(&button) { $0.dims = true }
    #expect(button.opacity(after: .seconds(1)) == 1 && button.opacity(after: .seconds(2)) == 0.7)
    button.advance(by: .milliseconds(1500))
    let opacity = button.opacity
    change(&button) { $0.feel.dimmedOpacity = 0.1 }
    #expect(button.opacity == opacity, "nothing jumps")
    #expect(button.opacity(after: .seconds(1)) == 0.1)
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 300, y: 52)), (.trailing, Point(x: 866, y: 200)),
    (.corners, Point(x: 94, y: 52)),
  ]) func `B6 snaps anew by the spring where its mode is another`(snap: SnapMode, rest: Point) {
    var button = ControlHarness(button: .init(snap: .free))
    button.put(at: Point(x: 300, y: 200))
    button.settle()
    change(&button) { $0.snap = snap }
    #expect(isNear(button.center, Point(x: 300, y: 200)))
    let way = (rest - Point(x: 300, y: 200)) * 0.45278760323523872
    #expect(isNear(button.center(after: .milliseconds(50)), Point(x: 300, y: 200) + way))
    button.settle()
    #expect(isNear(button.center, rest))
  }

  @Test func `B11 keeps its relative place where its shape is another`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.put(at: Point(x: 94 + 193, y: 52 + 134))
    button.settle()
    change(&button) { $0.shape = .ball }
    #expect(isNear(button.center, Point(x: 287, y: 186)), "nothing jumps")
    button.settle()
    #expect(isNear(button.center, Point(x: 50 + 860 * 0.25, y: 50 + 540 * 0.25)))
    #expect(button.drawing().firstBody == .circle(center: .zero, radius: 50))
    change(&button) { $0.shape = .button }
    button.settle()
    #expect(isNear(button.center, Point(x: 287, y: 186)))
  }

  @Test func `goes on with a drag that is under way, from where it is`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(to: Point(x: 920, y: 700))
    let place = button.center
    for snap in [SnapMode.corners, .free, .seed] {
      change(&button) { $0.snap = snap }
      button.move(to: button.pointer)
      #expect(isNear(button.center, place))
    }
    change(&button) { $0.shape = .ball }
    change(&button) { $0.drag = .immediate }
    change(&button) { $0.feel.longPress = .seconds(3) }
    #expect(button.isGrabbed)
    button.move(to: button.pointer + Vector(dx: -30, dy: -20))
    #expect(isNear(button.center, place + Vector(dx: -30, dy: -20)))
    button.settle()
    #expect(button.scale == 1, "a ball is not lifted")
  }

  @Test func `undoes a press that would have become something else`() {
    let changes: [(inout FloatingButton.Configuration) -> Void] = [
      { $0.drag = .immediate }, { $0.feel.longPress = .milliseconds(900) },
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

  @Test func `goes on with a press that means what it meant`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    change(&button) { $0.snap = .corners }
    change(&button) { $0.feel.spring = Self.slow }
    button.release()
    #expect(button.actions == [.toggled(true)])
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 588)))
  }

  @Test func `B10 has other actions at once, and none where a tap expands it no more`() {
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

  @Test func `B8 leaves the ball's way back as it is`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.put(at: Point(x: 1000, y: 300))
    ball.advance(by: .milliseconds(150))
    let undisturbed = ball
    change(&ball) { $0.feel.spring = Self.slow }
    for time in 0..<30 {
      let duration = Duration.milliseconds(10 * time)
      #expect(ball.center(after: duration) == undisturbed.center(after: duration))
    }
  }

  @Test func `by the same configuration is not changed at all`() {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 600, y: 320))
    button.advance(by: .milliseconds(50))
    let undisturbed = button
    change(&button) { _ in }
    for time in 0..<30 {
      let duration = Duration.milliseconds(10 * time)
      #expect(button.center(after: duration) == undisturbed.center(after: duration))
    }
  }
}
