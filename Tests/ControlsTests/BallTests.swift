import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Ball shape` {
  @Test func `B8 is a red circle of radius 50 that starts in the center`() throws {
    let ball = ControlHarness(button: .init(shape: .ball))
    #expect(ball.center == Point(x: 480, y: 320))
    #expect(ball.drawing().firstBody == .circle(center: .zero, radius: 50))
    #expect(ball.drawing().shapeColors.first == Theme.light.colors.red)
    #expect(ball.drawing().texts.isEmpty)
  }

  @Test func `B8 defaults to immediate drag, no snapping and dimming`() {
    let ball = FloatingButton.Configuration(shape: .ball)
    #expect(ball.drag == .immediate && ball.snap == .free && ball.dims)
    let other = FloatingButton.Configuration(
      shape: .ball, snap: .corners, drag: .longPress, dims: false)
    #expect(other.drag == .longPress && other.snap == .corners && !other.dims)
    let button = FloatingButton.Configuration()
    #expect(button.drag == .longPress && !button.dims)
  }

  @Test(arguments: FloatingButton.Shape.allCases)
  func `B8 starts a drag after 8 px and otherwise taps after any press duration`(
    shape: FloatingButton.Shape
  ) {
    var ball = ControlHarness(button: .init(shape: shape, drag: .immediate))
    ball.press(at: ball.center)
    ball.advance(by: .seconds(2))
    ball.move(to: ball.pointer + Vector(dx: 8, dy: 0))
    #expect(!ball.isGrabbed)
    ball.release()
    #expect(ball.actions == [.toggled(true)])

    let start = ball.center
    ball.press(at: start)
    ball.move(to: start + Vector(dx: -9, dy: 0))
    #expect(ball.isGrabbed)
    #expect(ball.center == start + Vector(dx: -9, dy: 0), "the grabbed point is under the pointer")
    ball.release()
    #expect(ball.actions == [.toggled(true)])
  }

  @Test func `B8 tolerates small movements of a touch`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    let start = ball.center
    ball.send(.pointerPressed(PointerPress(at: start, isTouch: true)))
    ball.move(to: start + Vector(dx: 8, dy: 0))
    #expect(!ball.isGrabbed)
    ball.move(to: start + Vector(dx: 8.1, dy: 0))
    #expect(ball.isGrabbed)
  }

  @Test func `B8 is neither clamped nor scaled during a drag`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.beginDrag()
    ball.dragCenter(to: Point(x: -500, y: 900))
    #expect(isNear(ball.center, Point(x: -500, y: 900)))
    ball.settle()
    #expect(ball.scale == 1)
  }

  @Test func `B8 stays where it is dropped inside the window, at any velocity`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.beginDrag()
    ball.drag(to: Point(x: 200, y: 400), over: .milliseconds(100))
    let center = ball.center
    ball.release()
    ball.advance(by: .seconds(5))
    #expect(ball.center == center)
  }

  /// Seconds after the delay, and the progress (0…1) of UIKit's spring with 0.25 s, damping 1 and
  /// velocity 1 at that time, computed with 50 digits.
  @Test(arguments: [
    (0.05, 0.55723605053276387), (0.1, 0.88469252449056238), (0.15, 0.97455908438257951),
    (0.2, 0.99483016061775153),
  ]) func `B8 returns with UIKit's spring 0.1 s after a drop outside, on both axes`(
    time: Double, progress: Double
  ) {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 1310, y: -350))
    let waiting = ball.center(after: .milliseconds(100))
    #expect(isNear(waiting, Point(x: 1310, y: -350)))
    let center = ball.center(after: .milliseconds(100) + .seconds(time))
    #expect(isNear(center, Point(x: 1310 - 400 * progress, y: -350 + 400 * progress), within: 1e-8))
  }

  @Test func `B8 returns with the same motion at any throw velocity`() {
    var (dropped, thrown) = (
      ControlHarness(button: .init(shape: .ball)), ControlHarness(button: .init(shape: .ball))
    )
    dropped.drop(at: Point(x: 1000, y: 300))
    thrown.beginDrag()
    thrown.drag(to: thrown.pointer + Vector(dx: 520, dy: -20), over: .milliseconds(100))
    thrown.release()
    for time in 0..<40 {
      let duration = Duration.milliseconds(10 * time)
      #expect(isNear(thrown.center(after: duration), dropped.center(after: duration)))
    }
  }

  @Test func `B8 stays outside the top safe area`() {
    var ball = ControlHarness(button: .init(shape: .ball, topInset: 44))
    ball.drop(at: Point(x: 300, y: 20))
    ball.settle()
    #expect(isNear(ball.center, Point(x: 300, y: 94)))
    #expect(FloatingButton.Configuration(shape: .ball).topInset == 0)
  }
}
