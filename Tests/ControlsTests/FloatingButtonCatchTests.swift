import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Button caught during animation` {
  /// Returns a button on its way to the trailing edge, released at scale 1.4.
  private func animating(
    _ configuration: FloatingButton.Configuration = .init(), for duration: Duration
  ) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(button: configuration)
    button.drop(at: Point(x: 600, y: 320))
    button.advance(by: duration)
    return button
  }

  @Test(arguments: [10, 50, 100, 150, 200, 300])
  func `B4 is dragged on from its current position and scale without a jump`(milliseconds: Int) {
    var button = animating(for: .milliseconds(milliseconds))
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

  @Test func `B4 follows the rubber band when it is caught past the edge`() {
    var button = animating(for: .milliseconds(155))
    let overshoot = button.center.x - 866
    #expect(overshoot > 20, "the spring overshoots")
    button.beginDrag()
    #expect(isNear(button.center.x, 866 + overshoot))
    // The drag distance with this displacement: the inverse of x·c·d / (d + c·x).
    let distance = overshoot * 60 / (0.55 * (60 - overshoot))
    let start = button.pointer
    for offset in [-distance, -distance - 100, -distance / 2, 20] {
      button.move(to: start + Vector(dx: offset, dy: 0))
      let total = distance + offset
      let displacement = total > 0 ? 33 * total / (60 + 0.55 * total) : total
      #expect(isNear(button.center.x, 866 + displacement))
    }
  }

  @Test(arguments: [
    Vector(dx: 1, dy: 0), Vector(dx: -1, dy: 0), Vector(dx: 0, dy: 1), Vector(dx: 0, dy: -1),
  ])
  func `B4 moves back with the pointer on every side when it is caught beyond the rubber band`(
    outward: Vector
  ) {
    let tuning = FloatingButton.Tuning(spring: Spring(response: 1, dampingFraction: 0.05))
    var button = ControlHarness(button: .init(snap: .free, tuning: tuning))
    let edge = Point(x: 480 + 386 * outward.dx, y: 320 + 268 * outward.dy)
    /// Returns the distance beyond the edge.
    func overshoot() -> Double {
      (button.center.x - edge.x) * outward.dx + (button.center.y - edge.y) * outward.dy
    }
    button.drop(at: edge - outward * 250)
    button.settle()
    button.beginDrag()
    button.drag(to: button.pointer + outward * 240, over: .milliseconds(96))
    button.release()
    button.advance(by: .milliseconds(250))
    let caught = overshoot()
    #expect(caught > 60)
    button.beginDrag()
    #expect(isNear(overshoot(), caught))
    var last = caught
    while last > -100 {
      button.move(to: button.pointer - outward * 2)
      #expect(overshoot() < last && overshoot() >= last - 2 - 1e-9)
      guard overshoot() < last else { break }
      last = overshoot()
    }
    button.move(to: button.pointer + outward * 2000)
    #expect(overshoot() <= 60, "the rubber band limits it again")
  }

  @Test func `B4 returns to its rest position from there when released without a drag`() {
    var button = animating(for: .milliseconds(50))
    let (center, scale) = (button.center, button.scale)
    button.press(at: center)
    button.advance(by: .milliseconds(100))
    button.release()
    #expect(button.center == center && button.scale == scale)
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    for time in [0.05, 0.1, 0.2] {
      let position = spring.state(
        from: .init(displacement: center.x - 866, velocity: 0), after: time)
      #expect(isNear(button.center(after: .seconds(time)).x, 866 + position.displacement))
      let size = spring.state(from: .init(displacement: scale - 1, velocity: 0), after: time)
      #expect(isNear(button.scale(after: .seconds(time)), 1 + size.displacement))
    }
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 320)) && button.scale == 1)
  }

  @Test func `B4 is thrown again from there with only the new velocity`() {
    var button = animating(.init(snap: .trailing), for: .milliseconds(60))
    button.beginDrag()
    button.dragCenter(to: Point(x: 366, y: 320))
    button.drag(to: button.pointer + Vector(dx: -100, dy: 0), over: .milliseconds(100))
    let start = button.center.x
    button.release()
    let velocity = (button.center(after: .microseconds(1)).x - start) * 1e6
    #expect(isNear(velocity, -1000, within: 0.5))
  }

  @Test func `B8 stops the returning ball at its current position when it is pressed`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 1000, y: 300))
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
