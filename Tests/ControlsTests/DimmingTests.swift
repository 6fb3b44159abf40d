import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Dimming button` {
  private static let elsewhere = Point(x: 5, y: 5)

  @Test func `B9 stays opaque for 1 s and then fades to 0.2 in 1 s with ease-in-out`() {
    let ball = ControlHarness(button: .init(shape: .ball))
    #expect(ball.control.nextChange(after: .zero) == .zero + .seconds(1))
    #expect(ball.opacity(after: .seconds(1)) == 1)
    #expect(ball.opacity(after: .seconds(1) + .milliseconds(1)) < 1)
    // CSS ease-in-out is 0.129161931 at a quarter of the time.
    #expect(isNear(ball.opacity(after: .milliseconds(1250)), 1 - 0.8 * 0.129161931, within: 1e-9))
    #expect(isNear(ball.opacity(after: .milliseconds(1500)), 0.6))
    #expect(isNear(ball.opacity(after: .milliseconds(1750)), 0.2 + 0.8 * 0.129161931, within: 1e-9))
    #expect(ball.opacity(after: .seconds(2)) == 0.2)
  }

  @Test func `B9 wakes the program once in the first second and never when dimmed`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.advance(by: .seconds(1))
    #expect(ball.wakeUps == 1)
    ball.settle()
    let wakeUps = ball.wakeUps
    ball.advance(by: .seconds(600))
    #expect(ball.wakeUps == wakeUps)
    #expect(ball.opacity == 0.2)
  }

  @Test func `B9 is opaque while hovered`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.advance(by: .milliseconds(1500))
    ball.move(to: ball.center)
    #expect(ball.opacity == 1)
    ball.advance(by: .seconds(10))
    #expect(ball.opacity == 1)
    ball.move(to: Self.elsewhere)
    #expect(ball.opacity(after: .seconds(1)) == 1)
    #expect(ball.opacity(after: .seconds(2)) == 0.2)
  }

  @Test func `B9 is opaque while focused`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.advance(by: .seconds(10))
    ball.control.focus(0, at: ball.now)
    #expect(ball.opacity == 1)
    #expect(ball.control.nextChange(after: ball.now) == nil)
    ball.control.focus(nil, at: ball.now)
    #expect(ball.opacity(after: .seconds(2)) == 0.2)
  }

  @Test func `B9 does not dim during a second drag by the timer of the first one`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 300, y: 300))
    ball.move(to: Self.elsewhere)
    ball.advance(by: .milliseconds(1500))
    #expect(ball.opacity < 1)
    ball.beginDrag()
    for _ in 0..<30 {
      ball.drag(to: ball.pointer + Vector(dx: 5, dy: 3), over: .milliseconds(100))
      #expect(ball.opacity == 1)
    }
  }

  @Test func `B9 dims 1 s after release if the pointer is no longer over it`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 1100, y: 300))
    #expect(ball.opacity(after: .seconds(1)) == 1)
    #expect(ball.opacity(after: .milliseconds(1500)) < 1)
    ball.settle()
    #expect(ball.opacity == 0.2)
  }

  @Test func `B9 stays opaque if released under the pointer`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.drop(at: Point(x: 300, y: 300))
    ball.advance(by: .seconds(10))
    #expect(ball.opacity == 1)
  }

  @Test func `B9 becomes opaque when a resize moves it under the pointer`() {
    var ball = ControlHarness(button: .init(shape: .ball))
    ball.move(to: Point(x: 700, y: 500))
    ball.advance(by: .seconds(10))
    ball.resize(to: Size(width: 1400, height: 1000))
    #expect(ball.center == ball.pointer)
    #expect(ball.opacity == 1)
  }

  @Test func `B9 can be configured for both shapes`() {
    let bright = ControlHarness(button: .init(shape: .ball, dims: false))
    #expect(bright.control.nextChange(after: .zero) == nil)
    var button = ControlHarness(button: .init(dims: true))
    button.settle()
    #expect(button.opacity == 0.2)
  }

  @Test func `B9 fades also with reduced motion`() {
    let ball = ControlHarness(button: .init(shape: .ball), reducesMotion: true)
    #expect(ball.opacity(after: .seconds(1)) == 1)
    #expect(isNear(ball.opacity(after: .milliseconds(1500)), 0.6))
    #expect(ball.opacity(after: .seconds(2)) == 0.2)
  }
}
