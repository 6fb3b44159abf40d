import ScreenDriver

/// The screenshots of a tour, numbered in the order in which they were taken.
final class ScreenshotAlbum {
  private let directory: String
  /// The number of screenshots.
  private(set) var count = 0

  init(directory: String) { self.directory = directory }

  /// Writes a screenshot to `NN-name.png` and prints its path and caption.
  ///
  /// - Throws: `file`.
  func add(_ screenshot: Screenshot, as name: String, caption: String) throws(ScreenDriverError) {
    count += 1
    let path = "\(directory)/\(count < 10 ? "0" : "")\(count)-\(name).png"
    try screenshot.writePNG(to: path)
    print("\(path): \(caption)")
  }

  /// Writes a screenshot of a window after its content has settled.
  ///
  /// - Throws: `file`, `noWindow`, `timedOut`.
  func add(_ window: ScreenWindow, as name: String, caption: String) throws(ScreenDriverError) {
    try add(try window.stillScreenshot(), as: name, caption: caption)
  }
}
