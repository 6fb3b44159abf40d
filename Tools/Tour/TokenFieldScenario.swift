import Scene
import ScreenDriver

/// The scenario of the token field: addresses are typed, one is corrected in place, completions are
/// shown, a token is dragged, the menu is opened, and two tokens are deleted.
struct TokenFieldScenario: ~Copyable {
  private let session: AppSession
  private let colors = AccentColors.light

  /// - Throws: The errors of `AppSession`.
  init(_ configuration: AppSession.Configuration) throws(ScreenDriverError) {
    session = try AppSession(configuration)
  }

  /// Performs all steps and adds a screenshot of each to the album.
  ///
  /// - Throws: An error if a step does not have the expected effect.
  func run(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.waitForButton(colors.red)
    try session.input.tap("Tab", times: 6)
    try session.input.tap("End")
    try moveCaret(album)
    try typeTokens(album)
    try showCompletions(album)
    try drag(album)
    try openMenu(album)
    try selectAndDelete(album)
  }

  private func moveCaret(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try expectCaret(at: "caret before the first token", key: "Home")
    try expectCaret(at: "caret after the first token", key: "Right")
    try album.add(session.window, as: "tokens", caption: "token field, caret after the first token")
  }

  private func typeTokens(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try change("tokens inserted at the caret") { input throws(ScreenDriverError) in
      try input.type("grace.hopper@navy.mil,ada@@example.org,")
    }
    try album.add(
      session.window, as: "tokens-typed", caption: "two tokens inserted at the caret, the second one invalid")
    try change("the token being edited") { input throws(ScreenDriverError) in
      try input.tap("BackSpace")
      try input.tap("F2")
    }
    try album.add(session.window, as: "token-edited", caption: "token edited in place")
    try change("the corrected address") { input throws(ScreenDriverError) in
      try input.type("ada@example.org,")
    }
  }

  private func showCompletions(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try change("the completions") { input throws(ScreenDriverError) in try input.type("gr") }
    try album.add(session.window, as: "completions", caption: "completions from earlier entries")
    try change("the closed completion list") { input throws(ScreenDriverError) in
      try input.tap("Escape")
      try input.tap("u", with: [.control])
    }
  }

  private func drag(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    let token = try moveToFirstToken()
    session.input.press()
    try session.input.move(
      along: [token, token.offset(x: 60, y: 10), token.offset(x: 130, y: 4)], lasting: .milliseconds(300))
    try album.add(session.window, as: "token-dragged", caption: "token being dragged, with drop indicator")
    session.input.release()
  }

  /// Moves the pointer over the first token and returns its position.
  private func moveToFirstToken() throws(ScreenDriverError) -> PixelPoint {
    let before = try session.window.stillScreenshot()
    try session.input.tap("Home")
    let blue = colors.blue
    let caret = try session.window.waitFor("the caret before the first token") {
      $0.caret(blue, notIn: before)
    }
    let position = caret.center.offset(x: 25)
    try session.input.move(to: position)
    return position
  }

  private func openMenu(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try change("the menu") { input throws(ScreenDriverError) in try input.tap("Menu") }
    try album.add(session.window, as: "token-menu", caption: "menu at the caret")
    try change("the closed menu") { input throws(ScreenDriverError) in try input.tap("Escape") }
  }

  private func selectAndDelete(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("End", with: [.control])
    try change("a selection") { input throws(ScreenDriverError) in
      try input.tap("Left", with: [.shift], times: 2)
    }
    try album.add(session.window, as: "tokens-selected", caption: "last two tokens selected")
    try change("fewer tokens") { input throws(ScreenDriverError) in try input.tap("Delete") }
    try album.add(session.window, as: "tokens-deleted", caption: "remaining tokens after the removal")
  }

  private func change(_ description: String, _ action: (InputSimulator) throws(ScreenDriverError) -> Void)
    throws(ScreenDriverError)
  { try session.expectChange(description, action) }

  private func expectCaret(at description: String, key: String) throws(ScreenDriverError) {
    let input = session.input
    _ = try session.window.stillScreenshot()
    let position = try session.window.caret(colors.blue) { () throws(ScreenDriverError) in try input.tap(key)
    }
    if position == nil { throw .notFound("\(description)") }
  }
}
