import Gestures
import Motion
import Scene
import Testing

@Suite struct `Drags after a distance` {
  private static let table: [(PressScript, Double, String)] = [
    (PressScript("nothing", []), 0, "nothing"),
    (PressScript("released only", [(0, .release(4))]), 0, "ignored"),
    (PressScript("cancelled only", [(0, .pointerGrabLost)]), 0, "ignored"),
    (PressScript("down", [(0, .press(4))]), 0, "pressed"),
    (PressScript("near", [(0, .press(4)), (10, .move(6.9))]), 3, "pressed"),
    (PressScript("far", [(0, .press(4)), (10, .move(7))]), 3, "dragging 4 to 7"),
    (PressScript("back", [(0, .press(4)), (10, .move(9)), (20, .move(5))]), 3, "dragging 4 to 5"),
    (PressScript("up", [(0, .press(4)), (9, .move(9)), (20, .release(8))]), 3, "dropped 4 to 8"),
    (PressScript("no move", [(0, .press(4)), (20, .release(4))]), 3, "tapped"),
    (PressScript("long", [(0, .press(4)), (1_000_000, .release(6))]), 3, "tapped"),
    (PressScript("no move", [(0, .press(4)), (20, .release(4))]), 0, "dropped 4 to 4"),
    (PressScript("no move", [(0, .press(4)), (20, .release(4))]), -1, "dropped 4 to 4"),
    (PressScript("in one", [(0, .press(4)), (20, .release(9))]), 3, "dropped 4 to 9"),
    (
      PressScript("cancelled", [(0, .press(4)), (9, .move(9)), (20, .pointerGrabLost)]), 3,
      "cancelled"
    ),
    (
      PressScript("stale", [(0, .press(4)), (9, .pointerGrabLost), (20, .move(9)), (30, .release(9))]),
      3, "ignored"
    ),
    (
      PressScript("again", [(0, .press(4)), (9, .release(9)), (20, .press(1)), (30, .move(9))]), 3,
      "dragging 1 to 9"
    ),
    (PressScript("pressed twice", [(0, .press(4)), (9, .move(9)), (20, .press(1))]), 3, "pressed"),
    (PressScript("never", [(0, .press(4)), (10, .move(900))]), .nan, "pressed"),
  ]

  @Test(arguments: table)
  func `B8 start after the minimum distance and end on release`(
    script: PressScript, distance: Double, result: String
  ) {
    #expect(script.result(.afterDistance(distance)) == result)
  }

  @Test func `start after another distance for a finger if that is larger`() {
    func drags(_ distance: Double, isTouch: Bool) -> Bool {
      var rules = PressRecognizer.Rules(drag: .afterDistance(3))
      rules.touchDistance = 8
      var recognizer = PressRecognizer(rules)
      let press = PointerPress(at: at(0), isTouch: isTouch)
      _ = recognizer.handle(.pointerPressed(press), at: .zero, over: 0)
      _ = recognizer.handle(.move(distance), at: .zero, over: 0)
      return recognizer.drag != nil
    }
    #expect(drags(3, isTouch: false) && !drags(2.9, isTouch: false))
    #expect(drags(8, isTouch: true) && !drags(7.9, isTouch: true))
  }

  @Test func `never start if the rules allow none`() {
    #expect(
      PressScript("far", [(0, .press(0)), (9, .move(99)), (20, .release(9))]).result(.never) == "tapped")
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
  /// release.
  private func thrown(pause: Int) -> Double? {
    let moves = (1...10).map { ($0 * 8, InputEvent.move(Double($0) * 8)) as PressScript.Step }
    return PressScript("thrown", [(0, .press(0))] + moves + [(80 + pause, .release(80))]).drag()?.velocity.dx
  }

  @Test func `B6 have the velocity of the pointer on release`() throws {
    #expect(abs(try #require(thrown(pause: 0)) - 1000) <= 1e-6)
    #expect(abs(try #require(thrown(pause: 39)) - 1000) <= 1e-6)
  }

  @Test func `B6 have no velocity if the pointer had stopped`() {
    #expect(thrown(pause: 40) == 0)
    #expect(thrown(pause: 4000) == 0)
  }
}

@Suite struct `Drags after a hold` {
  private static let hold = PressRecognizer.DragStart.afterHold(.milliseconds(300), slop: 10)

  private static let table: [(PressScript, String)] = [
    (PressScript("nothing", []), "nothing"),
    (PressScript("not yet", [(0, .press(0)), (299, nil)]), "pressed"),
    (PressScript("held", [(0, .press(5)), (300, nil)]), "dragging 5 to 5"),
    (PressScript("held long", [(0, .press(5)), (90_000, nil)]), "dragging 5 to 5"),
    (PressScript("short", [(0, .press(0)), (299, .release(4))]), "tapped"),
    (PressScript("immediately", [(0, .press(0)), (0, .release(0))]), "tapped"),
    (PressScript("moved a little", [(0, .press(0)), (50, .move(10)), (90, .release(1))]), "tapped"),
    (PressScript("released far", [(0, .press(0)), (90, .release(11))]), "released"),
    (PressScript("moved far", [(0, .press(0)), (50, .move(11)), (90, .release(1))]), "released"),
    (PressScript("moved far", [(0, .press(0)), (200, .move(50)), (400, .move(60))]), "pressed"),
    (
      PressScript("back again", [(0, .press(0)), (9, .move(11)), (20, .move(0)), (900, nil)]),
      "pressed"
    ),
    (PressScript("dragged", [(0, .press(0)), (350, .move(60))]), "dragging 0 to 60"),
    (
      // The drag starts at the position at the end of the hold.
      PressScript("moved first", [(0, .press(0)), (100, .move(4)), (350, .move(60))]),
      "dragging 4 to 60"
    ),
    (
      PressScript("dropped", [(0, .press(0)), (350, .move(60)), (400, .release(70))]),
      "dropped 0 to 70"
    ),
    (PressScript("dropped at once", [(0, .press(0)), (300, .release(0))]), "dropped 0 to 0"),
    (
      PressScript("cancelled", [(0, .press(0)), (350, .move(60)), (400, .pointerGrabLost)]),
      "cancelled"
    ),
    (PressScript("cancelled early", [(0, .press(0)), (9, .pointerGrabLost), (400, nil)]), "released"),
    (
      PressScript("again", [(0, .press(0)), (350, .release(60)), (400, .press(5)), (600, nil)]),
      "pressed"
    ),
    (
      PressScript(
        "twice", [(0, .press(0)), (350, .release(60)), (400, .press(5)), (700, .move(8))]),
      "dragging 5 to 8"
    ),
    (
      PressScript(
        "tapped after a drag",
        [(0, .press(0)), (400, .release(9)), (500, .press(9)), (600, .release(9))]),
      "tapped"
    ),
    (PressScript("pressed twice", [(0, .press(0)), (200, .press(7)), (400, nil)]), "pressed"),
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
    let script = PressScript("a press", [(0, .press(3)), (0, nil)])
    #expect(script.result(.afterHold(duration, slop: 10)) == "dragging 3 to 3")
  }

  @Test(arguments: [Double.nan, -1, 10])
  func `do not start if the position of the pointer is not finite`(slop: Double) {
    let script = PressScript("not finite", [(0, .press(0)), (0, .move(.nan)), (9_000, nil)])
    #expect(script.result(.afterHold(.seconds(1), slop: slop)) == "pressed")
  }
}
