import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button in slow motion` {
  /// Returns a button thrown from x = 366 toward the trailing edge at 1000 px/s.
  private func thrown(rate: Double) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(button: .init())
    button.control.setRate(rate, at: .zero)
    button.beginDrag()
    button.dragCenter(to: Point(x: 366, y: 320))
    button.advance(by: .seconds(30))
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    button.release()
    return button
  }

  @Test(arguments: [0.1, 0.25, 0.5, 2, 10]) func `moves along the same path`(rate: Double) {
    let (slow, real) = (thrown(rate: rate), thrown(rate: 1))
    for time in 0..<100 {
      let realTime = Duration.milliseconds(5 * time)
      let slowTime = Duration.seconds(0.005 * Double(time) / rate)
      #expect(isNear(slow.center(after: slowTime), real.center(after: realTime), within: 1e-4))
      #expect(isNear(slow.scale(after: slowTime), real.scale(after: realTime), within: 1e-6))
    }
  }

  @Test(arguments: [0, 0.1, 5]) func `B2 starts a long press after the same time`(rate: Double) {
    var button = ControlHarness(button: .init())
    button.control.setRate(rate, at: .zero)
    button.press(at: button.center)
    #expect(button.control.nextChange(after: button.now) == .zero + .milliseconds(300))
    button.advance(by: .milliseconds(299))
    #expect(!button.isGrabbed)
    button.advance(by: .milliseconds(1))
    #expect(button.isGrabbed)
  }

  @Test func `B9 dims more slowly and reports changes in real time`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.control.setRate(0.1, at: .zero)
    #expect(ball.control.nextChange(after: .zero) == .zero + .seconds(10))
    #expect(ball.opacity(after: .seconds(10)) == 1)
    #expect(isNear(ball.opacity(after: .seconds(15)), 0.6))
    ball.advance(by: .seconds(10))
    #expect(ball.wakeUps == 1)
    ball.settle(within: .seconds(60))
    #expect(ball.opacity == 0.2)
  }

  @Test func `begins and ends during an animation without a jump`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 600, y: 320))
    for rate in [0.1, 1, 0.5, 0, 3, 1] {
      button.advance(by: .milliseconds(20))
      let (center, scale) = (button.center, button.scale)
      button.control.setRate(rate, at: button.now)
      #expect(isNear(button.center, center, within: 1e-5))
      #expect(isNear(button.scale, scale, within: 1e-7))
    }
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 320)) && button.scale == 1)
  }

  @Test func `pauses at rate 0, needs no frames and can still be caught`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 600, y: 320))
    button.advance(by: .milliseconds(50))
    button.control.setRate(0, at: button.now)
    let center = button.center
    #expect(button.control.nextChange(after: button.now) == nil)
    #expect(button.center(after: .seconds(60)) == center)
    button.beginDrag()
    button.move(to: button.pointer + Vector(dx: -50, dy: 0))
    #expect(isNear(button.center, center + Vector(dx: -50, dy: 0)))
  }

  @Test(arguments: [(Double.nan, 1.0), (-1, 0), (.infinity, 1000), (0.1, 0.1)])
  func `limits the rate to a valid range`(value: Double, rate: Double) {
    var button = ControlHarness(button: .init())
    button.control.setRate(value, at: .zero)
    #expect(button.control.rate == rate)
  }

  @Test func `B4 follows the pointer without delay`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.control.setRate(0.1, at: .zero)
    button.drop(at: Point(x: 500, y: 300))
    #expect(isNear(button.center, Point(x: 500, y: 300)))
  }
}

/// User input is timed by the real clock at any rate.
@Suite struct `Panel and menu in slow motion` {
  private static let items = ["Alpha", "Beta", "Gamma", "Bravo"].map {
    ActionItem(id: $0, label: $0)
  }

  private func button(rate: Double) -> ControlHarness<FloatingButton> {
    var button = ControlHarness(
      button: .init(tap: .expand, actions: Self.items, menuItems: Self.items))
    button.control.setRate(rate, at: .zero)
    return button
  }

  @Test(arguments: [0, 0.1, 1, 10])
  func `B10 accept a second press after the same time`(rate: Double) {
    for (wait, isOpen) in [(249, false), (250, true)] {
      var button = button(rate: rate)
      button.click(button.center)
      button.advance(by: .milliseconds(wait))
      button.press(at: button.center)
      #expect(button.control.isModal == isOpen, "after \(wait) ms")
    }
  }
}
