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

  /// Writes a still image of the window.
  func writeStill(to path: String) throws(ScreenDriverError) {
    try window.stillScreenshot().writePNG(to: path)
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
