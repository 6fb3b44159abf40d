import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button position` {
  @Test func `B11 is initially 8 px from the trailing edge, vertically centered`() {
    let button = ControlHarness(button: .init())
    #expect(button.control.frame(at: .zero) == Rect(x: 780, y: 276, width: 172, height: 88))
  }

  @Test func `B11 keeps its edge and its unit point when the window is resized`() {
    var button = ControlHarness(button: .init())
    // A quarter of the way down 52…588.
    button.drop(at: Point(x: 100, y: 52 + 134))
    button.settle()
    for window in [Size(width: 480, height: 420), Size(width: 2000, height: 1200)] {
      button.resize(to: window)
      let quarter = 52 + (window.height - 104) / 4
      #expect(isNear(button.center, Point(x: 94, y: quarter)))
      #expect(button.control.nextChange(after: button.now) == nil)
    }
    button.resize(to: ControlHarness.window)
    #expect(isNear(button.center, Point(x: 94, y: 186)))
  }

  @Test func `B11 continues to the same edge when resized during its animation`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 600, y: 320))
    button.advance(by: .milliseconds(50))
    let center = button.center
    button.resize(to: Size(width: 1200, height: 640))
    #expect(button.center == center, "it does not jump")
    button.settle()
    #expect(button.center == Point(x: 1106, y: 320))
  }

  @Test func `B11 does not change when placed in the same window again`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 1000, y: 300))
    ball.advance(by: .milliseconds(150))
    var other = ball
    other.resize(to: ControlHarness.window)
    for time in 0..<40 {
      let duration = Duration.milliseconds(10 * time)
      #expect(other.center(after: duration) == ball.center(after: duration))
    }
  }

  @Test func `B11 continues a drag when the window is resized`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.dragCenter(to: Point(x: 300, y: 200))
    button.resize(to: Size(width: 1200, height: 800))
    #expect(isNear(button.center, Point(x: 300, y: 200)))
    button.dragCenter(to: Point(x: 1000, y: 400))
    button.release()
    button.settle()
    #expect(button.center.x == 1106)
  }

  @Test(arguments: CancelledDrag.allCases)
  func `B11 returns to its previous value when a drag is cancelled`(cause: CancelledDrag) {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.beginDrag()
    button.drag(by: Vector(dx: -300, dy: 100))
    let isHandled = button.send(cause.event)
    #expect(isHandled == (cause == .escape))
    #expect(!button.isGrabbed)
    button.move(to: Point(x: 100, y: 100))
    button.settle()
    #expect(isNear(button.center, start))
    #expect(button.scale == 1)
    button.release()
    #expect(button.actions.isEmpty)
  }

  @Test func `B11 returns with the spring of drag mode, together with the scale`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.drag(by: Vector(dx: -200, dy: 0))
    button.settle()
    button.press(.escape)
    let progress = 0.45278760323523872
    #expect(isNear(button.center(after: .milliseconds(50)).x, 666 + 200 * progress))
    #expect(isNear(button.scale(after: .milliseconds(50)), 1.4 - 0.4 * progress, within: 1e-12))
  }

  @Test func `B11 continues a drag when the window loses the focus`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.send(.windowFocusChanged(isFocused: false))
    button.drag(by: Vector(dx: -200, dy: 0))
    #expect(isNear(button.center.x, 666))
  }

  @Test(arguments: [CancelledDrag.grabLost, .hidden])
  func `B11 stays when a press is cancelled before it becomes a drag`(cause: CancelledDrag) {
    var button = ControlHarness(button: .init())
    button.press(at: button.center)
    button.advance(by: .milliseconds(100))
    button.send(cause.event)
    button.advance(by: .seconds(1))
    button.release()
    #expect(button.actions.isEmpty)
    #expect(button.scale == 1)
  }

  @Test func `returns its target frame as the focus stop frame while it is animating`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 600, y: 320))
    let target = Rect(x: 780, y: 276, width: 172, height: 88)
    #expect(button.control.frame(ofFocusStop: 0, at: button.now) == target)
    #expect(button.control.focusStop(under: button.center, at: button.now) == nil)
    #expect(button.control.focusStopCount == 1)
  }

  @Test func `counts as moved only after the user drops it elsewhere`() {
    var button = ControlHarness(button: .init())
    button.click(button.center)
    button.resize(to: Size(width: 1200, height: 800))
    button.control.reconfigure(.init(snap: .corners), at: button.now)
    button.settle()
    button.beginDrag()
    button.drag(by: Vector(dx: -30, dy: 40))
    button.press(.escape)
    button.settle()
    button.beginDrag()
    button.release()
    button.control.focus(0, at: button.now)
    for key in [.character("m"), .left, .escape, .character("m"), .left, .right, .enter] as [Key] {
      button.press(key)
    }
    #expect(!button.control.hasBeenMoved)
    var other = button
    for key in [.character("m"), .home, .enter] as [Key] { other.press(key) }
    #expect(other.control.hasBeenMoved)
    button.drop(at: Point(x: 300, y: 200))
    #expect(button.control.hasBeenMoved)
  }

  @Test func `changes immediately with reduced motion`() {
    var button = ControlHarness(button: .init(), reducesMotion: true)
    button.beginDrag()
    #expect(button.scale == 1.4)
    button.dragCenter(to: Point(x: 600, y: 320))
    button.release()
    #expect(button.scale == 1)
    #expect(button.center == Point(x: 866, y: 320))
    #expect(button.control.nextChange(after: button.now) == nil)

    var ball = ControlHarness(button: .init(shape: .ball, dims: false), reducesMotion: true)
    ball.drop(at: Point(x: 1000, y: 300))
    #expect(ball.center == Point(x: 910, y: 300))
    #expect(ball.control.nextChange(after: ball.now) == nil)
  }
}

/// The cause of a cancelled drag.
enum CancelledDrag: CaseIterable {
  case escape, grabLost, hidden

  var event: InputEvent {
    switch self {
    case .escape: .keyPressed(KeyPress(.escape))
    case .grabLost: .pointerGrabLost
    case .hidden: .windowHidden
    }
  }
}
