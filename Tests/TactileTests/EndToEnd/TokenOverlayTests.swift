import Scene
import ScreenDriver
import Testing

extension `The program`.`has a token field` {
  @Test func `that completes text from a list above all else, whose clicks are its own`() throws {
    let folder = try TemporaryFolder()
    try write("joan@example.org\njoe@example.org\n", to: folder.path + "/list")
    let sitting = try Program.start(["--completions", folder.path + "/list"])
    try sitting.focusTokenField()
    try sitting.hand.tap("a", with: [.control])
    try sitting.hand.tap("BackSpace")
    try sitting.expectSight("a list") { try $0.type("jo") }
    // Left and Right are the text's, with the list open; Down and Enter take the first.
    for key in ["Left", "Right", "Down", "Return"] { try sitting.hand.tap(key) }
    try sitting.expectTokens("joan@example.org")
    let line = try sitting.caretPlace(after: "End").y
    try sitting.expectSight("the list") { try $0.type("jo") }
    try sitting.hand.click(at: try sitting.secondRow(aroundLine: line))
    try sitting.expectTokens("joan@example.org, joe@example.org")
    // Escape closes it, and leaves the text.
    try sitting.hand.tap("End")
    try sitting.expectSight("the list") { try $0.type("jo") }
    try sitting.expectSight("the list gone") { try $0.tap("Escape") }
    try sitting.hand.type("hn,")
    try sitting.expectTokens("joan@example.org, joe@example.org, john")
  }

  @Test func `that offers commands by a menu, opened by the pointer and by a key`() throws {
    let sitting = try Program.start()
    let ends = try sitting.tokenEnds()
    try sitting.expectSight("a menu") { try $0.click(at: ends.first.offset(x: 40), .secondary) }
    // From none, Up goes to the last: Select All.
    for key in ["Up", "Return"] { try sitting.hand.tap(key) }
    try sitting.expectSelected("mail@objc.io, mail@apple.com, test@test.example")
    for key in ["End", "BackSpace"] { try sitting.hand.tap(key) }
    try sitting.expectSight("a menu") { try $0.tap("Menu") }
    // Of a token; Edit comes before Cut.
    for key in ["Down", "Return"] { try sitting.hand.tap(key) }
    try sitting.expectTokens("mail@objc.io, mail@apple.com")
  }
}

extension Sitting {
  /// The middle of the second row of the list that is open: what Down changes, from the first on,
  /// is those two. Where it opens above the text, that has a caret, and words below tell of the row.
  fileprivate func secondRow(aroundLine line: Int) throws -> PixelPoint {
    try expectSight("the first row") { try $0.tap("Down") }
    let first = try settledPicture()
    try expectSight("the second row") { try $0.tap("Down") }
    let second = try settledPicture()
    let above = PixelRect(x: 0, y: 0, width: first.width, height: line - 16)
    let rows = try #require(
      second.part(above).difference(from: first.part(above)) ?? second.difference(from: first))
    return PixelPoint(x: rows.center.x, y: rows.y + 3 * rows.height / 4)
  }

  fileprivate func expectSelected(_ wanted: String) throws {
    var seen: String?
    let deadline = Deadline(after: .patience)
    while seen != wanted, !deadline.hasPassed { seen = try selectedText() }
    #expect(seen == wanted)
  }
}
