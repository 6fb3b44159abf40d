import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Thrown button` {
    /// A throw from the target of the previous one, first from the middle of the trailing edge, and its expected target.
    struct Goal: Sendable, CustomTestStringConvertible {
      let testDescription: String
      /// The velocity of the pointer, in device pixels per second. The pointer moves so far that the button snaps to the
      /// target without its velocity, too, which a busy machine may change. `LoggedThrowTests` compares the target with
      /// the velocity.
      let velocity: (dx: Double, dy: Double)
      /// The distances from the left and top sides; negative ones are from the right and bottom
      /// sides. `nil` accepts any position.
      let x, y: Int?

      func isReached(by button: PixelRect, in window: PixelRect) -> Bool {
        let matches = (
          x: x.map { ($0 < 0 ? button.maxX - window.maxX : button.x) == $0 },
          y: y.map { ($0 < 0 ? button.maxY - window.maxY : button.y) == $0 }
        )
        return matches.x != false && matches.y != false
      }
    }

    static let edges = [
      Goal(testDescription: "leading", velocity: (-2600, 0), x: 8, y: nil),
      Goal(testDescription: "leading again", velocity: (150, 100), x: 8, y: nil),
      Goal(testDescription: "top", velocity: (900, -900), x: nil, y: 8),
      Goal(testDescription: "bottom", velocity: (0, 1700), x: nil, y: -8),
      Goal(testDescription: "trailing", velocity: (2400, -900), x: -8, y: nil),
    ]

    static let corners = [
      Goal(testDescription: "top leading", velocity: (-2600, -1600), x: 8, y: 8),
      Goal(testDescription: "bottom leading", velocity: (200, 1500), x: 8, y: -8),
      Goal(testDescription: "bottom trailing", velocity: (2600, -100), x: -8, y: -8),
      Goal(testDescription: "top trailing", velocity: (-200, -1700), x: -8, y: 8),
    ]

    @Test func `B6 snaps to the edge in the direction of the throw`() throws {
      try expectThrows(
        ["--snap", "edges"], at: TestScope.isComplete ? Self.edges : Array(Self.edges.prefix(1)))
    }

    @Test(.onlyInAll("several throws, which take seconds"))
    func `B6 snaps to the corner in the direction of the throw`() throws {
      try expectThrows(["--snap", "corners"], at: Self.corners)
    }

    private func expectThrows(_ arguments: [String], at goals: [Goal]) throws {
      let session = try Program.start(arguments)
      let window = try session.windowBounds()
      var button = try session.restingButton()
      for goal in goals {
        try session.startDrag(of: button)
        try session.input.fling(from: button.center, at: goal.velocity, moving: .milliseconds(240))
        // It may pass the target, or seem to rest earlier if the machine stalls.
        _ = try session.window.waitFor("the button at its target, \(goal)") { picture in
          picture.floatingButton(Program.colors.red).map { goal.isReached(by: $0, in: window) }
            == true ? () : nil
        }
        button = try session.restingButton()
        #expect(goal.isReached(by: button, in: window), "\(goal)")
      }
    }

    @Test(.onlyInAll("long animations"))
    func `stops when it is caught during animation, and can be thrown again`() throws {
      // On a busy machine, the button may be away before the pointer comes. Then the throw is repeated.
      let isCaught = try (1...5).contains { _ in try expectCatch() }
      #expect(isCaught, "the button was away before the pointer came, five times")
    }

    /// Throws the button of a new program, and catches it during its animation.
    ///
    /// - Returns: Whether the pointer has pressed the button before it reached the edge.
    private func expectCatch() throws -> Bool {
      let session = try Program.start()
      let window = try session.windowBounds()
      let restFrame = try session.restingButton()
      // Slow enough for the pointer to reach the button.
      try session.slowDownAnimations()
      try session.startDrag(of: restFrame)
      // So far that a busy machine does not change the target.
      let end = try session.input.fling(from: restFrame.center, at: (-2000, 0), moving: .milliseconds(320))
      let moving = try session.window.waitFor("the button moving and shrinking") { picture in
        picture.floatingButton(Program.colors.red).flatMap { button in
          button.center.x < end.x - 20 && button.height * 4 < restFrame.height * 5 ? button : nil
        }
      }
      try session.input.move(to: moving.center)
      session.input.press()
      try session.window.ping()
      // It moves in one direction: if it is under the pointer now, it was there when it was pressed, too.
      guard let pressed = try session.window.screenshot().floatingButton(Program.colors.red), pressed.x > 8,
        abs(pressed.center.x - moving.center.x) * 2 < pressed.width
      else { return false }
      // It stays there. On a busy machine it may grow, beyond the edge of the window too, but its center stays.
      let caught = try session.restingButton()
      let center = try center(of: caught, atRest: restFrame, in: window)
      for _ in 1...5 {
        let frame = try session.restingButton()
        let distance = try self.center(of: frame, atRest: restFrame, in: window).distance(to: center)
        #expect(distance <= 2, "it moves from \(caught) to \(frame)")
      }
      #expect(caught.x > 8 && caught.maxX < window.maxX - 8, "it was caught at \(caught)")
      // When it grows it can be dragged again, and is thrown back from here at full speed.
      _ = try session.window.waitFor("the button enlarged again") { picture in
        picture.floatingButton(Program.colors.red).flatMap {
          $0.height > caught.height ? () : nil
        }
      }
      // To the side that the button came from.
      let distance = Double(window.maxX - restFrame.width / 2 - moving.center.x)
      try session.input.fling(from: moving.center, at: (distance / 0.15, 0))
      try session.input.tap("F12")
      try session.expectButton(at: restFrame)
      return true
    }

    private func center(of frame: PixelRect, atRest restFrame: PixelRect, in window: PixelRect) throws
      -> Point
    {
      try #require(ButtonObservation(time: .zero, frame: frame).center(atRest: restFrame, in: window))
    }

    @Test(.onlyInAll("long animations")) func `resists a drag past its edge, and returns`() throws {
      let session = try Program.start()
      let window = try session.windowBounds()
      let restFrame = try session.restingButton()
      try session.startDrag(of: restFrame)
      var last = try session.restingButton().center.x
      for distance in [20, 60, 180] {
        try session.input.move(to: restFrame.center.offset(x: distance))
        let observation = ButtonObservation(time: .zero, frame: try session.restingButton())
        let center = try #require(observation.center(atRest: restFrame, in: window, scale: 1.4))
        let dx = center.x - Double(restFrame.center.x)
        #expect(dx > 0 && dx < Double(distance) * 0.6, "a drag by \(distance) moves it \(dx)")
        #expect(Int(center.x) > last)
        last = Int(center.x)
      }
      session.input.release()
      try session.expectButton(at: restFrame)
    }
  }
}

extension AppSession {
  /// Opens the inspector, slows down the button's animations to a tenth, and sets the duration of a
  /// long press to one second, so that a test can observe the states in between.
  func slowDownAnimations() throws {
    try input.tap("F12")
    // From the first slider to the last, and past the snap modes.
    try input.tap("Tab", times: 4)
    try input.tap("End")
    try input.tap("Tab", times: 2)
    try input.tap("space")
  }

  /// Returns the bounds of the window, with the origin 0, in device pixels.
  func windowBounds() throws -> PixelRect {
    let frame = try window.frame()
    return PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
  }
}
