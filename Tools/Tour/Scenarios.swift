import Scene
import ScreenDriver

/// Runs all scenarios, each in a new process of the program.
///
/// - Parameter program: The path of the program.
/// - Throws: An error if a step does not have the expected effect.
func tour(of program: String, album: ScreenshotAlbum) throws(ScreenDriverError) {
  let configuration = AppSession.Configuration(program: program)
  let passwordForm = try PasswordFormScenario(configuration)
  try passwordForm.run(album)
  let tokenField = try TokenFieldScenario(configuration)
  try tokenField.run(album)
  let floatingButton = try FloatingButtonScenario(configuration)
  try floatingButton.run(album)
  try runBall(program, album)
  try runPanel(program, album)
  try runDarkTheme(program, album)
  try runDoubleScale(program, album)
  try runMinimumSize(program, album)
  for (theme, scale) in [("light", 1), ("dark", 1), ("light", 2), ("dark", 2)] {
    try DesktopButtonScenario(program, theme: theme, scale: scale).run(album)
  }
}

private func runBall(_ program: String, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
  let session = try AppSession(
    AppSession.Configuration(program: program, arguments: ["--shape", "ball", "--dim", "never"]))
  let window = try session.window.frame()
  let ball = try session.waitForButton(AccentColors.light.red)
  try album.add(session.window, as: "ball", caption: "ball in its initial position, the center")
  let corner = PixelPoint(x: window.width - 16, y: window.height - 16)
  try session.input.move(to: ball.center)
  session.input.press()
  try session.input.move(along: [ball.center, corner], lasting: .milliseconds(350))
  try album.add(try session.window.screenshot(), as: "ball-outside", caption: "ball, partly outside")
  session.input.release()
  Deadline(after: .milliseconds(150)).wait()
  try album.add(session.window, as: "ball-back", caption: "ball, completely inside again")
}

private func runPanel(_ program: String, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
  let session = try AppSession(AppSession.Configuration(program: program, arguments: ["--tap", "expand"]))
  let button = try session.waitForButton(AccentColors.light.red)
  try session.input.click(at: button.center)
  let growing = try session.window.waitFor("the growing button") { screenshot in
    screenshot.floatingButton(AccentColors.light.red) == nil ? screenshot : nil
  }
  try album.add(growing, as: "expanding", caption: "a tap expands the button")
  try album.add(session.window, as: "panel", caption: "action panel")
}

private func runDarkTheme(_ program: String, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
  let session = try AppSession(AppSession.Configuration(program: program, arguments: ["--theme", "dark"]))
  try session.waitForButton(AccentColors.dark.red)
  try session.input.type("Passw0rd!")
  try session.expectIcons(5, AccentColors.dark.green)
  try album.add(session.window, as: "dark", caption: "dark theme")
}

private func runDoubleScale(_ program: String, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
  let session = try AppSession(
    AppSession.Configuration(
      program: program, arguments: ["--scale", "2"], screen: (width: 2000, height: 1400)))
  try session.waitForButton(AccentColors.light.red)
  try session.input.type("Passw0rd")
  try session.expectIcons(4, AccentColors.light.green, scale: 2)
  try album.add(session.window, as: "scale-2", caption: "window at twice the scale")
}

private func runMinimumSize(_ program: String, _ album: ScreenshotAlbum) throws(ScreenDriverError) {
  let session = try AppSession(AppSession.Configuration(program: program))
  try session.waitForButton(AccentColors.light.red)
  let smallest = session.window.minimumSize ?? (width: 480, height: 420)
  try session.window.resize(width: smallest.width, height: smallest.height)
  Deadline(after: .milliseconds(150)).wait()
  try album.add(session.window, as: "smallest", caption: "window at its minimum size")
  try session.input.tap("Tab", times: 6)
  try album.add(
    session.window, as: "smallest-scrolled",
    caption: "window at its minimum size, scrolled to the focused token field")
}
