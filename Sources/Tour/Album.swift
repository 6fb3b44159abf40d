import ScreenDriver

/// The pictures of a tour, numbered in the order in which they were taken.
final class Album {
  private let folder: String
  /// How many there are.
  private(set) var count = 0

  init(folder: String) {
    self.folder = folder
  }

  /// Keeps a picture as `NN-name.png` and prints its path with what it shows.
  ///
  /// - Throws: `file`.
  func add(
    _ picture: Screenshot, as name: String, showing what: String
  ) throws(ScreenDriverError) {
    count += 1
    let path = "\(folder)/\(count < 10 ? "0" : "")\(count)-\(name).png"
    try picture.writePNG(to: path)
    print("\(path): \(what)")
  }

  /// Keeps a picture of what a window shows once it has come to rest.
  ///
  /// - Throws: `file`, `noWindow`, `timedOut`.
  func add(
    _ window: ScreenWindow, as name: String, showing what: String
  ) throws(ScreenDriverError) {
    try add(try window.stillScreenshot(), as: name, showing: what)
  }
}
