import Controls
import Motion
import Scene
import TestSupport
import Testing

/// A part of the window that the button is not to cover at rest.
@Suite struct `A floating button beside what is kept clear` {
  typealias Harness = ControlHarness<FloatingButton>

  /// At the trailing side, over the button's starting place.
  private static let side = Rect(x: 700, y: 200, width: 260, height: 240)
  private static let smaller = Size(width: 900, height: 600)

  private func outcome(
    of snap: SnapMode, keepingClear area: Rect, _ use: (inout Harness) -> Void = { _ in }
  ) -> Harness {
    var button = Harness(button: .init(snap: snap, start: .trailing))
    button.keepClear(area)
    use(&button)
    button.settle()
    return button
  }

  @Test(arguments: [
    (SnapMode.edges, Point(x: 866, y: 148)), (.trailing, Point(x: 866, y: 148)),
    (.corners, Point(x: 866, y: 588)), (.free, Point(x: 866, y: 148)),
  ]) func `rests at the nearest place that its mode has`(snap: SnapMode, rest: Point) {
    let button = outcome(of: snap, keepingClear: Self.side)
    #expect(isNear(button.center, rest))
    #expect(!button.covers(Self.side))
  }

  @Test func `goes there by its spring, and back`() {
    var button = Harness(button: .init())
    button.keepClear(Self.side)
    let arrived = 0.45278760323523872
    #expect(isNear(button.center(after: .milliseconds(50)).y, 320 - 172 * arrived))
    button.settle()
    #expect(button.control.restingPlace == .trailing, "it is only out of the way")
    button.keepClear(nil)
    #expect(isNear(button.center(after: .milliseconds(50)).y, 148 + 172 * arrived))
    button.settle()
    #expect(button.center == Point(x: 866, y: 320))
  }

  @Test func `stays where its mode has no other place`() {
    let all = Rect(x: 0, y: 0, width: 960, height: 640)
    #expect(outcome(of: .edges, keepingClear: all).center == Point(x: 866, y: 320))
    let edge = Rect(x: 800, y: 0, width: 100, height: 640)
    #expect(outcome(of: .trailing, keepingClear: edge).center == Point(x: 866, y: 320))
    #expect(!outcome(of: .edges, keepingClear: edge).covers(edge))
  }

  @Test(arguments: 0..<200) func `covers nothing of it, whatever was done`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let snap = SnapMode.allCases.filter { $0 != .seed }.randomElement(using: &generator) ?? .free
    let area = Rect(
      x: .random(in: 0..<500, using: &generator), y: .random(in: 0..<300, using: &generator),
      width: 250, height: 200)
    let place = Point(
      x: .random(in: 0..<960, using: &generator), y: .random(in: 0..<640, using: &generator))
    for way in 0..<3 {
      let button = outcome(of: snap, keepingClear: area) { button in
        switch way {
        case 0: button.put(at: place)
        case 1: button.choose(place)
        default: button.resize(to: Self.smaller, keepingClear: area)
        }
      }
      #expect(!button.covers(area), "\(snap), \(way)")
      let window = way == 2 ? Self.smaller : Harness.window
      #expect(snap.rests(at: button.center, in: window), "\(snap), \(way)")
    }
  }

  @Test func `rests from then on where a hand has put it`() {
    var button = Harness(button: .init(snap: .free))
    button.keepClear(Self.side)
    button.settle()
    button.put(at: Point(x: 300, y: 300))
    button.settle()
    button.keepClear(nil)
    button.settle()
    #expect(isNear(button.center, Point(x: 300, y: 300)))
  }

  @Test func `stays in the hand, and under keys that move it, wherever they bring it`() {
    var button = Harness(button: .init())
    button.pickUp()
    button.keepClear(Self.side)
    button.carry(to: Point(x: 800, y: 300))
    #expect(isNear(button.center, Point(x: 800, y: 300)))
    button.release()
    button.settle()
    #expect(!button.covers(Self.side))
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    for _ in 0..<10 { button.press(.down) }
    button.settle()
    #expect(button.covers(Self.side))
    button.press(.escape)
    button.settle()
    #expect(!button.covers(Self.side))
  }

  @Test func `stays where keys have moved it when what is kept clear changes`() {
    var button = Harness(button: .init())
    button.control.focus(0, at: button.now)
    button.press(.character("m"))
    for _ in 0..<3 { button.press(.left) }
    button.settle()
    let moved = button.center
    for area in [Self.side, nil, Self.side] {
      button.keepClear(area)
      button.settle()
      #expect(button.center == moved)
    }
    button.press(.enter)
    button.settle()
    #expect(!button.covers(Self.side), "dropped, it goes out of the way")
  }

  @Test func `is not moved by a tap, nor kept from its place by one`() {
    var button = Harness(button: .init())
    button.keepClear(Self.side)
    button.settle()
    let aside = button.center
    button.click(aside)
    button.settle()
    #expect(button.center == aside && button.control.restingPlace == .trailing)
  }
}

extension ControlHarness<FloatingButton> {
  fileprivate mutating func keepClear(_ area: Rect?) {
    control.place(in: Rect(origin: .zero, size: Self.window), keepingClear: area, at: now)
  }

  fileprivate mutating func resize(to window: Size, keepingClear area: Rect) {
    control.place(in: Rect(origin: .zero, size: window), keepingClear: area, at: now)
  }

  /// Points out a place for it.
  fileprivate mutating func choose(_ place: Point) {
    settle()
    control.focus(0, at: now)
    press(.menu)
    press(.down)
    press(.enter)
    settle()
    press(at: place)
    release()
  }

  /// Whether it lies on a part of the window.
  fileprivate func covers(_ area: Rect) -> Bool { control.frame(at: now).intersects(area) }
}

extension SnapMode {
  /// Whether a button's centre is where the mode lets it rest.
  fileprivate func rests(at center: Point, in window: Size) -> Bool {
    let isAtTrailing = isNear(center.x, window.width - 94)
    let isAtSide = isAtTrailing || isNear(center.x, 94)
    let isAtEnd = isNear(center.y, 52) || isNear(center.y, window.height - 52)
    return switch self {
    case .edges: isAtSide || isAtEnd
    case .corners: isAtSide && isAtEnd
    case .trailing, .seed: isAtTrailing
    case .free: true
    }
  }
}
