import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Dragged floating button` {
  @Test(arguments: seeds(20)) func `B4 follows the translation of the pointer from its start position`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    var button = ControlHarness(button: .init(snap: .free))
    button.drop(at: Point(x: 480, y: 320))
    button.settle()
    let start = button.center
    // An arbitrary point of the button, not its center.
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

  @Test func `B4 starts at the pointer position at which the drag begins`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.press(at: start)
    button.move(to: start + Vector(dx: -5, dy: 5))
    button.advance(by: .milliseconds(300))
    #expect(button.center == start)
    button.move(to: start + Vector(dx: -25, dy: 25))
    #expect(button.center == start + Vector(dx: -20, dy: 20))
  }

  @Test func `B4 is thrown if the release is the first event that is far from the press`() {
    var button = ControlHarness(button: .init(snap: .edges, drag: .immediate))
    let start = button.center
    button.press(at: start)
    button.advance(by: .milliseconds(100))
    let release = PointerPress(at: start + Vector(dx: -300, dy: 0))
    button.send(.pointerReleased(release))
    #expect(isNear(button.center, start + Vector(dx: -300, dy: 0)), "it does not jump")
    button.settle()
    #expect(button.center.x < 866 && button.actions.isEmpty)
  }

  @Test func `B4 returns without a jump if a late release cancels its drag`() {
    var button = ControlHarness(button: .init())
    let start = button.center
    button.beginDrag()
    button.drag(by: Vector(dx: -200, dy: 0))
    let release = PointerPress(at: start + Vector(dx: -190, dy: 0))
    let time = Instant.zero + .milliseconds(200)
    _ = button.control.handle(.pointerReleased(release), at: time)
    let center = button.control.frame(at: time).center
    #expect(isNear(center, start + Vector(dx: -200, dy: 0)), "it does not jump")
    button.settle()
    #expect(isNear(button.center, start) && !button.isGrabbed)
  }

  /// The possible centers at rest in the window of the harness.
  private static let area = Rect(x: 94, y: 52, width: 772, height: 536)

  @Test(arguments: [SnapMode.edges, .trailing, .corners, .free], 0..<5)
  func `B5 follows freely up to 8 px from the edges, and beyond with a rubber band`(
    snap: SnapMode, seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: snap))
    expectPositions(of: &button, seed: seed) { free in
      let inner = free.clamped(to: Self.area)
      return inner + Vector(dx: Self.rubberBand(free.x - inner.x), dy: Self.rubberBand(free.y - inner.y))
    }
  }

  /// Returns the displacement of a `UIScrollView` for a drag distance, with a band of 60 px.
  private static func rubberBand(_ distance: Double) -> Double {
    distance * 0.55 * 60 / (60 + 0.55 * abs(distance))
  }

  @Test(arguments: 0..<5)
  func `B5 is clamped to exactly x = W − 99, y = 20, 100 × (H − 100) in mode original`(
    seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: .original))
    let area = Rect(x: 861, y: 20, width: 100, height: 540)
    expectPositions(of: &button, seed: seed) { $0.clamped(to: area) }
  }

  @Test func `B5 is never dragged out by more than the length of the rubber band`() {
    var button = ControlHarness(button: .init())
    button.beginDrag()
    button.drag(by: Vector(dx: 1e9, dy: -1e9))
    #expect(button.center.x < 866 + 60 && button.center.y > 52 - 60)
    let visible = button.control.frame(at: button.now).intersection(
      Rect(origin: .zero, size: ControlHarness.window))
    #expect(visible.width > 172 * 0.6 && visible.height > 0.4 * 88, "it can still be grabbed")
    button.release()
    button.settle()
    #expect(Self.area.inset(by: -1e-9).contains(button.center))
  }

  @Test func `B5 resists from the center on in a window that is too small`() {
    var button = ControlHarness(button: .init(), in: Size(width: 100, height: 50))
    button.beginDrag()
    button.drag(by: Vector(dx: 30, dy: -30))
    #expect(isNear(button.center, Point(x: 50 + Self.rubberBand(30), y: 25 - Self.rubberBand(30))))
    button.release()
    button.settle()
    #expect(button.center == Point(x: 50, y: 25))
  }

  /// Moves the pointer at random, also far outside the window, and verifies each button position.
  ///
  /// - Parameter expected: Returns the expected center for an unconstrained center.
  private func expectPositions(
    of button: inout ControlHarness<FloatingButton>, seed: Int, _ expected: (Point) -> Point
  ) {
    var generator = SeededGenerator(seed: seed)
    let start = button.center
    button.beginDrag()
    for _ in 0..<100 {
      let offset = Vector.random(dx: -2000...1000, dy: -1000...1000, using: &generator)
      button.move(to: start + offset)
      #expect(isNear(button.center, expected(start + offset)))
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
