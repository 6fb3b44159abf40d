import Gestures
import Motion
import Scene
import TestSupport
import Testing

@Suite struct `Multiple taps` {
  private static let double = TapGesture(
    count: 2, maximumDuration: .milliseconds(300), maximumDistance: 10,
    maximumInterval: .milliseconds(400), maximumSeparation: 20)

  private static let table: [(PointerScript, GestureState<Point>)] = [
    (PointerScript("one", [(0, press(0)), (50, release(0))]), .possible),
    (PointerScript("one, waited", [(0, press(0)), (50, release(0)), (449, nil)]), .possible),
    (PointerScript("one alone", [(0, press(0)), (50, release(0)), (450, nil)]), .failed),
    (
      PointerScript("two", [(0, press(0)), (50, release(0)), (449, press(9)), (500, release(7))]),
      .ended(at(7))
    ),
    (
      PointerScript("instantly", [(0, press(0)), (0, release(0)), (0, press(0)), (0, release(1))]),
      .ended(at(1))
    ),
    (
      PointerScript(
        "second late", [(0, press(0)), (50, release(0)), (450, press(0)), (500, release(0))]),
      .possible
    ),
    (
      PointerScript(
        "late, then third",
        [
          (0, press(0)), (50, release(0)), (450, press(0)), (500, release(0)), (600, press(1)),
          (650, release(2)),
        ]), .ended(at(2))
    ),
    (
      PointerScript(
        "second elsewhere", [(0, press(0)), (50, release(0)), (99, press(21)), (150, release(21))]),
      .possible
    ),
    (
      PointerScript(
        "elsewhere, then there",
        [
          (0, press(0)), (50, release(0)), (99, press(21)), (150, release(21)), (200, press(40)),
          (250, release(40)),
        ]), .ended(at(40))
    ),
    (
      PointerScript(
        "second far apart", [(0, press(0)), (50, release(0)), (99, press(20)), (150, release(20))]),
      .ended(at(20))
    ),
    (
      PointerScript("first long", [(0, press(0)), (300, release(0)), (350, press(0))]), .possible
    ),
    (
      PointerScript(
        "second long", [(0, press(0)), (50, release(0)), (99, press(0)), (399, release(0))]),
      .failed
    ),
    (
      PointerScript(
        "second moved", [(0, press(0)), (50, release(0)), (99, press(0)), (150, move(11))]), .failed
    ),
    (
      PointerScript(
        "moved between",
        [(0, press(0)), (50, release(0)), (70, move(90)), (99, press(0)), (150, release(0))]),
      .ended(at(0))
    ),
    (
      PointerScript(
        "cancelled between",
        [(0, press(0)), (50, release(0)), (70, .cancelled), (99, press(0)), (150, release(0))]),
      .possible
    ),
    (
      PointerScript(
        "pressed twice without a release",
        [(0, press(0)), (50, release(0)), (99, press(0)), (110, press(0)), (150, release(0))]),
      .possible
    ),
    (
      PointerScript(
        "third", [(0, press(0)), (9, release(0)), (20, press(0)), (30, release(0)), (40, press(0))]),
      .possible
    ),
  ]

  @Test(arguments: table) func `are recognized if they are close in time and position`(
    script: PointerScript, outcome: GestureState<Point>
  ) {
    #expect(script.outcome(of: Self.double) == outcome)
  }

  @Test func `need one deadline at a time: for the press, then for the interval`() {
    var gesture = Self.double
    gesture.handle(press(0), at: milliseconds(100))
    #expect(gesture.deadline == milliseconds(400))
    gesture.handle(release(0), at: milliseconds(150))
    #expect(gesture.deadline == milliseconds(550))
    gesture.handle(press(0), at: milliseconds(200))
    #expect(gesture.deadline == milliseconds(500))
    gesture.handle(release(0), at: milliseconds(250))
    #expect(gesture.deadline == nil)
  }

  @Test(arguments: 1...5) func `end after the requested count`(count: Int) {
    var gesture = TapGesture(count: count, maximumDistance: 1)
    for tap in 1...count {
      #expect(gesture.state == .possible)
      gesture.handle(press(0), at: milliseconds(tap * 100))
      gesture.handle(release(0), at: milliseconds(tap * 100 + 50))
    }
    #expect(gesture.state == .ended(at(0)))
  }

  @Test(arguments: [Int.min, -1, 0]) func `with a count below one need one tap`(count: Int) {
    let script = PointerScript("a tap", [(0, press(0)), (1, release(0))])
    #expect(script.outcome(of: TapGesture(count: count, maximumDistance: 1)) == .ended(at(0)))
  }

  @Test func `are not recognized if the interval or the separation is negative`() {
    let taps = PointerScript(
      "two", [(0, press(0)), (1, release(0)), (2, press(0)), (3, release(0))])
    let negative = TapGesture(count: 2, maximumDistance: 1, maximumInterval: .seconds(-1))
    #expect(taps.outcome(of: negative) == .possible)
    for separation in [-1, Double.nan] {
      let strict = TapGesture(count: 2, maximumDistance: 1, maximumSeparation: separation)
      #expect(taps.outcome(of: strict) == .possible)
    }
  }

  @Test func `have precedence over a single tap, which waits for them`() {
    let single = TapGesture(maximumDistance: 10)
    func outcome(_ steps: [PointerScript.Step]) -> String {
      switch PointerScript("", steps).outcome(of: Self.double.exclusively(before: single)) {
      case .ended(.first): "double"
      case .ended(.second): "single"
      case .possible: "possible"
      case .active, .failed: "neither"
      }
    }
    let first: [PointerScript.Step] = [(0, press(0)), (50, release(0))]
    #expect(outcome(first) == "possible")
    #expect(outcome(first + [(450, nil)]) == "single")
    #expect(outcome(first + [(99, press(0)), (150, release(0))]) == "double")
  }
}
