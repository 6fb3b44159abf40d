import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A button caught in flight` {
  /// A button that flies to the trailing edge from where it was let go at scale 1.4.
  private func flying(
    _ configuration: FloatingButton.Configuration = .init(), for duration: Duration
  ) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(button: configuration)
    button.put(at: Point(x: 600, y: 320))
    button.advance(by: duration)
    return button
  }

  @Test(arguments: [10, 50, 100, 150, 200, 300])
  func `B4 stops under the finger, place and scale`(milliseconds: Int) {
    var button = flying(for: .milliseconds(milliseconds))
    let (center, scale) = (button.center, button.scale)
    button.press(at: center)
    for time in 0..<29 {
      let duration = Duration.milliseconds(10 * time)
      #expect(button.center(after: duration) == center)
      #expect(button.scale(after: duration) == scale)
    }
  }

  @Test(arguments: [10, 50, 100, 150, 200, 300])
  func `B4 is dragged on without a jump, from that place and scale`(milliseconds: Int) {
    var button = flying(for: .milliseconds(milliseconds))
    let (center, scale) = (button.center, button.scale)
    button.press(at: center + Vector(dx: 30, dy: -10))
    button.advance(by: .milliseconds(300))
    #expect(isNear(button.center, center) && isNear(button.scale, scale))
    button.settle()
    #expect(button.scale == 1.4)
    let step = Vector(dx: -1, dy: 1)
    button.move(to: button.pointer + step)
    #expect(button.center.distance(to: center) <= step.length + 1e-9)
  }

  @Test func `B4 past the edge hangs on the rubber band as if it had been pulled there`() {
    var button = flying(for: .milliseconds(155))
    let past = button.center.x - 866
    #expect(past > 20, "the spring overshoots")
    button.pickUp()
    #expect(isNear(button.center.x, 866 + past))
    // The pull that the band gives way to so far: the inverse of x·c·d / (d + c·x).
    let pull = past * 60 / (0.55 * (60 - past))
    let start = button.pointer
    for way in [-pull, -pull - 100, -pull / 2, 20] {
      button.move(to: start + Vector(dx: way, dy: 0))
      let free = pull + way
      let give = free > 0 ? 33 * free / (60 + 0.55 * free) : free
      #expect(isNear(button.center.x, 866 + give))
    }
  }

  /// So hard that the spring overshoots by more than the band is long.
  @Test(arguments: [SnapMode.edges, .seed])
  func `B4 too far out for any band comes back with the hand`(snap: SnapMode) {
    let area = snap == .seed ? 961.0 : 866.0
    var button = ControlHarness(
      button: .init(snap: snap, feel: .init(spring: Spring(response: 1, dampingFraction: 0.05))))
    button.pickUp()
    button.drag(to: button.pointer + Vector(dx: -700, dy: 0), over: .milliseconds(100))
    button.drag(to: button.pointer + Vector(dx: 650, dy: 0), over: .milliseconds(260))
    button.release()
    button.advance(by: .milliseconds(250))
    let caught = button.center
    #expect(caught.x > area + 60)
    button.pickUp()
    #expect(isNear(button.center, caught))
    var last = button.center.x
    for _ in 0..<400 {
      button.move(to: button.pointer + Vector(dx: -2, dy: 0))
      #expect(button.center.x < last + 1e-9 && button.center.x >= last - 2 - 1e-9)
      last = button.center.x
    }
    #expect(last < area)
    button.move(to: button.pointer + Vector(dx: 2000, dy: 0))
    #expect(button.center.x <= area + 60, "once back, it is held as ever")
  }

  @Test(arguments: [
    Vector(dx: 1, dy: 0), Vector(dx: -1, dy: 0), Vector(dx: 0, dy: 1), Vector(dx: 0, dy: -1),
  ]) func `B4 too far out for any band comes back with the hand on every side`(outward: Vector) {
    let feel = FloatingButton.Feel(spring: Spring(response: 1, dampingFraction: 0.05))
    var button = ControlHarness(button: .init(snap: .free, feel: feel))
    let edge = Point(x: 480 + 386 * outward.dx, y: 320 + 268 * outward.dy)
    /// How far beyond its edge it is.
    func beyond() -> Double {
      (button.center.x - edge.x) * outward.dx + (button.center.y - edge.y) * outward.dy
    }
    button.put(at: edge - outward * 250)
    button.settle()
    button.pickUp()
    button.drag(to: button.pointer + outward * 240, over: .milliseconds(96))
    button.release()
    button.advance(by: .milliseconds(250))
    let caught = beyond()
    #expect(caught > 60)
    button.pickUp()
    #expect(isNear(beyond(), caught))
    var last = caught
    while last > -100 {
      button.move(to: button.pointer - outward * 2)
      #expect(beyond() < last && beyond() >= last - 2 - 1e-9)
      guard beyond() < last else { break }
      last = beyond()
    }
    button.move(to: button.pointer + outward * 2000)
    #expect(beyond() <= 60, "once back, it is held as ever")
  }

  @Test func `B4 let go without a drag goes on home from there`() {
    var button = flying(for: .milliseconds(50))
    let (center, scale) = (button.center, button.scale)
    button.press(at: center)
    button.advance(by: .milliseconds(100))
    button.release()
    #expect(button.center == center && button.scale == scale)
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in [0.05, 0.1, 0.2] {
      let place = spring.state(
        from: .init(displacement: center.x - 866, velocity: 0), after: time)
      #expect(isNear(button.center(after: .seconds(time)).x, 866 + place.displacement))
      let size = spring.state(from: .init(displacement: scale - 1, velocity: 0), after: time)
      #expect(isNear(button.scale(after: .seconds(time)), 1 + size.displacement))
    }
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 320)) && button.scale == 1)
  }

  @Test func `B4 is thrown anew from there, with the new velocity alone`() {
    var button = flying(.init(snap: .trailing), for: .milliseconds(60))
    button.pickUp()
    button.carry(to: Point(x: 366, y: 320))
    button.drag(to: button.pointer + Vector(dx: -100, dy: 0), over: .milliseconds(100))
    let start = button.center.x
    button.release()
    let velocity = (button.center(after: .microseconds(1)).x - start) * 1e6
    #expect(isNear(velocity, -1000, within: 0.5))
  }

  @Test func `B2 is neither dragged nor tapped where the finger slips before its time`() {
    var button = flying(for: .milliseconds(50))
    button.press(at: button.center)
    button.move(to: button.pointer + Vector(dx: 11, dy: 0))
    button.advance(by: .seconds(1))
    #expect(!button.isGrabbed)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
    #expect(isNear(button.center, Point(x: 866, y: 320)))
  }

  @Test func `B8 as a ball on its way back it stays where it is caught`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.put(at: Point(x: 1000, y: 300))
    ball.advance(by: .milliseconds(180))
    let caught = ball.center
    #expect(caught.x < 1000 && caught.x > 910)
    ball.press(at: Point(x: 900, y: 300))
    ball.advance(by: .seconds(1))
    #expect(ball.center == caught)
    ball.move(to: ball.pointer + Vector(dx: -50, dy: 7))
    #expect(isNear(ball.center, caught + Vector(dx: -50, dy: 7)))
  }
}
