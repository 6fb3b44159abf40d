import Scene
import ScreenDriver
import Testing

extension `Tactile program`.`Token field` {
  @Test func `completes text from a list above the other controls, by keys and by clicks`() throws {
    let directory = try TemporaryDirectory()
    try write("joan@example.org\njoe@example.org\n", to: directory.path + "/list")
    let session = try Program.start(["--completions", directory.path + "/list"])
    try session.focusTokenField()
    try session.input.tap("a", with: [.control])
    try session.input.tap("BackSpace")
    try session.expectChange("a list") { try $0.type("jo") }
    // Left and Right move the caret while the list is open; Down and Enter choose the first entry.
    for key in ["Left", "Right", "Down", "Return"] { try session.input.tap(key) }
    try session.expectTokens("joan@example.org")
    let line = try session.caretPosition(after: "End").y
    try session.expectChange("the list") { try $0.type("jo") }
    let secondRow = try session.secondRow(aroundLine: line)
    // See `drag(from:through:)`: a key can arrive before an earlier press.
    try session.expectChange("the chosen completion") { try $0.click(at: secondRow) }
    try session.expectTokens("joan@example.org, joe@example.org")
    // Escape closes the list and keeps the text.
    try session.input.tap("End")
    try session.expectChange("the list") { try $0.type("jo") }
    try session.expectChange("the closed list") { try $0.tap("Escape") }
    try session.input.type("hn,")
    try session.expectTokens("joan@example.org, joe@example.org, john")
  }

  @Test func `opens its menu by pointer and by key`() throws {
    let session = try Program.start()
    let ends = try session.tokenEnds()
    try session.expectChange("a menu") { try $0.click(at: ends.first.offset(x: 40), .secondary) }
    // Without a highlighted command, Up moves to the last one: Select All.
    for key in ["Up", "Return"] { try session.input.tap(key) }
    try session.expectSelected("mail@objc.io, mail@apple.com, test@test.example")
    for key in ["End", "BackSpace"] { try session.input.tap(key) }
    try session.expectChange("a menu") { try $0.tap("Menu") }
    // In the menu of a token, Edit comes before Cut.
    for key in ["Down", "Return"] { try session.input.tap(key) }
    try session.expectTokens("mail@objc.io, mail@apple.com")
  }
}

extension AppSession {
  /// Returns a point in the second row of the open list. Down in the first row changes these two
  /// rows, and possibly the blinking caret in the line. If the list opens above the text, the status text
  /// below changes, too.
  fileprivate func secondRow(aroundLine line: Int) throws -> PixelPoint {
    try expectChange("the first row") { try $0.tap("Down") }
    let first = try settledScreenshot()
    try expectChange("the second row") { try $0.tap("Down") }
    let second = try settledScreenshot()
    let above = PixelRect(x: 0, y: 0, width: first.width, height: line - 16)
    let below = PixelRect(x: 0, y: line + 16, width: first.width, height: first.height - line - 16)
    let rows = try #require(
      second.part(above).difference(from: first.part(above))
        ?? second.part(below).difference(from: first.part(below))?.offset(x: 0, y: below.y))
    return PixelPoint(x: rows.center.x, y: rows.y + 3 * rows.height / 4)
  }

  fileprivate func expectSelected(_ expected: String) throws {
    var selected: String?
    let deadline = Deadline(after: .defaultTimeout)
    while selected != expected, !deadline.hasPassed { selected = try selectedText() }
    #expect(selected == expected)
  }
}
