import Motion
import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `lets the button fly` {
    /// Where a throw from the trailing edge, half way down, must lead.
    struct Goal: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// Of the hand, in device pixels per second.
      let velocity: (dx: Double, dy: Double)
      /// From the window's far sides where negative; `nil` for anywhere.
      let x, y: Int?

      func isReached(by button: PixelRect, in window: PixelRect) -> Bool {
        let isThere = (
          x: x.map { ($0 < 0 ? button.maxX - window.maxX : button.x) == $0 },
          y: y.map { ($0 < 0 ? button.maxY - window.maxY : button.y) == $0 }
        )
        return isThere.x != false && isThere.y != false
      }
    }

    static let edges = [
      Goal(testDescription: "leading", velocity: (-2200, 100), x: 8, y: nil),
      Goal(testDescription: "trailing", velocity: (-150, 100), x: -8, y: nil),
      Goal(testDescription: "top", velocity: (-300, -1500), x: nil, y: 8),
      Goal(testDescription: "bottom", velocity: (-300, 1500), x: nil, y: -8),
    ]

    static let corners = [
      Goal(testDescription: "top leading", velocity: (-2200, -400), x: 8, y: 8),
      Goal(testDescription: "top trailing", velocity: (-200, -400), x: -8, y: 8),
      Goal(testDescription: "bottom leading", velocity: (-2200, 400), x: 8, y: -8),
      Goal(testDescription: "bottom trailing", velocity: (-200, 400), x: -8, y: -8),
    ]

    @Test(arguments: edges)
    func `B6 to the edge that it is thrown at`(goal: Goal) throws {
      try expectThrow(["--snap", "edges"], at: goal)
    }

    @Test(arguments: corners)
    func `B6 to the corner that it is thrown at`(goal: Goal) throws {
      try expectThrow(["--snap", "corners"], at: goal)
    }

    private func expectThrow(_ arguments: [String], at goal: Goal) throws {
      let sitting = try Program.start(arguments)
      let rest = try sitting.restingButton()
      try sitting.pickUp(rest)
      try sitting.hand.fling(from: rest.center, at: goal.velocity)
      let window = try sitting.inside()
      // It may pass by there, or, where the machine stands still, seem to rest before.
      _ = try sitting.window.see("the button there") { picture in
        picture.floatingButton(Program.colors.red).map { goal.isReached(by: $0, in: window) }
          == true ? () : nil
      }
      #expect(goal.isReached(by: try sitting.restingButton(), in: window))
    }

    @Test func `that is caught in flight, and from there on again`() throws {
      let sitting = try Program.start()
      let window = try sitting.inside()
      let rest = try sitting.restingButton()
      // Slowly enough to be met.
      try sitting.slowDown()
      try sitting.pickUp(rest)
      let end = try sitting.hand.fling(from: rest.center, at: (-1500, 0))
      let flying = try sitting.window.see("the button fly on, and shrink") { picture in
        picture.floatingButton(Program.colors.red).flatMap { button in
          button.center.x < end.x - 20 && button.height * 4 < rest.height * 5 ? button : nil
        }
      }
      try sitting.hand.move(to: flying.center)
      sitting.hand.press()
      _ = try sitting.restingButton()
      // Time must pass, since it is to stay there; should it be so much that it grows, its centre
      // stays.
      let held = try sitting.window.watchButton(Program.colors.red, for: .milliseconds(200))
      let caught = try #require(held.first?.frame)
      #expect(
        held.allSatisfy { $0.frame.isAround(caught.center) }, "it moves in the hand: \(held)")
      #expect(caught.x > 8 && caught.maxX < window.maxX - 8, "it was caught at \(caught)")
      #expect(
        abs(caught.height - flying.height) < (flying.height + rest.height) / 50,
        "as large as it was")
      // Once it grows it can be carried on, and is thrown back from here at its full speed.
      _ = try sitting.window.see("the button lifted again") { picture in
        picture.floatingButton(Program.colors.red).flatMap {
          $0.height > caught.height ? () : nil
        }
      }
      // From wherever it was caught, and however long that takes, to the side that it came from.
      let way = Double(window.maxX - rest.width / 2 - flying.center.x)
      try sitting.hand.fling(from: flying.center, at: (way / 0.15, 0))
      try sitting.hand.tap("F12")
      try sitting.expectButton(at: rest)
    }

    @Test func `against a rubber band past its edge, and back`() throws {
      let sitting = try Program.start()
      let window = try sitting.inside()
      let rest = try sitting.restingButton()
      try sitting.pickUp(rest)
      var last = try sitting.restingButton().center.x
      for distance in [20, 60, 180] {
        try sitting.hand.move(to: rest.center.offset(x: distance))
        let sighting = ButtonSighting(time: .zero, frame: try sitting.restingButton())
        let center = try #require(sighting.center(atRest: rest, in: window, scale: 1.4))
        let way = center.x - Double(rest.center.x)
        #expect(way > 0 && way < Double(distance) * 0.6, "pulled by \(distance) it gives \(way)")
        #expect(Int(center.x) > last)
        last = Int(center.x)
      }
      sitting.hand.release()
      try sitting.expectButton(at: rest)
    }
  }
}

extension PixelRect {
  /// Whether a point is its centre, but for a pixel that rounding may cost.
  fileprivate func isAround(_ point: PixelPoint) -> Bool {
    abs(center.x - point.x) <= 1 && abs(center.y - point.y) <= 1
  }
}

extension Sitting {
  /// Opens the inspector and lets the button move at a tenth of its speed, and presses last a
  /// second before they are long: time enough to look closely at what happens meanwhile.
  func slowDown() throws {
    try hand.tap("F12")
    // From the first slider to the last, and past the snap modes.
    try hand.tap("Tab", times: 4)
    try hand.tap("End")
    try hand.tap("Tab", times: 2)
    try hand.tap("space")
  }

  /// The inside of the window, from 0, in device pixels.
  func inside() throws -> PixelRect {
    let frame = try window.frame()
    return PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
  }
}
