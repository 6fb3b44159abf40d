import Scene
import ScreenDriver

/// A film of the window: screenshots at a constant rate while a user works in it.
///
/// A frame is written only if it differs from the previous one. The file `frames` in the directory has the
/// arguments for img2webp, with the duration of each frame.
final class Film {
  /// The time between two screenshots.
  private static let interval = Duration.milliseconds(40)

  private let session: AppSession
  private let directory: String
  private var last: Screenshot?
  private var frames: [(path: String, milliseconds: Int)] = []

  /// - Throws: The errors of `AppSession.init`.
  init(_ configuration: AppSession.Configuration, directory: String) throws(ScreenDriverError) {
    session = try AppSession(configuration)
    self.directory = directory
  }

  /// Plays all scenes and writes the frames.
  ///
  /// - Returns: The number of frames.
  /// - Throws: `timedOut`, `noWindow`, `file`, the errors of the input.
  func record() throws(ScreenDriverError) -> Int {
    let button = try session.waitForButton(AccentColors.light.red)
    try hold(for: .milliseconds(600))
    try enterPassword()
    try enterTokens()
    try throwButton(from: button.center)
    let list = frames.map { "-d \($0.milliseconds) \($0.path)\n" }.joined()
    let options = "-loop 0\n-min_size\n-lossless\n-m 6\n"
    try write(options + list + "-o assets/tour.webp\n", toFile: "\(directory)/frames")
    return frames.count
  }

  private func enterPassword() throws(ScreenDriverError) {
    try type("teRn7-mango")
    try session.input.tap("Tab", times: 2)
    try type("teRn7-mango")
    try hold(for: .milliseconds(500))
  }

  private func enterTokens() throws(ScreenDriverError) {
    try session.input.tap("Tab", times: 4)
    try session.input.tap("End")
    try type("ada@example.org,grace@navy.mil,")
    for _ in 0..<2 {
      try session.input.tap("Left", with: [.shift])
      try hold(for: .milliseconds(160))
    }
    try session.input.tap("Delete")
    try hold(for: .milliseconds(600))
  }

  private func throwButton(from start: PixelPoint) throws(ScreenDriverError) {
    try session.input.move(to: start)
    session.input.press()
    try hold(for: .milliseconds(600))
    let (left, low) = (start.offset(x: -280, y: 60), start.offset(x: -240, y: 170))
    try drag(along: [start, left, low], lasting: .milliseconds(1000))
    try drag(along: [low, low.offset(x: 60, y: -160)], lasting: .milliseconds(120))
    session.input.release()
    try hold(for: .milliseconds(1200))
    let button = try session.waitForButton(AccentColors.light.red)
    try session.input.click(at: button.center, holding: .milliseconds(120))
    try hold(for: .milliseconds(1200))
  }

  /// Types a text at a constant rate.
  private func type(_ text: String) throws(ScreenDriverError) {
    for character in text {
      try session.input.type(String(character))
      try hold(for: .milliseconds(80))
    }
  }

  /// Moves the pointer along a path, with a frame after each section.
  private func drag(along path: [PixelPoint], lasting duration: Duration) throws(ScreenDriverError) {
    let sections = path.count - 1
    let steps = max(1, Int(duration / Double(sections) / Self.interval))
    for section in 0..<sections {
      for step in 0..<steps {
        let (from, to) = (path[section], path[section + 1])
        let ends = [step, step + 1].map {
          from.offset(x: (to.x - from.x) * $0 / steps, y: (to.y - from.y) * $0 / steps)
        }
        try session.input.move(along: ends, lasting: Self.interval)
        try capture()
      }
    }
  }

  /// Records for a duration without input.
  private func hold(for duration: Duration) throws(ScreenDriverError) {
    let end = Deadline(after: duration)
    repeat {
      let next = Deadline(after: Self.interval)
      try capture()
      next.wait()
    } while !end.hasPassed
  }

  private func capture() throws(ScreenDriverError) {
    let milliseconds = Int(Self.interval / .milliseconds(1))
    let screenshot = try session.window.screenshot()
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
