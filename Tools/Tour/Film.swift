import Scene
import ScreenDriver

/// A film of a window or of the screen: screenshots at a constant rate while a user works in it.
///
/// A frame is written only if it differs from the previous one. The file `frames` in the directory has the
/// arguments for img2webp, with the duration of each frame.
final class Film {
  /// The time between two screenshots.
  private static let interval = Duration.milliseconds(40)

  private let window: ScreenWindow
  private let input: InputSimulator
  private let directory: String
  private var last: Screenshot?
  private var frames: [(path: String, milliseconds: Int)] = []

  init(of window: ScreenWindow, by input: InputSimulator, directory: String) {
    (self.window, self.input, self.directory) = (window, input, directory)
  }

  /// Writes the arguments for img2webp.
  ///
  /// - Parameters:
  ///   - output: The path of the film.
  ///   - options: The options of the compression.
  /// - Returns: The number of frames.
  /// - Throws: `file`.
  func finish(as output: String, options: String = "-lossless -m 6") throws(ScreenDriverError) -> Int {
    let list = frames.map { "-d \($0.milliseconds) \($0.path)\n" }.joined()
    let arguments = "-loop 0\n-min_size\n\(options.split(separator: " ").joined(separator: "\n"))\n"
    try write(arguments + list + "-o \(output)\n", toFile: "\(directory)/frames")
    return frames.count
  }

  /// Types a text at a constant rate.
  func type(_ text: String) throws(ScreenDriverError) {
    for character in text {
      try input.type(String(character))
      try hold(for: .milliseconds(80))
    }
  }

  /// Moves the pointer along a path, with a frame after each section.
  func drag(along path: [PixelPoint], lasting duration: Duration) throws(ScreenDriverError) {
    let sections = path.count - 1
    let steps = max(1, Int(duration / Double(sections) / Self.interval))
    for section in 0..<sections {
      for step in 0..<steps {
        let (from, to) = (path[section], path[section + 1])
        let ends = [step, step + 1].map {
          from.offset(x: (to.x - from.x) * $0 / steps, y: (to.y - from.y) * $0 / steps)
        }
        try input.move(along: ends, lasting: Self.interval)
        try capture()
      }
    }
  }

  /// Records for a duration without input.
  func hold(for duration: Duration) throws(ScreenDriverError) {
    let end = Deadline(after: duration)
    repeat {
      let next = Deadline(after: Self.interval)
      try capture()
      next.wait()
    } while !end.hasPassed
  }

  private func capture() throws(ScreenDriverError) {
    let milliseconds = Int(Self.interval / .milliseconds(1))
    let screenshot = try window.screenshot()
    guard screenshot != last else {
      frames[frames.count - 1].milliseconds += milliseconds
      return
    }
    let number = String(frames.count + 1)
    let zeros = String(repeating: "0", count: max(0, 4 - number.count))
    let path = "\(directory)/\(zeros)\(number).png"
    try screenshot.writePNG(to: path)
    last = screenshot
    frames.append((path, milliseconds))
  }
}

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
