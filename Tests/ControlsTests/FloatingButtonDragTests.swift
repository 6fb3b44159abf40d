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

  @Test(arguments: [SnapMode.edges, .trailing, .corners, .free], 0..<5)
  func `B5 is clamped on each axis at every move, 8 px inside the window`(
    snap: SnapMode, seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: snap))
    expectClamped(&button, to: Rect(x: 94, y: 52, width: 772, height: 536), seed: seed)
  }

  @Test(arguments: 0..<5)
  func `B5 with the seed's snap is clamped to exactly x = W − 99, y = 20, 100 × (H − 100)`(
    seed: Int
  ) {
    var button = ControlHarness(button: .init(snap: .seed))
    expectClamped(&button, to: Rect(x: 861, y: 20, width: 100, height: 540), seed: seed)
  }

  @Test func `B5 keeps its frame 8 px inside the window, not its picture`() {
    var button = ControlHarness(button: .init())
    button.pickUp()
    button.carry(by: Vector(dx: 500, dy: 500))
    button.settle()
    let frame = button.control.frame(at: button.now)
    #expect(frame.maxX == 952 && frame.maxY == 632)
    #expect(button.scale == 1.4)
  }

  @Test func `B5 in a window too small for it stays in the middle`() {
    var button = ControlHarness(button: .init(), in: Size(width: 100, height: 50))
    button.pickUp()
    button.carry(by: Vector(dx: 30, dy: -30))
    #expect(button.center == Point(x: 50, y: 25))
  }

  /// Moves the pointer about, far out of the window too, and expects each place of the button.
  private func expectClamped(
    _ button: inout ControlHarness<FloatingButton>, to area: Rect, seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let start = button.center
    button.pickUp()
    for _ in 0..<100 {
      let way = Vector.random(dx: -2000...1000, dy: -1000...1000, using: &generator)
      button.move(to: start + way)
      #expect(isNear(button.center, (start + way).clamped(to: area)))
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
