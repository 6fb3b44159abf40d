import Scene
import ScreenDriver

/// The film of the main window.
struct MainWindowFilm: ~Copyable {
  private let session: AppSession
  private let film: Film
  private var input: InputSimulator { session.input }

  /// - Throws: The errors of `AppSession.init`.
  init(_ configuration: AppSession.Configuration, directory: String) throws(ScreenDriverError) {
    session = try AppSession(configuration)
    film = Film(of: session.window, by: session.input, directory: directory)
  }

  /// Plays all scenes and writes the frames.
  ///
  /// - Returns: The number of frames.
  /// - Throws: `timedOut`, `noWindow`, `file`, the errors of the input.
  func record() throws(ScreenDriverError) -> Int {
    let button = try session.waitForButton(AccentColors.light.red)
    try film.hold(for: .milliseconds(600))
    try enterPassword()
    try enterTokens()
    try throwButton(from: button.center)
    return try film.finish(as: "assets/tour.webp")
  }

  private func enterPassword() throws(ScreenDriverError) {
    try film.type("teRn7-mango")
    try input.tap("Tab", times: 2)
    try film.type("teRn7-mango")
    try film.hold(for: .milliseconds(500))
  }

  private func enterTokens() throws(ScreenDriverError) {
    try input.tap("Tab", times: 4)
    try input.tap("End")
    try film.type("ada@example.org,grace@navy.mil,")
    for _ in 0..<2 {
      try input.tap("Left", with: [.shift])
      try film.hold(for: .milliseconds(160))
    }
    try input.tap("Delete")
    try film.hold(for: .milliseconds(600))
  }

  private func throwButton(from start: PixelPoint) throws(ScreenDriverError) {
    try input.move(to: start)
    input.press()
    try film.hold(for: .milliseconds(600))
    let (left, low) = (start.offset(x: -280, y: 60), start.offset(x: -240, y: 170))
    try film.drag(along: [start, left, low], lasting: .milliseconds(1000))
    try film.drag(along: [low, low.offset(x: 60, y: -160)], lasting: .milliseconds(120))
    input.release()
    try film.hold(for: .milliseconds(1200))
    let button = try session.waitForButton(AccentColors.light.red)
    try input.click(at: button.center, holding: .milliseconds(120))
    try film.hold(for: .milliseconds(1200))
  }
}
