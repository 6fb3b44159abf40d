import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Released floating button` {
  @Test func `B6 stays visible because the throw speed is limited`() {
    var button = ControlHarness(button: .init(snap: .edges))
    button.drop(at: Point(x: 480, y: 300))
    button.advance(by: .seconds(2))
    button.beginDrag()
    // Ten times as fast as the limit.
    button.drag(to: button.pointer + Vector(dx: 480, dy: 0), over: .milliseconds(6))
    button.release()
    let positions = (0..<600).map { button.center(after: .milliseconds($0)).x }
    #expect((positions.max() ?? .infinity) < 960 + 86, "a part of it stays visible")
    button.settle()
    #expect(button.center.x == 866)
  }

  @Test func `B6 rests half outside with unchanged y in mode original, also when thrown`() {
    var button = ControlHarness(button: .init(snap: .original))
    button.beginDrag()
    button.drag(to: button.pointer + Vector(dx: -80, dy: 100), over: .milliseconds(100))
    let height = button.center.y
    button.release()
    for time in 0..<60 {
      #expect(button.center(after: .milliseconds(10 * time)).y == height)
    }
    button.settle()
    #expect(button.center == Point(x: 961, y: height))
  }

  @Test(arguments: [
    (Point(x: 700, y: 300), Point(x: 866, y: 300)), (Point(x: 200, y: 300), Point(x: 94, y: 300)),
    (Point(x: 500, y: 500), Point(x: 500, y: 588)), (Point(x: 500, y: 100), Point(x: 500, y: 52)),
  ]) func `B6 snaps to the nearest edge and keeps the other axis`(
    point: Point, target: Point
  ) {
    var button = ControlHarness(button: .init())
    button.drop(at: point)
    button.settle()
    #expect(isNear(button.center, target))
  }

  /// The possible centers in this window are the square 94…494 × 52…452.
  @Test(arguments: [
    (Point(x: 294, y: 252), Point(x: 494, y: 252)),  // all four
    (Point(x: 394, y: 352), Point(x: 494, y: 352)),  // trailing and bottom
    (Point(x: 394, y: 152), Point(x: 494, y: 152)),  // trailing and top
    (Point(x: 194, y: 352), Point(x: 94, y: 352)),  // leading and bottom
    (Point(x: 194, y: 152), Point(x: 94, y: 152)),  // leading and top
  ]) func `B6 prefers the trailing, then the leading edge among equally near ones`(
    point: Point, target: Point
  ) {
    var button = ControlHarness(button: .init(), in: Size(width: 588, height: 504))
    button.drop(at: point)
    button.settle()
    #expect(button.center == target)
  }
}

@Suite struct `Thrown floating button` {
  /// Seconds since the release, and the progress (0…1) of the spring of drag mode at that time with
  /// an initial velocity of 5 per second, computed with 50 digits.
  static let spring: [(time: Double, progress: Double)] = [
    (0.05, 0.55248774965987251), (0.1, 1.0018637213996659), (0.25, 1.0024615224154194),
  ]

  @Test(arguments: spring)
  func `B6 snaps with the velocity of the pointer`(time: Double, progress: Double) {
    var button = ControlHarness(button: .init(snap: .trailing))
    button.beginDrag()
    button.dragCenter(to: Point(x: 366, y: 320))
    // 1000 px/s toward an edge 200 px away is 5 distances per second.
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    button.release()
    let center = button.center(after: .seconds(time))
    #expect(isNear(center.x, 666 + 200 * progress, within: 1e-6))
  }

  @Test func `B6 coasts 499 px at 1000 px/s if it does not snap`() {
    var button = ControlHarness(button: .init(snap: .free), in: Size(width: 3000, height: 640))
    button.beginDrag()
    button.dragCenter(to: Point(x: 1000, y: 320))
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    button.release()
    button.settle()
    #expect(isNear(button.center, Point(x: 1799, y: 320), within: 1e-6))
  }

  @Test func `B6 moves to the edge at which it is thrown, not to the nearest one`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.dragCenter(to: Point(x: 800, y: 320))
    // Released at 500, 366 px from the trailing edge; thrown 499 px toward the leading one.
    button.drag(to: button.pointer + Vector(dx: -300, dy: 0), over: .milliseconds(300))
    button.release()
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 320)))
  }

  @Test func `B6 moves on the other axis to the whole pixel of the projected position`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.dragCenter(to: Point(x: 840, y: 150))
    button.drag(to: button.pointer + Vector(dx: 0, dy: 100), over: .milliseconds(500))
    button.release()
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    // 0.499·200 px from 250.
    let start = Spring.State(displacement: -100, velocity: 200)
    for time in [0.05, 0.1, 0.2] {
      let height = 350 + spring.state(from: start, after: time).displacement
      #expect(isNear(button.center(after: .seconds(time)).y, height, within: 1e-6))
    }
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 350)))
  }

  @Test func `B6 does not overshoot an edge at which it is clamped`() {
    var button = ControlHarness(button: .init(snap: .original))
    button.beginDrag()
    button.drag(to: button.pointer + Vector(dx: 400, dy: 0), over: .milliseconds(100))
    #expect(button.center == Point(x: 961, y: 290))
    button.release()
    for time in 0..<60 {
      #expect(button.center(after: .milliseconds(10 * time)) == Point(x: 961, y: 290))
    }
  }

  @Test(arguments: [SnapMode.edges, .trailing, .corners, .free])
  func `B6 leaves the rubber band with the velocity of the button, not the pointer`(
    snap: SnapMode
  ) {
    var button = ControlHarness(button: .init(snap: snap))
    button.beginDrag()
    button.dragCenter(to: Point(x: 766, y: 320))
    // 200 px beyond the edge at 1000 px/s.
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    let dragged = button.center.x
    // 200·c·60 / (60 + c·200), for c = 0.55.
    #expect(isNear(dragged, 866 + 6600.0 / 170))
    button.release()
    #expect(button.center.x == dragged, "it does not jump")
    let ratio = 170.0 / 60
    let velocity = (button.center(after: .microseconds(1)).x - dragged) * 1e6
    #expect(isNear(velocity, 1000 * 0.55 / (ratio * ratio), within: 0.1))
    button.settle()
    #expect(isNear(button.center.x, 866))
  }

  @Test(arguments: [
    (Vector(dx: 300, dy: 0), Point(x: 866, y: 320)),
    (Vector(dx: -300, dy: 0), Point(x: 94, y: 320)),
    (Vector(dx: 0, dy: 300), Point(x: 480, y: 588)),
    (Vector(dx: 0, dy: -300), Point(x: 480, y: 52)),
  ])
  func `B6 snaps to the edge in throw direction when released in the center`(
    offset: Vector, target: Point
  ) {
    #expect(isNear(thrown(by: offset, snap: .edges), target))
  }

  @Test(arguments: [
    (Vector(dx: 150, dy: 150), Point(x: 866, y: 588)),
    (Vector(dx: 150, dy: -150), Point(x: 866, y: 52)),
    (Vector(dx: -150, dy: 150), Point(x: 94, y: 588)),
    (Vector(dx: -150, dy: -150), Point(x: 94, y: 52)),
  ])
  func `B6 snaps to the corner in throw direction when released in the center`(
    offset: Vector, target: Point
  ) {
    #expect(isNear(thrown(by: offset, snap: .corners), target))
  }

  /// Returns the rest center of a button that is thrown in the center of the window.
  ///
  /// - Parameter offset: The distance that the pointer would cover in 0.3 s.
  private func thrown(by offset: Vector, snap: SnapMode) -> Point {
    var button = ControlHarness(button: .init(snap: snap))
    button.beginDrag()
    button.dragCenter(to: Point(x: 480, y: 320) - offset * 0.1)
    button.drag(to: button.pointer + offset * 0.1, over: .milliseconds(30))
    button.release()
    button.settle()
    return button.center
  }

  @Test func `B6 is not thrown if the pointer pauses before the release`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.beginDrag()
    button.drag(to: button.pointer + Vector(dx: -300, dy: 0), over: .milliseconds(100))
    button.advance(by: .milliseconds(40))
    button.release()
    button.settle()
    #expect(button.center == Point(x: 566, y: 320))
  }
}
