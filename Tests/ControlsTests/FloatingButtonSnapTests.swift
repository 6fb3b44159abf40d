import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A button let go` {
  @Test func `B6 snaps to the trailing edge, its height unchanged`() {
    var button = ControlHarness(button: .init(snap: .trailing))
    button.put(at: Point(x: 120, y: 200))
    button.settle()
    #expect(button.center == Point(x: 866, y: 200))
    #expect(button.control.frame(at: button.now).maxX == 952)
  }

  @Test func `B6 is thrown no faster than a hand can throw, and so stays in sight`() {
    var button = ControlHarness(button: .init(snap: .edges))
    button.put(at: Point(x: 480, y: 300))
    button.advance(by: .seconds(2))
    button.pickUp()
    // Ten times as fast as the limit.
    button.drag(to: button.pointer + Vector(dx: 480, dy: 0), over: .milliseconds(6))
    button.release()
    let places = (0..<600).map { button.center(after: .milliseconds($0)).x }
    #expect((places.max() ?? .infinity) < 960 + 86, "all of it is outside")
    button.settle()
    #expect(button.center.x == 866)
  }

  @Test func `B6 by the seed's snap rests half outside, its height unchanged by a throw too`() {
    var button = ControlHarness(button: .init(snap: .seed))
    button.pickUp()
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
  ]) func `B6 snaps to the nearest of the four edges, the other axis as it is`(
    place: Point, rest: Point
  ) {
    var button = ControlHarness(button: .init())
    button.put(at: place)
    button.settle()
    #expect(isNear(button.center, rest))
  }

  /// In this window the centre may be in 94…494 × 52…452, a square.
  @Test(arguments: [
    (Point(x: 294, y: 252), Point(x: 494, y: 252)),  // all four
    (Point(x: 394, y: 352), Point(x: 494, y: 352)),  // trailing and bottom
    (Point(x: 394, y: 152), Point(x: 494, y: 152)),  // trailing and top
    (Point(x: 194, y: 352), Point(x: 94, y: 352)),  // leading and bottom
    (Point(x: 194, y: 152), Point(x: 94, y: 152)),  // leading and top
  ]) func `B6 takes of edges equally near the trailing, then the leading one`(
    place: Point, rest: Point
  ) {
    var button = ControlHarness(button: .init(), in: Size(width: 588, height: 504))
    button.put(at: place)
    button.settle()
    #expect(button.center == rest)
  }

  @Test func `B6 takes of edges equally near the bottom before the top`() {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 480, y: 320))
    button.settle()
    #expect(button.center == Point(x: 480, y: 588))
  }

  @Test(arguments: [
    (Point(x: 300, y: 200), Point(x: 94, y: 52)), (Point(x: 300, y: 400), Point(x: 94, y: 588)),
    (Point(x: 700, y: 200), Point(x: 866, y: 52)), (Point(x: 700, y: 400), Point(x: 866, y: 588)),
  ]) func `B6 snaps to the nearest corner`(place: Point, rest: Point) {
    var button = ControlHarness(button: .init(snap: .corners))
    button.put(at: place)
    button.settle()
    #expect(button.center == rest)
  }

  @Test func `B6 without snapping stays where it is`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.put(at: Point(x: 333, y: 222))
    button.settle()
    #expect(button.center == Point(x: 333, y: 222))
  }

  @Test func `B6 snaps to edges by default`() {
    #expect(FloatingButton.Configuration().snap == .edges)
  }

  @Test(arguments: `Drag mode`.spring)
  func `B6 snaps by the spring of drag mode`(time: Double, place: Double) {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 666, y: 320))
    let center = button.center(after: .seconds(time))
    #expect(isNear(center.x, 666 + 200 * place, within: 1e-9))
    #expect(center.y == 320)
  }
}

@Suite struct `A thrown button` {
  /// Seconds since the release, and how far the spring of drag mode is then, of 1, having started
  /// with a velocity of 5 per second; as computed with 50 digits.
  static let spring: [(time: Double, place: Double)] = [
    (0.05, 0.55248774965987251), (0.1, 1.0018637213996659), (0.25, 1.0024615224154194),
  ]

  @Test(arguments: spring)
  func `B6 starts its snap with the velocity of the hand`(time: Double, place: Double) {
    var button = ControlHarness(button: .init(snap: .trailing))
    button.pickUp()
    button.carry(to: Point(x: 366, y: 320))
    // 1000 px/s toward an edge 200 px away is 5 ways a second.
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    button.release()
    let center = button.center(after: .seconds(time))
    #expect(isNear(center.x, 666 + 200 * place, within: 1e-6))
  }

  @Test func `B6 at 1000 px/s goes on for 499 px where it does not snap`() {
    var button = ControlHarness(button: .init(snap: .free), in: Size(width: 3000, height: 640))
    button.pickUp()
    button.carry(to: Point(x: 1000, y: 320))
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    button.release()
    button.settle()
    #expect(isNear(button.center, Point(x: 1799, y: 320), within: 1e-6))
  }

  @Test func `B6 goes to the edge that it is thrown at, not to the one it is near`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(to: Point(x: 800, y: 320))
    // Released at 500, 366 px from the trailing edge; thrown 499 px toward the leading one.
    button.drag(to: button.pointer + Vector(dx: -300, dy: 0), over: .milliseconds(300))
    button.release()
    button.settle()
    #expect(isNear(button.center, Point(x: 94, y: 320)))
  }

  @Test func `B6 springs on the other axis to the projected place's whole pixel`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(to: Point(x: 840, y: 150))
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

  @Test func `B6 comes to rest inside the window however hard it is thrown`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(to: Point(x: 840, y: 150))
    button.drag(to: button.pointer + Vector(dx: 0, dy: 300), over: .milliseconds(40))
    button.release()
    button.settle()
    // So far beyond the bottom that this is the edge it is thrown at.
    #expect(isNear(button.center, Point(x: 840, y: 588)))
  }

  @Test func `B6 against the side that stops it dead does not push through`() {
    var button = ControlHarness(button: .init(snap: .seed))
    button.pickUp()
    button.drag(to: button.pointer + Vector(dx: 400, dy: 0), over: .milliseconds(100))
    #expect(button.center == Point(x: 961, y: 290))
    button.release()
    for time in 0..<60 {
      #expect(button.center(after: .milliseconds(10 * time)) == Point(x: 961, y: 290))
    }
  }

  @Test(arguments: [SnapMode.edges, .trailing, .corners, .free])
  func `B6 out of the rubber band has the velocity of the button, not of the hand`(
    snap: SnapMode
  ) {
    var button = ControlHarness(button: .init(snap: snap))
    button.pickUp()
    button.carry(to: Point(x: 766, y: 320))
    // 200 px beyond the edge at 1000 px/s.
    button.drag(to: button.pointer + Vector(dx: 300, dy: 0), over: .milliseconds(300))
    let held = button.center.x
    // 200·c·60 / (60 + c·200), for c = 0.55.
    #expect(isNear(held, 866 + 6600.0 / 170))
    button.release()
    #expect(button.center.x == held, "nothing jumps")
    let stretch = 170.0 / 60
    let velocity = (button.center(after: .microseconds(1)).x - held) * 1e6
    #expect(isNear(velocity, 1000 * 0.55 / (stretch * stretch), within: 0.1))
    button.settle()
    #expect(isNear(button.center.x, 866))
  }

  @Test(arguments: [
    (Vector(dx: 300, dy: 0), Point(x: 866, y: 320)),
    (Vector(dx: -300, dy: 0), Point(x: 94, y: 320)),
    (Vector(dx: 0, dy: 300), Point(x: 480, y: 588)),
    (Vector(dx: 0, dy: -300), Point(x: 480, y: 52)),
  ]) func `B6 goes from the middle to the edge that it is thrown at`(way: Vector, rest: Point) {
    #expect(isNear(thrown(by: way, snap: .edges), rest))
  }

  @Test(arguments: [
    (Vector(dx: 150, dy: 150), Point(x: 866, y: 588)),
    (Vector(dx: 150, dy: -150), Point(x: 866, y: 52)),
    (Vector(dx: -150, dy: 150), Point(x: 94, y: 588)),
    (Vector(dx: -150, dy: -150), Point(x: 94, y: 52)),
  ]) func `B6 goes from the middle to the corner that it is thrown at`(way: Vector, rest: Point) {
    #expect(isNear(thrown(by: way, snap: .corners), rest))
  }

  /// Where the button comes to rest that is thrown in the middle of the window.
  ///
  /// - Parameter way: Of the hand, in a third of a second.
  private func thrown(by way: Vector, snap: SnapMode) -> Point {
    var button = ControlHarness(button: .init(snap: snap))
    button.pickUp()
    button.carry(to: Point(x: 480, y: 320) - way * 0.1)
    button.drag(to: button.pointer + way * 0.1, over: .milliseconds(30))
    button.release()
    button.settle()
    return button.center
  }

  @Test func `B6 after a pause in the hand is not thrown`() {
    var button = ControlHarness(button: .init(snap: .free))
    button.pickUp()
    button.drag(to: button.pointer + Vector(dx: -300, dy: 0), over: .milliseconds(100))
    button.advance(by: .milliseconds(40))
    button.release()
    button.settle()
    #expect(button.center == Point(x: 566, y: 320))
  }
}
