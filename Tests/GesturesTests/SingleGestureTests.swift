import Gestures
import Motion
import Scene
import Testing

@Suite struct `Long press gesture` {
  private let gesture = LongPressGesture(minimumDuration: .milliseconds(300), maximumDistance: 10)

  private static let table: [(PointerScript, GestureState<Point>)] = [
    ("", .possible), ("p0@0 @299", .possible), ("p5@0 @300", .ended(at(5))), ("p5@0 @90000", .ended(at(5))),
    ("p0@0 r0@299", .failed), ("p0@0 r0@300", .ended(at(0))), ("p0@0 m10@200 @300", .ended(at(10))),
    ("p0@0 m10.1@200 @300", .failed), ("p0@0 m11@9 m0@20 @300", .failed), ("p0@0 m50@301", .ended(at(0))),
    ("p0@0 c@100 @300", .failed), ("p0@0 c@400", .failed), ("p0@0 r0@9 p7@20 @320", .ended(at(7))),
    ("p0@0 p7@200 @400", .possible),
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
    ("", .possible), ("r0@0", .failed), ("p0@0", .possible), ("p0@0 r4@299", .ended(at(4))),
    ("p0@0 r0@0", .ended(at(0))), ("p0@0 r0@300", .failed), ("p0@0 @300", .failed),
    ("p0@0 m10@50 r1@90", .ended(at(1))), ("p0@0 m11@50 r1@90", .failed), ("p0@0 r11@90", .failed),
    ("p0@0 c@50 r0@90", .failed), ("p0@0 r0@9 p7@20 r8@30", .ended(at(8))),
    ("p0@0 r0@9 m90@20", .ended(at(0))),
  ]

  @Test(arguments: table)
  func `B2 is a press and a release that are close in time and position`(
    script: PointerScript, outcome: GestureState<Point>
  ) {
    #expect(script.outcome(of: gesture) == outcome)
  }

  @Test func `may last forever without a maximum duration`() {
    let script = PointerScript("p0@0 r2@1000000")
    #expect(script.outcome(of: TapGesture(maximumDistance: 3)) == .ended(at(2)))
  }

  @Test func `fails if the maximum distance is NaN or the duration is negative`() {
    let script = PointerScript("p0@0 r0@1")
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
    ("", 0, "possible"), ("m4@0", 0, "possible"), ("p4@0", 0, "active 4.0 to 4.0"), ("p4@0", 3, "possible"),
    ("p4@0 m6.9@10", 3, "possible"), ("p4@0 m7@10", 3, "active 4.0 to 7.0"),
    ("p4@0 m9@10 m5@20", 3, "active 4.0 to 5.0"), ("p4@0 m9@9 r8@20", 3, "ended 4.0 to 8.0"),
    ("p4@0 r4@20", 3, "failed"), ("p4@0 r4@20", 0, "ended 4.0 to 4.0"), ("p4@0 r9@20", 3, "ended 4.0 to 9.0"),
    ("p4@0 m9@9 c@20", 3, "failed"), ("p4@0 c@9 m9@20 r9@30", 3, "failed"),
    ("p4@0 r9@9 p1@20 m9@30", 3, "active 1.0 to 9.0"), ("p4@0 m900@10", .nan, "possible"),
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
}
