import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button start position` {
  private func center(
    _ start: UnitPoint?, snap: SnapMode = .free, shape: FloatingButton.Shape = .button,
    in window: Size = ControlHarness<FloatingButton>.window
  ) -> Point {
    ControlHarness(button: .init(shape: shape, snap: snap, start: start), in: window).center
  }

  @Test func `B11 is the configured unit point of its area`() {
    #expect(isNear(center(UnitPoint(x: 0.25, y: 0.75)), Point(x: 94 + 193, y: 52 + 402)))
    #expect(
      isNear(
        center(UnitPoint(x: 0.5, y: 0), shape: .ball, in: Size(width: 500, height: 400)),
        Point(x: 250, y: 50)))
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 94, y: 300)), (.trailing, Point(x: 866, y: 300)),
    (.corners, Point(x: 94, y: 52)),
  ]) func `B11 is snapped according to the mode`(snap: SnapMode, expected: Point) {
    let start = UnitPoint(x: 0.1, y: 248.0 / 536)
    #expect(isNear(center(start, snap: snap), expected))
  }

  @Test func `B11 is inside for any value and the default for NaN`() {
    #expect(center(UnitPoint(x: -3, y: .infinity)) == Point(x: 94, y: 588))
    #expect(center(UnitPoint(x: 2, y: -.infinity)) == Point(x: 866, y: 52))
    #expect(center(UnitPoint(x: .nan, y: 0)) == Point(x: 866, y: 52))
    #expect(center(UnitPoint(x: .nan, y: .nan)) == center(nil))
    #expect(
      center(UnitPoint(x: .nan, y: .nan), shape: .ball) == center(nil, shape: .ball))
  }

  @Test(arguments: SnapMode.allCases, FloatingButton.Shape.allCases)
  func `B11 restores the rest position of a previous button`(
    snap: SnapMode, shape: FloatingButton.Shape
  ) {
    var button = ControlHarness(button: .init(shape: shape, snap: snap))
    button.drop(at: Point(x: 300, y: 200))
    button.settle()
    let unitPoint = button.control.restPosition
    #expect(isNear(center(unitPoint, snap: snap, shape: shape), button.center))
    // In another window it is also at the position after resizing.
    let window = Size(width: 700, height: 900)
    button.resize(to: window)
    #expect(isNear(center(unitPoint, snap: snap, shape: shape, in: window), button.center))
    #expect(button.control.restPosition == unitPoint)
  }

  @Test func `B11 is reported as the rest position during an animation`() {
    var button = ControlHarness(button: .init())
    button.drop(at: Point(x: 300, y: 320))
    let unitPoint = button.control.restPosition
    #expect(unitPoint == UnitPoint(x: 0, y: 0.5))
    button.advance(by: .milliseconds(50))
    #expect(button.control.restPosition == unitPoint)
    button.settle()
    #expect(button.control.restPosition == unitPoint)
  }

  @Test(arguments: [1.25, 1.5], seeds(20))
  func `B7 is reported as exactly at a corner at any scale`(scale: Double, seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let window = Rect(
      x: 0, y: 0, width: Double(Int.random(in: 700...2000, using: &generator)) / scale,
      height: Double(Int.random(in: 300...2000, using: &generator)) / scale)
    let label = String(repeating: "m", count: .random(in: 1...20, using: &generator))
    for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
      let corner = UnitPoint(x: x, y: y)
      var button = FloatingButton(
        .init(snap: .corners, label: label, start: corner),
        in: Environment(text: FixedTextMetrics(), scale: scale))
      button.place(in: window, at: .zero)
      #expect(button.restPosition == corner)
    }
  }
}
