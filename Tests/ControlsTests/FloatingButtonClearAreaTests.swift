import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// The area of the window that the button does not cover at rest.
@Suite struct `Floating button and clear area` {
  typealias Harness = ControlHarness<FloatingButton>

  /// An area at the trailing side that contains the start position of the button.
  private static let clearArea = Rect(x: 700, y: 200, width: 260, height: 240)
  private static let smallerWindow = Size(width: 900, height: 600)

  private func settledButton(
    of snap: SnapMode, keepingClear area: Rect, _ action: (inout Harness) -> Void = { _ in }
  ) -> Harness {
    var button = Harness(button: .init(snap: snap, start: .trailing))
    button.keepClear(area)
    action(&button)
    button.settle()
    return button
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 866, y: 148)), (.trailing, Point(x: 866, y: 148)),
    (.corners, Point(x: 866, y: 588)), (.free, Point(x: 866, y: 148)),
  ]) func `rests at the nearest position that its snap mode allows`(snap: SnapMode, target: Point) {
    let button = settledButton(of: snap, keepingClear: Self.clearArea)
    #expect(isNear(button.center, target))
    #expect(!button.covers(Self.clearArea))
  }

  @Test func `moves out of the area and back with its spring`() {
    var button = Harness(button: .init())
    button.keepClear(Self.clearArea)
    let arrived = 0.45278760323523872
    #expect(isNear(button.center(after: .milliseconds(50)).y, 320 - 172 * arrived))
    button.settle()
    #expect(button.control.restPosition == .trailing, "it is only moved aside")
    button.keepClear(nil)
    #expect(isNear(button.center(after: .milliseconds(50)).y, 148 + 172 * arrived))
    button.settle()
    #expect(button.center == Point(x: 866, y: 320))
  }

  @Test func `keeps its position if its snap mode allows no other`() {
    let all = Rect(x: 0, y: 0, width: 960, height: 640)
    #expect(settledButton(of: .edges, keepingClear: all).center == Point(x: 866, y: 320))
    let edge = Rect(x: 800, y: 0, width: 100, height: 640)
    #expect(settledButton(of: .trailing, keepingClear: edge).center == Point(x: 866, y: 320))
    #expect(!settledButton(of: .edges, keepingClear: edge).covers(edge))
  }

  @Test(arguments: seeds(200)) func `never covers the area at rest after any change`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let snap = SnapMode.allCases.filter { $0 != .original }.randomElement(using: &generator) ?? .free
    let area = Rect(
      x: .random(in: 0..<500, using: &generator), y: .random(in: 0..<300, using: &generator),
      width: 250, height: 200)
    let point = Point(
      x: .random(in: 0..<960, using: &generator), y: .random(in: 0..<640, using: &generator))
    for change in 0..<3 {
      let button = settledButton(of: snap, keepingClear: area) { button in
        switch change {
        case 0: button.drop(at: point)
        case 1: button.choose(point)
        default: button.resize(to: Self.smallerWindow, keepingClear: area)
        }
      }
      #expect(!button.covers(area), "\(snap), \(change)")
      let window = change == 2 ? Self.smallerWindow : Harness.window
      #expect(snap.allowsRest(at: button.center, in: window), "\(snap), \(change)")
    }
  }

  @Test func `keeps the position to which it was dragged`() {
    var button = Harness(button: .init(snap: .free))
    button.keepClear(Self.clearArea)
    button.settle()
    button.drop(at: Point(x: 300, y: 300))
    button.settle()
    button.keepClear(nil)
    button.settle()
    #expect(isNear(button.center, Point(x: 300, y: 300)))
  }

  @Test func `may cover the area during a drag and in move mode`() {
    var button = Harness(button: .init())
    button.beginDrag()
    button.keepClear(Self.clearArea)
    button.dragCenter(to: Point(x: 800, y: 300))
    #expect(isNear(button.center, Point(x: 800, y: 300)))
    button.release()
    button.settle()
    #expect(!button.covers(Self.clearArea))
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    for _ in 0..<10 { button.press(.down) }
    button.settle()
    #expect(button.covers(Self.clearArea))
    button.press(.escape)
    button.settle()
    #expect(!button.covers(Self.clearArea))
  }

  @Test func `keeps its position in move mode when the clear area changes`() {
    var button = Harness(button: .init())
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    for _ in 0..<3 { button.press(.left) }
    button.settle()
    let moved = button.center
    for area in [Self.clearArea, nil, Self.clearArea] {
      button.keepClear(area)
      button.settle()
      #expect(button.center == moved)
    }
    button.press(.enter)
    button.settle()
    #expect(!button.covers(Self.clearArea), "it moves out of the area when dropped")
  }

  @Test func `keeps its position and its rest position after a tap`() {
    var button = Harness(button: .init())
    button.keepClear(Self.clearArea)
    button.settle()
    let moved = button.center
    button.click(moved)
    button.settle()
    #expect(button.center == moved && button.control.restPosition == .trailing)
  }
}

extension ControlHarness<FloatingButton> {
  fileprivate mutating func keepClear(_ area: Rect?) {
    control.place(in: Rect(origin: .zero, size: Self.window), keepingClear: area, at: now)
  }

  fileprivate mutating func resize(to window: Size, keepingClear area: Rect) {
    control.place(in: Rect(origin: .zero, size: window), keepingClear: area, at: now)
  }

  /// Moves the button to a position with point-and-click.
  fileprivate mutating func choose(_ point: Point) {
    settle()
    control.focus(0, at: now)
    press(.menu)
    press(.down)
    press(.enter)
    settle()
    press(at: point)
    release()
  }

  /// Returns whether the button covers a part of an area.
  fileprivate func covers(_ area: Rect) -> Bool { control.frame(at: now).intersects(area) }
}

extension SnapMode {
  /// Returns whether the mode allows a button to rest with this center.
  fileprivate func allowsRest(at center: Point, in window: Size) -> Bool {
    let isAtTrailing = isNear(center.x, window.width - 94)
    let isAtSide = isAtTrailing || isNear(center.x, 94)
    let isAtEnd = isNear(center.y, 52) || isNear(center.y, window.height - 52)
    return switch self {
    case .edges: isAtSide || isAtEnd
    case .corners: isAtSide && isAtEnd
    case .trailing, .original: isAtTrailing
    case .free: true
    }
  }
}
