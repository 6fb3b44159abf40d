import Glibc
import Scene
import ScreenDriver
import Testing

extension Sitting {
  /// What is selected, as other programs read it once the window has taken in all that was done.
  func selectedText() throws(ScreenDriverError) -> String? {
    try window.ping()
    return try SelectionReader(on: display.name, selection: "PRIMARY").read("UTF8_STRING").text
  }

  /// Selects all, again and again, until that is so much.
  func expectTokens(_ wanted: String) throws {
    var seen: String?
    let deadline = Deadline(after: .patience)
    while seen != wanted, !deadline.hasPassed {
      try hand.tap("a", with: [.control])
      seen = try selectedText()
    }
    #expect(seen == wanted)
  }

  /// Where the caret stands after a key that moves it, in the window's pixels.
  func caretPlace(after key: String) throws -> PixelPoint {
    let before = try settledPicture()
    try hand.tap(key)
    return try window.see("the caret") {
      $0.caret(Program.colors.blue, gainedSince: before)?.center
    }
  }

  /// Goes to the tokens and tells where they begin and end.
  ///
  /// - Returns: The first gap and the last one, in the window's pixels.
  func tokenEnds() throws -> (first: PixelPoint, last: PixelPoint) {
    try focusTokenField()
    let last = try caretPlace(after: "End")
    return (try caretPlace(after: "Home"), last)
  }
}

/// Writes a file.
func write(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  fputs(text, file)
  fclose(file)
}
