import Glibc
import Scene
import ScreenDriver
import Testing

extension AppSession {
  /// Returns the selected text as other programs read it, after the window has handled all input.
  func selectedText() throws(ScreenDriverError) -> String? {
    try window.ping()
    return try SelectionReader(on: display.name, selection: "PRIMARY").read("UTF8_STRING").text
  }

  /// Selects all repeatedly until the selection is the given text.
  func expectTokens(_ expected: String) throws {
    var selected: String?
    let deadline = Deadline(after: .defaultTimeout)
    while selected != expected, !deadline.hasPassed {
      try input.tap("a", with: [.control])
      selected = try selectedText()
    }
    #expect(selected == expected)
  }

  /// Presses a key that moves the caret. Returns the caret's center in pixels of the window.
  func caretPosition(after key: String) throws -> PixelPoint {
    let before = try settledScreenshot()
    try input.tap(key)
    return try window.waitFor("the caret") {
      $0.caret(Program.colors.blue, notIn: before)?.center
    }
  }

  /// Moves the focus to the token field.
  ///
  /// - Returns: The caret positions before and after all tokens, in pixels of the window.
  func tokenEnds() throws -> (first: PixelPoint, last: PixelPoint) {
    try focusTokenField()
    let last = try caretPosition(after: "End")
    return (try caretPosition(after: "Home"), last)
  }
}

/// Writes a file.
func write(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  fputs(text, file)
  fclose(file)
}
