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
    ("p0@0 r0@50", .possible), ("p0@0 r0@50 @449", .possible), ("p0@0 r0@50 @450", .failed),
    ("p0@0 r0@50 p9@449 r7@500", .ended(at(7))), ("p0@0 r0@0 p0@0 r1@0", .ended(at(1))),
    ("p0@0 r0@50 p0@450 r0@500", .possible), ("p0@0 r0@50 p0@450 r0@500 p1@600 r2@650", .ended(at(2))),
    ("p0@0 r0@50 p21@99 r21@150", .possible), ("p0@0 r0@50 p21@99 r21@150 p40@200 r40@250", .ended(at(40))),
    ("p0@0 r0@50 p20@99 r20@150", .ended(at(20))), ("p0@0 r0@300 p0@350", .possible),
    ("p0@0 r0@50 p0@99 r0@399", .failed), ("p0@0 r0@50 p0@99 m11@150", .failed),
    ("p0@0 r0@50 m90@70 p0@99 r0@150", .ended(at(0))), ("p0@0 r0@50 c@70 p0@99 r0@150", .possible),
    ("p0@0 r0@50 p0@99 p0@110 r0@150", .possible), ("p0@0 r0@9 p0@20 r0@30 p0@40", .possible),
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
    let script = PointerScript("p0@0 r0@1")
    #expect(script.outcome(of: TapGesture(count: count, maximumDistance: 1)) == .ended(at(0)))
  }

  @Test func `are not recognized if the interval or the separation is negative`() {
    let taps = PointerScript("p0@0 r0@1 p0@2 r0@3")
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
