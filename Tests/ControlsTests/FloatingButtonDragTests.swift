import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `A dragged button` {
  @Test(arguments: 0..<20) func `B4 follows the pointer by translation from where it started`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var button = ControlHarness(button: .init(snap: .free))
    button.put(at: Point(x: 480, y: 320))
    button.settle()
    let start = button.center
    // Anywhere on the button, so that the grabbed point is not its centre.
    let grabbed = start + Vector.random(dx: -70...70, dy: -40...40, using: &generator)
    button.press(at: grabbed)
    button.advance(by: .milliseconds(300))
    #expect(button.center == start, "nothing jumps when the drag begins")
    for _ in 0..<50 {
      button.advance(by: .milliseconds(8))
      button.move(to: grabbed + Vector.random(dx: -350...350, dy: -250...250, using: &generator))
      #expect(isNear(button.center, start + (button.pointer - grabbed)))
    }
  }

  @Test func `B4 starts from where the pointer is when the drag begins`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.press(at: start)
    button.move(to: start + Vector(dx: -5, dy: 5))
    button.advance(by: .milliseconds(300))
    #expect(button.center == start)
    button.move(to: start + Vector(dx: -25, dy: 25))
    #expect(button.center == start + Vector(dx: -20, dy: 20))
  }

  @Test func `B4 is caught in its flight where it was grabbed`() {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 600, y: 320))
    button.advance(by: .milliseconds(50))
    let caught = button.center
    button.press(at: caught + Vector(dx: 20, dy: 10))
    button.advance(by: .seconds(1))
    #expect(button.center == caught && button.isGrabbed)
    button.move(to: caught + Vector(dx: -10, dy: 40))
    #expect(isNear(button.center, caught + Vector(dx: -30, dy: 30)))
  }

  @Test func `B4 goes on to its edge after a tap that caught it in its flight`() {
    var button = ControlHarness(button: .init())
    button.put(at: Point(x: 600, y: 320))
    button.advance(by: .milliseconds(50))
    let caught = button.center
    button.press(at: caught)
    button.advance(by: .milliseconds(200))
    button.release()
    #expect(button.center == caught)
    button.settle()
    #expect(isNear(button.center, Point(x: 866, y: 320)))
    #expect(button.actions == [.toggled(true)])
  }

  /// Where the centre may be at rest in the harness' window.
  private static let area = Rect(x: 94, y: 52, width: 772, height: 536)

  @Test(arguments: [SnapMode.edges, .trailing, .corners, .free], 0..<5)
  func `B5 follows freely 8 px inside the window, and beyond against a rubber band`(
    snap: SnapMode, seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: snap))
    expectPlaces(of: &button, seed: seed) { free in
      let held = free.clamped(to: Self.area)
      return held + Vector(dx: Self.give(free.x - held.x), dy: Self.give(free.y - held.y))
    }
  }

  /// How far `UIScrollView` would give way to a pull, with a band of 60 px.
  private static func give(_ pull: Double) -> Double {
    pull * 0.55 * 60 / (60 + 0.55 * abs(pull))
  }

  @Test(arguments: 0..<5)
  func `B5 with the seed's snap is clamped to exactly x = W − 99, y = 20, 100 × (H − 100)`(
    seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: .seed))
    let area = Rect(x: 861, y: 20, width: 100, height: 540)
    expectPlaces(of: &button, seed: seed) { $0.clamped(to: area) }
  }

  @Test func `B5 is never pulled out further than the band is long`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(by: Vector(dx: 1e9, dy: -1e9))
    #expect(button.center.x < 866 + 60 && button.center.y > 52 - 60)
    let seen = button.control.frame(at: button.now).intersection(
      Rect(origin: .zero, size: ControlHarness.window))
    #expect(seen.width > 172 * 0.6 && seen.height > 0.4 * 88, "it can still be grasped")
    button.release()
    button.settle()
    #expect(Self.area.inset(by: -1e-9).contains(button.center))
  }

  @Test func `B5 in a window too small for it resists from the middle on`() {
    var button = ControlHarness(button: .init(), in: Size(width: 100, height: 50))
    button.pickUp()
    button.carry(by: Vector(dx: 30, dy: -30))
    #expect(isNear(button.center, Point(x: 50 + Self.give(30), y: 25 - Self.give(30))))
    button.release()
    button.settle()
    #expect(button.center == Point(x: 50, y: 25))
  }

  /// Moves the pointer about, far out of the window too, and expects each place of the button.
  ///
  /// - Parameter place: By where the hand would have it.
  private func expectPlaces(
    of button: inout ControlHarness<FloatingButton>, seed: Int, _ place: (Point) -> Point
  ) {
    var generator = SeededGenerator(seed: seed)
    let start = button.center
    button.pickUp()
    for _ in 0..<100 {
      let way = Vector.random(dx: -2000...1000, dy: -1000...1000, using: &generator)
      button.move(to: start + way)
      #expect(isNear(button.center, place(start + way)))
      button.advance(by: .milliseconds(8))
    }
  }
}

extension Vector {
  static func random(
    dx: ClosedRange<Double>, dy: ClosedRange<Double>, using generator: inout SeededGenerator
  ) -> Vector {
    Vector(dx: .random(in: dx, using: &generator), dy: .random(in: dy, using: &generator))
  }
}
