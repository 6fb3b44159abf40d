import Scene
import ScreenDriver

/// The film of the program `Gallery`: the motions side by side, and an input to each kind of control.
struct GalleryFilm: ~Copyable {
  private let session: AppSession
  private let film: Film
  private var input: InputSimulator { session.input }

  /// The x coordinates of the motions, in the order of the window. The coordinates of this file are those of
  /// the window in its only size.
  private static let lanes = (0..<6).map { 812 + 59 * $0 }
  private static let rubberLane = lanes[4]
  private static let retargetingLane = lanes[5]

  /// - Throws: The errors of `AppSession.init`.
  init(_ program: String, directory: String) throws(ScreenDriverError) {
    session = try AppSession(AppSession.Configuration(program: program, screen: (1280, 800)))
    film = Film(of: session.window, by: session.input, directory: directory)
  }

  /// Plays all scenes, and writes the frames and the image of the documentation.
  ///
  /// - Returns: The number of frames.
  /// - Throws: `timedOut`, `noWindow`, `file`, the errors of the input.
  func record() throws(ScreenDriverError) -> Int {
    try film.hold(for: .milliseconds(600))
    try playMotions()
    try operateControls()
    try enterPassword()
    try throwButton()
    try film.writeStill(to: "Sources/Controls/Controls.docc/Resources/gallery.png")
    return try film.finish(as: "assets/gallery.webp")
  }

  private func playMotions() throws(ScreenDriverError) {
    // The keyboard focus is at the stage, which plays all motions for the space bar.
    try click(Self.lanes[0], 251)
    try film.hold(for: .milliseconds(400))
    try input.tap("space")
    try film.hold(for: .milliseconds(1300))
    try drag([(Self.rubberLane, 134), (Self.rubberLane, 51)], lasting: .milliseconds(500))
    try film.hold(for: .milliseconds(700))
    try drag(
      [251, 351, 171, 311].map { (Self.retargetingLane, $0) }, lasting: .milliseconds(1200))
    try film.hold(for: .milliseconds(600))
  }

  private func operateControls() throws(ScreenDriverError) {
    try click(360, 195)
    try drag([(134, 241), (300, 241)], lasting: .milliseconds(500))
    try click(315, 287)
    try click(350, 339)
    try film.type("ala")
    try film.hold(for: .milliseconds(300))
    try input.tap("Down")
    try input.tap("Return")
    try film.hold(for: .milliseconds(700))
  }

  private func enterPassword() throws(ScreenDriverError) {
    try click(520, 127)
    try film.type("mango teRn 7 lamp")
    try film.hold(for: .milliseconds(800))
  }

  private func throwButton() throws(ScreenDriverError) {
    try drag([(1065, 585), (480, 575)], lasting: .milliseconds(400))
    try film.hold(for: .milliseconds(1200))
  }

  /// Clicks and waits. A window manager may hold a click back longer than a key that is typed at once.
  private func click(_ x: Int, _ y: Int) throws(ScreenDriverError) {
    try input.click(at: PixelPoint(x: x, y: y))
    try film.hold(for: .milliseconds(400))
  }

  private func drag(_ path: [(Int, Int)], lasting duration: Duration) throws(ScreenDriverError) {
    let path = path.map { PixelPoint(x: $0.0, y: $0.1) }
    guard let start = path.first else { return }
    try input.move(to: start)
    input.press()
    try film.drag(along: path, lasting: duration)
    input.release()
  }
}
