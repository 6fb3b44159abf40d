import Scene
import ScreenDriver

/// The desktop button on a screen with a compositor and a panel of the desktop, which is a window at its lower edge.
struct DesktopButtonScenario: ~Copyable {
  private let name: String
  private let scale: Int
  // Destroyed in this order: the clients before the server.
  private let program: ChildProcess
  private let panel: ChildProcess
  private let compositor: ChildProcess
  private let display: VirtualDisplay
  private let window: ScreenWindow
  private let input: InputSimulator
  private let directory: TemporaryDirectory

  private static let size = (width: 720, height: 420)

  /// Starts the display, the compositor, the panel and the button.
  ///
  /// - Throws: `cannotStart`, `endedEarly`, `timedOut`, `file`.
  init(_ program: String, theme: String = "light", scale: Int = 1) throws(ScreenDriverError) {
    let directory = try TemporaryDirectory()
    let display = try VirtualDisplay(width: Self.size.width * scale, height: Self.size.height * scale)
    display.connection.paintBackground(theme == "light" ? 0x7DA7C7 : 0x27364A)
    var environment = ChildProcess.privateEnvironment(in: directory.path)
    environment["DISPLAY"] = display.name
    let compositor = try ChildProcess(
      "picom", ["--config", "/dev/null"], environment: environment, redirections: [.discard(1), .discard(2)])
    let panel = try ChildProcess(
      "tint2", environment: environment, redirections: [.discard(1), .discard(2)])
    let program = try ChildProcess(
      program, ["button", "--theme", theme, "--scale", "\(scale)"], environment: environment)
    let connection = display.connection
    let window = try Deadline(after: .defaultTimeout).poll(for: "the button") {
      connection.window { $0.classNames.last == "Tactile" }
    }
    input = try InputSimulator(in: connection.rootWindow)
    Deadline(after: .seconds(1)).wait()
    (name, self.scale, self.window) = ("\(theme)-\(scale)", scale, window)
    self.directory = directory
    self.display = display
    self.compositor = compositor
    self.panel = panel
    self.program = program
  }

  /// - Throws: `timedOut`, `noWindow`, `file`.
  func run(_ album: ScreenshotAlbum) throws(ScreenDriverError) {
    try add(album, "button", "in use")
    try input.move(to: PixelPoint(x: 100 * scale, y: 100 * scale))
    Deadline(after: .seconds(2)).wait()
    try add(album, "dimmed", "dimmed, because it is not used")
    try input.click(at: try window.frame().center)
    Deadline(after: .milliseconds(600)).wait()
    try add(album, "panel", "with its panel of actions")
    let panel = try window.frame()
    // The item "Window" is the first one of the second row.
    try input.click(at: panel.center.offset(x: -150 * scale, y: 38 * scale))
    Deadline(after: .milliseconds(600)).wait()
    try add(album, "menu", "with a menu of the panel")
    try input.click(at: PixelPoint(x: 20 * scale, y: 20 * scale))
    Deadline(after: .milliseconds(600)).wait()
    let start = try window.frame().center
    try input.move(to: start)
    input.press()
    try input.move(along: [start, start.offset(x: -250 * scale, y: 60 * scale)], lasting: .milliseconds(300))
    try add(album, "dragged", "during a drag")
    try input.move(
      along: [start, start.offset(x: -250 * scale, y: 200 * scale)], lasting: .milliseconds(300))
    input.release()
    Deadline(after: .milliseconds(800)).wait()
    try add(album, "beside-panel", "at rest above the panel of the desktop")
  }

  private func add(_ album: ScreenshotAlbum, _ step: String, _ caption: String) throws(ScreenDriverError) {
    try album.add(
      try display.connection.rootWindow.screenshot(), as: "desktop-\(step)-\(name)",
      caption: "desktop button \(caption)")
  }

  /// Records the film of the documentation.
  ///
  /// - Returns: The number of frames.
  /// - Throws: `timedOut`, `noWindow`, `file`.
  func record(in directory: String) throws(ScreenDriverError) -> Int {
    let film = Film(of: display.connection.rootWindow, by: input, directory: directory)
    let start = try window.frame().center
    try input.move(to: start)
    try film.hold(for: .milliseconds(500))
    input.press()
    let left = start.offset(x: -380, y: 40)
    try film.drag(along: [start, left], lasting: .milliseconds(800))
    try film.drag(along: [left, left.offset(x: -80, y: -20)], lasting: .milliseconds(80))
    input.release()
    try film.hold(for: .milliseconds(1000))
    let button = try window.frame().center
    try input.click(at: button)
    try film.hold(for: .milliseconds(1200))
    let panel = try window.frame().center
    try input.click(at: panel.offset(x: -150, y: 38))
    try film.hold(for: .milliseconds(1000))
    try input.click(at: PixelPoint(x: 600, y: 60))
    try film.hold(for: .milliseconds(700))
    try input.move(to: button)
    input.press()
    try film.drag(along: [button, button.offset(x: 300, y: 80)], lasting: .milliseconds(500))
    try film.drag(
      along: [button.offset(x: 300, y: 80), button.offset(x: 360, y: 100)], lasting: .milliseconds(80))
    input.release()
    try film.hold(for: .milliseconds(1200))
    try input.move(to: PixelPoint(x: 360, y: 60))
    try film.hold(for: .milliseconds(2200))
    return try film.finish(as: "assets/button.webp")
  }
}
