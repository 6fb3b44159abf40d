import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A press of the floating button` {
  @Test func `B1 taps, is held, and drags, all on the same button`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.click(button.center)
    #expect(button.actions == [.toggled(true)])

    button.pickUp()
    #expect(button.isGrabbed)
    button.carry(by: Vector(dx: -100, dy: 50))
    #expect(button.center == Point(x: 766, y: 370))
    button.release()
    #expect(!button.isGrabbed)
    #expect(button.actions == [.toggled(true)], "a drag is no tap")
  }

  @Test func `B2 becomes a drag at 0.3 s and not a nanosecond before`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: .nanoseconds(299_999_999))
    #expect(!button.isGrabbed)
    button.advance(by: .nanoseconds(1))
    #expect(button.isGrabbed)
  }

  @Test func `B2 shorter than 0.3 s does not drag`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.press(at: start)
    button.drag(to: start + Vector(dx: -8, dy: 0), over: .milliseconds(290))
    #expect(button.center == start)
    button.release()
    button.move(to: .zero)
    #expect(button.center == start)
  }

  @Test func `B2 is a tap up to 0.3 s`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: .nanoseconds(299_999_999))
    button.release()
    #expect(button.actions == [.toggled(true)])
  }

  @Test(arguments: [Duration.milliseconds(300), .milliseconds(301), .seconds(5)])
  func `B2 of 0.3 s or more is no tap`(held: Duration) {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: held)
    button.release()
    button.settle()
    #expect(button.actions.isEmpty)
    #expect(!button.control.isOn)
  }

  @Test func `B2 of 0.3 s is no tap even where no frame came in between`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.stall(for: .milliseconds(300))
    button.release()
    #expect(button.actions.isEmpty)
  }

  @Test func `B2 may move 10 px before it drags`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.press(at: start)
    button.move(to: start + Vector(dx: 6, dy: 8))
    button.advance(by: .milliseconds(300))
    #expect(button.isGrabbed)
  }

  @Test func `B2 may move 10 px and be a tap`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.press(at: start)
    button.move(to: start + Vector(dx: 6, dy: 8))
    button.release()
    #expect(button.actions == [.toggled(true)])
  }

  @Test func `B2 that moved more than 10 px is neither drag nor tap, even if it comes back`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    for held in [Duration.milliseconds(100), .seconds(1)] {
      button.press(at: start)
      button.move(to: start + Vector(dx: 0, dy: 10.01))
      button.move(to: start)
      button.advance(by: held)
      #expect(!button.isGrabbed)
      #expect(button.scale == 1)
      button.release()
      #expect(button.actions.isEmpty)
      #expect(button.center == start)
    }
  }

  @Test(arguments: [PointerButton.middle, .secondary])
  func `B1 with another pointer button does nothing`(other: PointerButton) {
    var button = ControlHarness(button: .init())
    button.press(at: button.center, button: other)
    button.advance(by: .seconds(1))
    #expect(!button.isGrabbed)
    button.release(button: other)
    #expect(button.actions.isEmpty)
  }

  @Test func `B2 beside the button does nothing`() {
    var button = ControlHarness(button: .init())
    button.click(Point(x: 100, y: 100))
    // Within the bounds, but outside the rounded corner.
    button.click(button.control.frame(at: button.now).origin + Vector(dx: 1, dy: 1))
    #expect(button.actions.isEmpty)
  }
}

@Suite struct `Drag mode` {
  /// Seconds since it began, and how far the spring of response 0.25 and damping fraction 0.59 is
  /// then, of 1, as computed with 50 digits.
  static let spring: [(time: Double, place: Double)] = [
    (0.05, 0.45278760323523872), (0.15, 1.0999193905266714), (0.2, 1.0612286167289306),
    (0.25, 1.0081212175487797),
  ]

  @Test(arguments: spring)
  func `B3 scales to 1.4 by the spring, without any movement`(time: Double, place: Double) {
    var button = ControlHarness(button: .init())
    button.pickUp()
    #expect(button.scale == 1)
    #expect(isNear(button.scale(after: .seconds(time)), 1 + 0.4 * place, within: 1e-12))
  }

  @Test(arguments: spring) func `B3 scales back to 1 by the same spring`(
    time: Double, place: Double
  ) {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.settle()
    #expect(button.scale == 1.4)
    button.release()
    #expect(isNear(button.scale(after: .seconds(time)), 1.4 - 0.4 * place, within: 1e-12))
    button.settle()
    #expect(button.scale == 1)
  }

  @Test func `B3 overshoots by 10.069 % at 0.1548 s`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    let peak = Duration.nanoseconds(154_817_312)
    #expect(isNear(button.scale(after: peak), 1 + 0.4 * 1.1006928758411401, within: 1e-12))
    for aside in [-1, 1] {
      let scale = button.scale(after: peak + .milliseconds(aside))
      #expect(scale < button.scale(after: peak))
    }
  }

  @Test func `B3 begins at exactly 0.3 s, even where the frame comes late`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.stall(for: .milliseconds(450))
    #expect(isNear(button.scale, 1 + 0.4 * 1.0999193905266714, within: 1e-12))
  }

  @Test func `B3 wakes the program at the deadline and not before`() {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    #expect(button.control.nextChange(after: button.now) == .zero + .milliseconds(300))
    button.advance(by: .milliseconds(299))
    #expect(button.wakeUps == 0)
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `B3 rings the bell once, where the person switched it on`(shape: FloatingButton.Shape) {
    var quiet = ControlHarness(button: .init(shape: shape))
    var heard = ControlHarness(button: .init(shape: shape, ringsBell: true))
    for place in [Point(x: 400, y: 300), Point(x: 500, y: 200)] {
      quiet.put(at: place)
      heard.put(at: place)
      quiet.settle()
      heard.settle()
    }
    #expect(quiet.actions.isEmpty)
    #expect(heard.actions == [.ringBell, .ringBell])
  }

  @Test func `B2 is put down again where it had moved too far before, but that came late`() {
    var button = ControlHarness(button: .init(snap: .free))
    let place = button.center
    button.press(at: place)
    button.advance(by: .milliseconds(310))
    #expect(button.isGrabbed)
    let late = button.now + .milliseconds(-20)
    _ = button.control.handle(.pointerMoved(to: place + Vector(dx: 30, dy: 0)), at: late)
    #expect(!button.isGrabbed)
    button.move(to: place + Vector(dx: 60, dy: 0))
    button.release()
    button.settle()
    #expect(button.center == place && button.scale == 1 && !button.control.isOn)
  }
}
