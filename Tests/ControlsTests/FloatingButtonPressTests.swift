import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button press` {
  @Test func `B1 taps, long-presses and drags the same button`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.click(button.center)
    #expect(button.actions == [.toggled(true)])

    button.beginDrag()
    #expect(button.isGrabbed)
    button.drag(by: Vector(dx: -100, dy: 50))
    #expect(button.center == Point(x: 766, y: 370))
    button.release()
    #expect(!button.isGrabbed)
    #expect(button.actions == [.toggled(true)], "a drag is not a tap")
  }

  @Test func `B2 becomes a drag at exactly 0.3 s`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: .nanoseconds(299_999_999))
    #expect(!button.isGrabbed)
    button.advance(by: .nanoseconds(1))
    #expect(button.isGrabbed)
  }

  @Test(arguments: [Duration.milliseconds(300), .milliseconds(301), .seconds(5)])
  func `B2 does not tap after 0.3 s or more`(duration: Duration) {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: duration)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
    #expect(!button.control.isOn)
  }

  @Test func `B2 neither drags nor taps after more than 10 px, even if moved back`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    for duration in [Duration.milliseconds(100), .seconds(1)] {
      button.press(at: start)
      button.move(to: start + Vector(dx: 0, dy: 10.01))
      button.move(to: start)
      button.advance(by: duration)
      #expect(!button.isGrabbed)
      #expect(button.scale == 1)
      button.release()
      #expect(button.actions.isEmpty)
      #expect(button.center == start)
    }
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `B1 ignores other pointer buttons`(other: PointerButton) {
    var button = ControlHarness(button: .init())
    button.press(at: button.center, button: other)
    button.advance(by: .seconds(1))
    #expect(!button.isGrabbed)
    button.release(button: other)
    #expect(button.actions.isEmpty)
  }

  @Test func `B2 ignores presses outside the button`() {
    var button = ControlHarness(button: .init())
    button.click(Point(x: 100, y: 100))
    // Within the bounds, but outside the rounded corner.
    button.click(button.control.frame(at: button.now).origin + Vector(dx: 1, dy: 1))
    #expect(button.actions.isEmpty)
  }
}

@Suite struct `Drag mode` {
  /// Seconds since the start, and the progress (0…1) of the spring with response 0.25 and damping
  /// fraction 0.59 at that time, computed with 50 digits.
  static let spring: [(time: Double, progress: Double)] = [
    (0.05, 0.45278760323523872), (0.15, 1.0999193905266714), (0.2, 1.0612286167289306),
    (0.25, 1.0081212175487797),
  ]

  @Test(arguments: spring)
  func `B3 scales to 1.4 with the spring, without movement`(time: Double, progress: Double) {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    #expect(button.scale == 1)
    #expect(isNear(button.scale(after: .seconds(time)), 1 + 0.4 * progress, within: 1e-12))
  }

  @Test(arguments: spring) func `B3 scales back to 1 with the same spring`(
    time: Double, progress: Double
  ) {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.settle()
    #expect(button.scale == 1.4)
    button.release()
    #expect(isNear(button.scale(after: .seconds(time)), 1.4 - 0.4 * progress, within: 1e-12))
    button.settle()
    #expect(button.scale == 1)
  }

  @Test func `B3 begins at exactly 0.3 s even if the frame is late`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.stall(for: .milliseconds(450))
    #expect(isNear(button.scale, 1 + 0.4 * 1.0999193905266714, within: 1e-12))
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `B3 rings the bell once if enabled`(shape: FloatingButton.Shape) {
    var muted = ControlHarness(button: .init(shape: shape))
    var ringing = ControlHarness(button: .init(shape: shape, ringsBell: true))
    for point in [Point(x: 400, y: 300), Point(x: 500, y: 200)] {
      muted.drop(at: point)
      ringing.drop(at: point)
      muted.settle()
      ringing.settle()
    }
    #expect(muted.outcomes.isEmpty)
    #expect(ringing.actions.isEmpty && ringing.bells == 2)
  }

  @Test func `B2 ends a drag if a late event shows earlier movement beyond the threshold`() {
    var button = ControlHarness(button: .init(snap: .free))
    let start = button.center
    button.press(at: start)
    button.advance(by: .milliseconds(310))
    #expect(button.isGrabbed)
    let eventTime = button.now + .milliseconds(-20)
    _ = button.control.handle(.pointerMoved(to: start + Vector(dx: 30, dy: 0)), at: eventTime)
    #expect(!button.isGrabbed)
    button.move(to: start + Vector(dx: 60, dy: 0))
    button.release()
    button.settle()
    #expect(button.center == start && button.scale == 1 && !button.control.isOn)
  }
}
