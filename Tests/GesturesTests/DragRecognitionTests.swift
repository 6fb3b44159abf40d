import Gestures
import Motion
import Scene
import Testing

@Suite struct `Drags after a distance` {
  private static let table: [(PressScript, Double, String)] = [
    ("", 0, "nothing"), ("r4@0", 0, "ignored"), ("c@0", 0, "ignored"), ("p4@0", 0, "pressed"),
    ("p4@0 m6.9@10", 3, "pressed"), ("p4@0 m7@10", 3, "dragging 4 to 7"),
    ("p4@0 m9@10 m5@20", 3, "dragging 4 to 5"), ("p4@0 m9@9 r8@20", 3, "dropped 4 to 8"),
    ("p4@0 r4@20", 3, "tapped"), ("p4@0 r6@1000000", 3, "tapped"), ("p4@0 r4@20", 0, "dropped 4 to 4"),
    ("p4@0 r4@20", -1, "dropped 4 to 4"), ("p4@0 r9@20", 3, "dropped 4 to 9"),
    ("p4@0 m9@9 c@20", 3, "cancelled"), ("p4@0 c@9 m9@20 r9@30", 3, "ignored"),
    ("p4@0 r9@9 p1@20 m9@30", 3, "dragging 1 to 9"), ("p4@0 m9@9 p1@20", 3, "pressed"),
    ("p4@0 m900@10", .nan, "pressed"),
  ]

  @Test(arguments: table)
  func `B8 start after the minimum distance and end on release`(
    script: PressScript, distance: Double, result: String
  ) {
    #expect(script.result(.afterDistance(distance)) == result)
  }

  @Test func `never start if the rules allow none`() {
    #expect(PressScript("p0@0 m99@9 r9@20").result(.never) == "tapped")
  }

  @Test func `keep the rules that were valid when the button was pressed`() {
    var recognizer = PressRecognizer(PressRecognizer.Rules(drag: .afterDistance(3)))
    _ = recognizer.handle(.press(0), at: .zero, over: 0)
    recognizer.rules.drag = .never
    #expect(recognizer.handle(.move(9), at: .zero, over: 0).isHandled)
    #expect(recognizer.drag != nil)
  }

  @Test func `B4 report the translation from the press to the pointer`() {
    var recognizer = PressRecognizer(PressRecognizer.Rules(drag: .afterDistance(0)))
    let press = InputEvent.pointerPressed(PointerPress(at: Point(x: 3, y: 4)))
    _ = recognizer.handle(press, at: .zero, over: 0)
    _ = recognizer.handle(.pointerMoved(to: Point(x: 10, y: 2)), at: milliseconds(10), over: nil)
    #expect(recognizer.drag?.translation == Vector(dx: 7, dy: -2))
  }

  /// Returns the velocity of a throw of 1000 px/s that stops `pause` milliseconds before the
  /// release. The last position may be reported once more.
  private func thrown(pause: Int, reportedAfter report: Int = 0) -> Double? {
    let moves = (1...10).map { ($0 * 8, InputEvent.move(Double($0) * 8)) as PressScript.Step }
    let end: [PressScript.Step] = [(80 + report, .move(80)), (80 + pause, .release(80))]
    return PressScript("thrown", [(0, .press(0))] + moves + end).drag()?.velocity.dx
  }

  @Test func `B6 have the velocity of the pointer on release`() throws {
    #expect(abs(try #require(thrown(pause: 0)) - 1000) <= 1e-6)
    #expect(abs(try #require(thrown(pause: 39)) - 1000) <= 1e-6)
  }

  // As when a window moves below the pointer.
  @Test(arguments: [1, 20, 38])
  func `B6 have the same velocity if the position is reported again`(after: Int) {
    #expect(thrown(pause: 39, reportedAfter: after) == thrown(pause: 39))
    #expect(thrown(pause: 40, reportedAfter: after) == 0)
  }

  @Test func `B6 have no velocity if the pointer had stopped`() {
    #expect(thrown(pause: 40) == 0)
    #expect(thrown(pause: 4000) == 0)
  }
}

@Suite struct `Drags after a hold` {
  private static let hold = PressRecognizer.DragStart.afterHold(.milliseconds(300), slop: 10)

  private static let table: [(PressScript, String)] = [
    ("", "nothing"), ("p0@0 @299", "pressed"), ("p5@0 @300", "dragging 5 to 5"),
    ("p5@0 @90000", "dragging 5 to 5"), ("p0@0 r4@299", "tapped"), ("p0@0 r0@0", "tapped"),
    ("p0@0 m10@50 r1@90", "tapped"), ("p0@0 r11@90", "released"), ("p0@0 m11@50 r1@90", "released"),
    ("p0@0 m50@200 m60@400", "pressed"), ("p0@0 m11@9 m0@20 @900", "pressed"),
    ("p0@0 m60@350", "dragging 0 to 60"),
    // The drag starts at the position at the end of the hold.
    ("p0@0 m4@100 m60@350", "dragging 4 to 60"), ("p0@0 m60@350 r70@400", "dropped 0 to 70"),
    ("p0@0 r0@300", "dropped 0 to 0"), ("p0@0 m60@350 c@400", "cancelled"), ("p0@0 c@9 @400", "released"),
    ("p0@0 r60@350 p5@400 @600", "pressed"), ("p0@0 r60@350 p5@400 m8@700", "dragging 5 to 8"),
    ("p0@0 r9@400 p9@500 r9@600", "tapped"), ("p0@0 p7@200 @400", "pressed"),
  ]

  @Test(arguments: table)
  func `B2 are recognized as a drag, a tap or nothing`(script: PressScript, result: String) {
    #expect(script.result(Self.hold) == result)
  }

  @Test func `B1 have a deadline only until the end of the hold`() {
    var recognizer = PressRecognizer(PressRecognizer.Rules(drag: Self.hold))
    #expect(recognizer.deadline == nil)
    _ = recognizer.handle(.press(3), at: milliseconds(50), over: 0)
    #expect(recognizer.deadline == milliseconds(350))
    #expect(recognizer.advance(to: milliseconds(349)) == .ignored)
    let outcome = recognizer.advance(to: milliseconds(350))
    #expect(recognizer.drag.map { outcome == .dragging($0) } == true)
    #expect(recognizer.drag?.start == at(3) && recognizer.drag?.position == at(3))
    #expect(recognizer.deadline == nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `start with the press if the duration is not positive`(duration: Duration) {
    let script = PressScript("p3@0 @0")
    #expect(script.result(.afterHold(duration, slop: 10)) == "dragging 3 to 3")
  }

  @Test(arguments: [Double.nan, -1, 10])
  func `do not start if the position of the pointer is not finite`(slop: Double) {
    let script = PressScript("p0@0 mnan@0 @9000")
    #expect(script.result(.afterHold(.seconds(1), slop: slop)) == "pressed")
  }
}
