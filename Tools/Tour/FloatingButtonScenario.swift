import Scene
import ScreenDriver

/// The scenario of the floating button: it is dragged, thrown, tapped and moved with keys, and its
/// menu and the inspector are opened.
struct FloatingButtonScenario: ~Copyable {
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
    let restFrame = try session.waitForButton(colors.red)
    try longPress(restFrame, album)
    let position = try drag(restFrame, album)
    try throwUpward(from: position, restFrame, album)
    try tap(album)
    try moveByKeys(album)
    try openMenu(album)
    try openInspector(album)
  }

  private func longPress(_ restFrame: PixelRect, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.pressAndHold(at: restFrame.center, for: .milliseconds(400))
    try session.window.waitFor("the button scaled to 1.4") { screenshot in
      let button = screenshot.floatingButton(colors.red)
      return (button?.height ?? 0) * 10 > restFrame.height * 13 ? () : nil
    }
    try album.add(session.window, as: "long-press", caption: "a long press enlarges the button")
  }

  private func drag(_ restFrame: PixelRect, _ album: ScreenshotAlbum) throws(ScreenDriverError) -> PixelPoint
  {
    let position = restFrame.center.offset(x: -170, y: 40)
    try session.input.move(along: [restFrame.center, position], lasting: .milliseconds(400))
    try album.add(try session.window.screenshot(), as: "drag", caption: "the button follows the pointer")
    return position
  }

  private func throwUpward(from position: PixelPoint, _ restFrame: PixelRect, _ album: ScreenshotAlbum)
    throws(ScreenDriverError)
  {
    let end = position.offset(x: 30, y: -140)
    try session.input.move(along: [position, end], lasting: .milliseconds(80))
    session.input.release()
    Deadline(after: .milliseconds(50)).wait()
    try album.add(try session.window.screenshot(), as: "thrown", caption: "thrown button, animating")
    let screenshot = try session.window.stillScreenshot()
    let frame = try session.window.frame()
    guard let button = screenshot.floatingButton(colors.red) else {
      throw .notFound("the button after the throw")
    }
    guard button.y == 8 || button.maxX == frame.width - 8 else {
      throw .unexpected("the button is at (\(button.x), \(button.y)), not 8 px from an edge")
    }
    try album.add(screenshot, as: "at-rest", caption: "button at rest, eight pixels from an edge")
  }

  private func tap(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    let button = try session.waitForButton(colors.red)
    try session.input.click(at: button.center, holding: .milliseconds(120))
    try session.waitForButton(colors.green)
    try album.add(session.window, as: "tapped", caption: "a tap toggles the color to green")
  }

  private func moveByKeys(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("Tab", with: [.shift])
    try session.input.tap("m")
    try session.input.tap("Prior")
    try session.input.tap("Home")
    try album.add(session.window, as: "moved-by-keys", caption: "moving with keys, with a hint")
    try session.input.tap("Return")
    try session.waitForButton(colors.green)
  }

  private func openMenu(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    let button = try session.waitForButton(colors.green)
    try session.input.click(at: button.center, .secondary)
    try album.add(session.window, as: "menu", caption: "menu of the button")
    try session.input.tap("Escape")
    try session.waitForButton(colors.green)
  }

  private func openInspector(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try session.input.tap("F12")
    try album.add(session.window, as: "inspector", caption: "inspector for tuning the button")
    try session.input.tap("F12")
  }
}
