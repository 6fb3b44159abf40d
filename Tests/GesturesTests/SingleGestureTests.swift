import Gestures
import Motion
import Scene
import Testing

@Suite struct `Long press gesture` {
  private let gesture = LongPressGesture(minimumDuration: .milliseconds(300), maximumDistance: 10)

  private static let table: [(PointerScript, GestureState<Point>)] = [
    (PointerScript("nothing", []), .possible),
    (PointerScript("not yet", [(0, press(0)), (299, nil)]), .possible),
    (PointerScript("held", [(0, press(5)), (300, nil)]), .ended(at(5))),
    (PointerScript("held long", [(0, press(5)), (90_000, nil)]), .ended(at(5))),
    (PointerScript("short", [(0, press(0)), (299, release(0))]), .failed),
    (PointerScript("just long", [(0, press(0)), (300, release(0))]), .ended(at(0))),
    (PointerScript("moved", [(0, press(0)), (200, move(10)), (300, nil)]), .ended(at(10))),
    (PointerScript("too far", [(0, press(0)), (200, move(10.1)), (300, nil)]), .failed),
    (
      PointerScript("back again", [(0, press(0)), (9, move(11)), (20, move(0)), (300, nil)]),
      .failed
    ),
    (PointerScript("moved after", [(0, press(0)), (301, move(50))]), .ended(at(0))),
    (PointerScript("cancelled", [(0, press(0)), (100, .cancelled), (300, nil)]), .failed),
    (PointerScript("cancelled after", [(0, press(0)), (400, .cancelled)]), .failed),
    (
      PointerScript("again", [(0, press(0)), (9, release(0)), (20, press(7)), (320, nil)]),
      .ended(at(7))
    ),
    (PointerScript("pressed twice", [(0, press(0)), (200, press(7)), (400, nil)]), .possible),
  ]

  @Test(arguments: table)
  func `B2 ends after it is held in place for the minimum duration`(
    script: PointerScript, outcome: GestureState<Point>
  ) {
    #expect(script.outcome(of: gesture) == outcome)
  }

  @Test func `has a deadline only until the minimum duration`() {
    var gesture = gesture
    #expect(gesture.deadline == nil)
    gesture.handle(press(0), at: milliseconds(50))
    #expect(gesture.deadline == milliseconds(350))
    gesture.advance(to: milliseconds(350))
    #expect(gesture.deadline == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `ends immediately if its duration is not positive`(duration: Duration) {
    var gesture = LongPressGesture(minimumDuration: duration, maximumDistance: 10)
    gesture.handle(press(3), at: .zero)
    #expect(gesture.state == .ended(at(3)))
  }

  @Test(arguments: [Double.nan, -1, 10])
  func `fails if the position of the pointer is not finite`(distance: Double) {
    var gesture = LongPressGesture(minimumDuration: .seconds(1), maximumDistance: distance)
    gesture.handle(press(0), at: .zero)
    gesture.handle(move(.nan), at: .zero)
    #expect(gesture.state == .failed)
  }
}

@Suite struct `Tap gesture` {
  private let gesture = TapGesture(maximumDuration: .milliseconds(300), maximumDistance: 10)

  private static let table: [(PointerScript, GestureState<Point>)] = [
    (PointerScript("nothing", []), .possible),
    (PointerScript("released only", [(0, release(0))]), .failed),
    (PointerScript("down", [(0, press(0))]), .possible),
    (PointerScript("short", [(0, press(0)), (299, release(4))]), .ended(at(4))),
    (PointerScript("immediately", [(0, press(0)), (0, release(0))]), .ended(at(0))),
    (PointerScript("long", [(0, press(0)), (300, release(0))]), .failed),
    (PointerScript("held", [(0, press(0)), (300, nil)]), .failed),
    (PointerScript("near", [(0, press(0)), (50, move(10)), (90, release(1))]), .ended(at(1))),
    (PointerScript("far", [(0, press(0)), (50, move(11)), (90, release(1))]), .failed),
    (PointerScript("released far", [(0, press(0)), (90, release(11))]), .failed),
    (PointerScript("cancelled", [(0, press(0)), (50, .cancelled), (90, release(0))]), .failed),
    (
      PointerScript("twice", [(0, press(0)), (9, release(0)), (20, press(7)), (30, release(8))]),
      .ended(at(8))
    ),
    (
      PointerScript("moved after", [(0, press(0)), (9, release(0)), (20, move(90))]), .ended(at(0))
    ),
  ]

  @Test(arguments: table)
  func `B2 is a press and a release that are close in time and position`(
    script: PointerScript, outcome: GestureState<Point>
  ) {
    #expect(script.outcome(of: gesture) == outcome)
  }

  @Test func `may last forever without a maximum duration`() {
    let script = PointerScript("very long", [(0, press(0)), (1_000_000, release(2))])
    #expect(script.outcome(of: TapGesture(maximumDistance: 3)) == .ended(at(2)))
  }

  @Test func `fails if the maximum distance is NaN or the duration is negative`() {
    let script = PointerScript("a tap", [(0, press(0)), (1, release(0))])
    #expect(script.outcome(of: TapGesture(maximumDistance: .nan)) == .failed)
    let negative = TapGesture(maximumDuration: .seconds(-1), maximumDistance: 10)
    #expect(script.outcome(of: negative) == .failed)
  }
}

@Suite struct `Drag gesture` {
  /// Returns the state without its velocity.
  private func summary(_ script: PointerScript, _ distance: Double) -> String {
    switch script.outcome(of: DragGesture(minimumDistance: distance)) {
    case .possible: "possible"
    case .active(let drag): "active \(drag.startPosition.x) to \(drag.position.x)"
    case .ended(let drag): "ended \(drag.startPosition.x) to \(drag.position.x)"
    case .failed: "failed"
    }
  }

  private static let table: [(PointerScript, Double, String)] = [
    (PointerScript("nothing", []), 0, "possible"),
    (PointerScript("moved only", [(0, move(4))]), 0, "possible"),
    (PointerScript("down", [(0, press(4))]), 0, "active 4.0 to 4.0"),
    (PointerScript("down", [(0, press(4))]), 3, "possible"),
    (PointerScript("near", [(0, press(4)), (10, move(6.9))]), 3, "possible"),
    (PointerScript("far", [(0, press(4)), (10, move(7))]), 3, "active 4.0 to 7.0"),
    (
      PointerScript("back", [(0, press(4)), (10, move(9)), (20, move(5))]), 3, "active 4.0 to 5.0"
    ),
    (PointerScript("up", [(0, press(4)), (9, move(9)), (20, release(8))]), 3, "ended 4.0 to 8.0"),
    (PointerScript("no move", [(0, press(4)), (20, release(4))]), 3, "failed"),
    (PointerScript("no move", [(0, press(4)), (20, release(4))]), 0, "ended 4.0 to 4.0"),
    (PointerScript("in one", [(0, press(4)), (20, release(9))]), 3, "ended 4.0 to 9.0"),
    (PointerScript("cancelled", [(0, press(4)), (9, move(9)), (20, .cancelled)]), 3, "failed"),
    (
      PointerScript("stale", [(0, press(4)), (9, .cancelled), (20, move(9)), (30, release(9))]), 3,
      "failed"
    ),
    (
      PointerScript("again", [(0, press(4)), (9, release(9)), (20, press(1)), (30, move(9))]), 3,
      "active 1.0 to 9.0"
    ),
    (PointerScript("never", [(0, press(4)), (10, move(900))]), .nan, "possible"),
  ]

  @Test(arguments: table)
  func `B8 starts after the minimum distance and ends on release`(
    script: PointerScript, distance: Double, outcome: String
  ) {
    #expect(summary(script, distance) == outcome)
  }

  @Test func `B4 reports the translation from the press to the pointer`() throws {
    var gesture = DragGesture()
    gesture.handle(.pressed(Point(x: 3, y: 4)), at: .zero)
    gesture.handle(.moved(Point(x: 10, y: 2)), at: milliseconds(10))
    let drag = try #require(gesture.state.value)
    #expect(drag.translation == Vector(dx: 7, dy: -2))
  }

  /// Returns the velocity of a throw of 1000 px/s that stops `pause` milliseconds before the
  /// release.
  private func thrown(pause: Int) -> Double? {
    let moves = (1...10).map {
      (milliseconds: $0 * 8, event: move(Double($0) * 8) as GestureEvent?)
    }
    let script = PointerScript(
      "thrown", [(0, press(0))] + moves + [(80 + pause, release(80))])
    return script.outcome(of: DragGesture()).value?.velocity.dx
  }

  @Test func `B6 has the velocity of the pointer on release`() throws {
    #expect(abs(try #require(thrown(pause: 0)) - 1000) <= 1e-6)
    #expect(abs(try #require(thrown(pause: 39)) - 1000) <= 1e-6)
  }

  @Test func `B6 has no velocity if the pointer had stopped`() {
    #expect(thrown(pause: 40) == 0)
    #expect(thrown(pause: 4000) == 0)
  }
}
