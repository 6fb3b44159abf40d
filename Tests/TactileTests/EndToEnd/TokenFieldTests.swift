import Scene
import ScreenDriver
import Testing

extension `The program` {
  @Suite struct `has a token field` {
    @Test(arguments: WindowManager.usual)
    func `T6 whose caret walks from gap to gap and stops at the ends`(manager: WindowManager) throws
    {
      let sitting = try Program.start(under: manager)
      try sitting.focusTokenField()
      let gaps = try sitting.gaps()
      try #require(gaps.count == 4, "three tokens have four gaps")
      #expect(gaps == gaps.sorted())

      // From the last gap on; a key at an end changes nothing.
      let walk: [(key: String, modifiers: [Hand.ModifierKey], gap: Int)] = [
        ("Right", [], 3), ("Left", [], 2), ("Left", [], 1), ("Right", [.control], 3),
        ("Left", [.control], 0), ("Left", [], 0), ("End", [], 3), ("Home", [], 0),
      ]
      var place = gaps[3]
      for step in walk {
        place = try sitting.caret(after: step.key, with: step.modifiers) ?? place
        #expect(place == gaps[step.gap], "after \(step.modifiers) \(step.key)")
      }
    }

    @Test(arguments: WindowManager.usual)
    func `T8 that selects with Shift and deletes what is selected`(manager: WindowManager) throws {
      let sitting = try Program.start(under: manager)
      try sitting.focusTokenField()
      let gaps = try sitting.gaps()
      try #require(gaps.count == 4)
      try sitting.hand.tap("Home")
      let before = try sitting.settledPicture()
      try sitting.hand.tap("Right", with: [.shift], times: 2)
      let change = try #require(
        try sitting.window.see("a selection") { picture in
          picture.difference(from: before).flatMap { $0.width > 20 ? $0 : nil }
        })
      #expect(change.maxX <= gaps[3], "the last token is not selected")
      try sitting.hand.tap("Delete")
      #expect(try sitting.gaps().count == 2, "one token is left")
      try sitting.hand.tap("a", with: [.control])
      try sitting.hand.tap("BackSpace")
      #expect(try sitting.gaps().count < 2, "none is left")
    }

    @Test func `T8 that selects by dragging the pointer`() throws {
      let sitting = try Program.start()
      try sitting.focusTokenField()
      let gaps = try sitting.gaps()
      try #require(gaps.count == 4)
      let height = try sitting.caretHeight()
      let path = [PixelPoint(x: gaps[0], y: height), PixelPoint(x: gaps[2] + 2, y: height)]
      try sitting.hand.move(to: path[0])
      sitting.hand.press()
      try sitting.hand.move(along: path, lasting: .milliseconds(200))
      sitting.hand.release()
      try sitting.hand.tap("Delete")
      #expect(try sitting.gaps().count == 2, "one token is left")
    }
  }
}

extension Sitting {
  /// The places of the caret in the focused token field, from before all tokens to after the last,
  /// where it is left. Fewer than two where there is no token.
  fileprivate func gaps() throws -> [Int] {
    try hand.tap("End")
    guard let first = try caret(after: "Home") else { return [] }
    var gaps = [first]
    while let gap = try caret(after: "Right"), gap != gaps.last { gaps.append(gap) }
    return gaps
  }

  /// How far down the middle of the token field's caret stands, in device pixels.
  fileprivate func caretHeight() throws -> Int {
    let before = try settledPicture()
    try hand.tap("Home")
    return try window.see("the caret") {
      $0.caret(Program.colors.blue, gainedSince: before)?.center.y
    }
  }
}
