import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  @Suite struct `Token field` {
    @Test(arguments: WindowManager.standard.inScope)
    func `T6 moves the caret between tokens and stops at the ends`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      try session.focusTokenField()
      let carets = try session.caretPositions()
      try #require(carets.count == 4, "three tokens have four caret positions")
      #expect(carets == carets.sorted())

      // The caret starts at the end. A key that leads past an end changes nothing.
      let walk: [(key: String, modifiers: [InputSimulator.ModifierKey], gap: Int)] = [
        ("Right", [], 3), ("Left", [], 2), ("Left", [], 1), ("Right", [.control], 3),
        ("Left", [.control], 0), ("Left", [], 0), ("End", [], 3), ("Home", [], 0),
      ]
      var current = carets[3]
      for step in walk {
        current = try session.caret(after: step.key, with: step.modifiers) ?? current
        #expect(current == carets[step.gap], "after \(step.modifiers) \(step.key)")
      }
    }

    @Test(arguments: WindowManager.standard.inScope)
    func `T8 selects with Shift and deletes the selection`(manager: WindowManager) throws {
      let session = try Program.start(under: manager)
      try session.focusTokenField()
      let carets = try session.caretPositions()
      try #require(carets.count == 4)
      try session.input.tap("Home")
      let before = try session.settledScreenshot()
      try session.input.tap("Right", with: [.shift], times: 2)
      let change = try #require(
        try session.window.waitFor("a selection") { picture in
          picture.difference(from: before).flatMap { $0.width > 20 ? $0 : nil }
        })
      #expect(change.maxX <= carets[3], "the last token is not selected")
      try session.input.tap("Delete")
      #expect(try session.caretPositions().count == 2, "one token is left")
      try session.input.tap("a", with: [.control])
      try session.input.tap("BackSpace")
      #expect(try session.caretPositions().count < 2, "none is left")
    }

    @Test func `T8 selects by dragging the pointer`() throws {
      let session = try Program.start()
      try session.focusTokenField()
      let carets = try session.caretPositions()
      try #require(carets.count == 4)
      let height = try session.caretCenterY()
      let path = [PixelPoint(x: carets[0], y: height), PixelPoint(x: carets[2] + 2, y: height)]
      // A key can arrive before an earlier press, which the window manager receives first.
      try session.expectChange("the selection") { input in
        try input.move(to: path[0])
        input.press()
        try input.move(along: path, lasting: .milliseconds(200))
        input.release()
      }
      try session.input.tap("Delete")
      #expect(try session.caretPositions().count == 2, "one token is left")
    }
  }
}

extension AppSession {
  /// Returns the caret positions in the focused token field, from before all tokens to after the
  /// last, where the caret stays. Fewer than two if there is no token.
  fileprivate func caretPositions() throws -> [Int] {
    try input.tap("End")
    guard let first = try caret(after: "Home") else { return [] }
    var carets = [first]
    while let next = try caret(after: "Right"), next != carets.last { carets.append(next) }
    return carets
  }

  /// Returns the vertical position of the caret's center in the token field, in device pixels.
  fileprivate func caretCenterY() throws -> Int {
    let before = try settledScreenshot()
    try input.tap("Home")
    return try window.waitFor("the caret") {
      $0.caret(Program.colors.blue, notIn: before)?.center.y
    }
  }
}
