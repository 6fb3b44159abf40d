import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Floating button between several containers` {
  /// Three monitors: two side by side and one below the second.
  private static let containers = [
    Rect(x: 0, y: 0, width: 800, height: 600), Rect(x: 800, y: 100, width: 1000, height: 700),
    Rect(x: 900, y: 800, width: 600, height: 500),
  ]

  private static func make(snap: SnapMode = .edges) -> ControlHarness<FloatingButton> {
    var configuration = FloatingButton.Configuration(shape: .ball, snap: snap, drag: .immediate, dims: false)
    configuration.reportsLongPress = true
    configuration.reportsDoubleTap = true
    var harness = ControlHarness(button: configuration)
    harness.control.place(in: containers[0], among: containers, at: harness.now)
    harness.settle()
    return harness
  }

  @Test(arguments: seeds(200)) func `rests in the container that is nearest to the end of its throw`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let snap = SnapMode.allCases.filter { $0 != .original }.randomElement(using: &generator) ?? .edges
    var harness = Self.make(snap: snap)
    for _ in 0..<3 {
      let target = Point(
        x: .random(in: 0...1800, using: &generator), y: .random(in: 0...1300, using: &generator))
      harness.drop(at: target)
      harness.settle()
      let nearest = Self.containers.map { target.distance(to: target.clamped(to: $0)) }.min() ?? 0
      let container = harness.control.container
      #expect(Self.containers.contains(container))
      #expect(abs(target.distance(to: target.clamped(to: container)) - nearest) < 1e-9)
      #expect(container.contains(harness.center), "\(harness.center) \(container)")
      let frame = harness.control.frame(at: harness.now)
      #expect(frame.intersection(container) == frame)
    }
  }

  @Test func `follows the pointer to a container in which it cannot move`() {
    var harness = Self.make()
    let narrow = Rect(x: 900, y: 0, width: 10, height: 10)
    harness.control.place(in: Self.containers[0], among: [Self.containers[0], narrow], at: harness.now)
    harness.settle()
    let offset = narrow.center - harness.center
    harness.press(at: harness.center)
    harness.move(to: harness.center + offset)
    #expect(harness.center == narrow.center)
  }

  @Test func `follows the pointer between containers, and returns from outside of all`() {
    var harness = Self.make()
    harness.drop(at: Point(x: 790, y: 300))
    harness.settle()
    let start = harness.center
    harness.press(at: start)
    harness.move(to: start + Vector(dx: 200, dy: 0))
    #expect(harness.center == start + Vector(dx: 200, dy: 0))
    harness.move(to: start + Vector(dx: -900, dy: 0))
    harness.advance(by: .milliseconds(200))
    harness.release()
    harness.settle()
    #expect(harness.control.container == Self.containers[0])
  }

  @Test func `returns to the container of its rest position if the move by keys is cancelled`() {
    var harness = Self.make(snap: .free)
    harness.drop(at: Point(x: 740, y: 300))
    harness.settle()
    harness.control.focus(0, at: harness.now)
    func move(_ keys: [Key]) {
      harness.press(.character("m"))
      for key in keys { harness.press(key) }
      harness.settle()
    }
    let right = Array(repeating: Key.right, count: 10)
    move(right + [.escape])
    #expect(harness.control.container == Self.containers[0])
    #expect(isNear(harness.center, Point(x: 740, y: 300)))
    move(right + [.enter])
    let center = harness.center
    move(Array(repeating: .left, count: 20))
    #expect(harness.control.container == Self.containers[0])
    harness.press(.escape)
    harness.settle()
    #expect(harness.control.container == Self.containers[1] && isNear(harness.center, center))
    // The container from which the move started no longer exists.
    move(Array(repeating: .left, count: 20))
    harness.control.place(in: Self.containers[0], among: [Self.containers[0]], at: harness.now)
    harness.press(.escape)
    #expect(harness.control.container == Self.containers[0])
  }

  @Test(arguments: seeds(50)) func `shows the hint of a move beside it, in the container`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var harness = Self.make(snap: .free)
    let (container, area) = (Self.containers[0], Self.containers[0].inset(by: 40))
    harness.drop(
      at: Point(
        x: .random(in: area.minX...area.maxX, using: &generator),
        y: .random(in: area.minY...area.maxY, using: &generator)))
    harness.settle()
    harness.control.focus(0, at: harness.now)
    harness.press(.character("m"))
    harness.settle()
    let button = harness.control.frame(at: harness.now)
    let outlines = harness.control.coverage(at: harness.now).outlines.dropFirst().map(\.rect)
    #expect(outlines.count == 1)
    for hint in outlines {
      #expect(container.intersection(hint) == hint && !hint.intersects(button))
      #expect(hint.minX <= button.midX && button.midX <= hint.maxX)
      #expect(max(hint.minY - button.maxY, button.minY - hint.maxY) < 40)
    }
  }

  @Test func `reports a long press without moving, and then neither a tap nor a drag`() {
    var harness = Self.make()
    let start = harness.center
    harness.press(at: start)
    harness.advance(by: .milliseconds(299))
    #expect(harness.actions.isEmpty)
    harness.advance(by: .milliseconds(1))
    #expect(harness.actions == [.longPressed])
    harness.move(to: start + Vector(dx: 100, dy: 0))
    harness.release()
    harness.advance(by: .seconds(1))
    #expect(harness.actions == [.longPressed] && harness.center == start)
  }

  @Test func `reports a double tap, and otherwise a single tap after the double-click time`() {
    var harness = Self.make()
    harness.click(harness.center)
    harness.advance(by: .milliseconds(100))
    harness.click(harness.center)
    harness.advance(by: .seconds(2))
    #expect(harness.actions == [.doubleTapped])
    harness.click(harness.center)
    #expect(harness.actions == [.doubleTapped])
    harness.advance(by: .milliseconds(400))
    #expect(harness.actions == [.doubleTapped, .toggled(true)])
  }

  @Test func `performs both taps of two slow clicks`() {
    var configuration = FloatingButton.Configuration(shape: .ball, drag: .immediate, dims: false)
    configuration.reportsDoubleTap = true
    var harness = ControlHarness(button: configuration)
    harness.settle()
    for _ in 0..<2 {
      harness.press(at: harness.center)
      harness.advance(by: .milliseconds(350))
      harness.release()
      harness.advance(by: .milliseconds(100))
    }
    harness.advance(by: .seconds(1))
    #expect(harness.actions == [.toggled(true), .toggled(false)])
  }

  @Test func `performs no delayed tap after another press`() {
    var harness = Self.make()
    harness.click(harness.center)
    harness.press(at: harness.center, button: .secondary)
    harness.advance(by: .seconds(1))
    #expect(harness.actions.isEmpty)
  }

  @Test(arguments: seeds(50)) func `draws the same relative to its extent while it only moves`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var harness = Self.make()
    harness.environment.scale = [1, 1.25, 1.5, 2, 3].randomElement(using: &generator) ?? 1
    harness.settle()
    harness.press(at: harness.center)
    harness.move(to: harness.center + Vector(dx: 10, dy: 0))
    harness.advance(by: .seconds(2))
    var lists: [DisplayList] = []
    var sizes: Set<Size> = []
    for _ in 0..<20 {
      harness.move(to: harness.pointer + Vector.random(dx: -20...40, dy: -20...40, using: &generator))
      var list = DisplayList()
      harness.control.drawExtent(into: &list, at: harness.now)
      lists.append(list)
      let extent = harness.control.coverage(at: harness.now).extent
      sizes.insert(Size(width: (extent.width * 1000).rounded(), height: (extent.height * 1000).rounded()))
      let outer = extent.inset(by: -1e-6)
      for outline in harness.control.coverage(at: harness.now).outlines {
        #expect(outer.contains(outline.rect.origin))
        #expect(outer.contains(Point(x: outline.rect.maxX, y: outline.rect.maxY)))
      }
    }
    #expect(Set(lists).count == 1 && sizes.count == 1, "\(sizes)")
  }
}
