import Controls
import Scene
import System
import Windowing

/// The saved rest positions of a button, in a file in `$XDG_STATE_HOME/tactile`: those of the window's button for each
/// shape, or those of the desktop button for each arrangement of monitors.
struct ButtonPositions {
  /// A rest position on a monitor.
  struct SavedPosition: Hashable {
    /// The index of the monitor, 0 for the primary one or the window.
    var monitor = 0
    var position: UnitPoint
  }

  private let file: AtomicFile?
  private let reportWarning: (String) -> Void
  private var hasFailed = false
  /// The positions by their keys, the latest one last.
  private var entries: [(key: String, position: SavedPosition)] = []
  /// The maximum number of entries, and of bytes in the file.
  private static let limits = (entries: 32, bytes: 1 << 14)

  /// Reads the file. A missing one counts as empty, and so do damaged lines.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: The path of the directory for the state of programs.
  ///   - reportWarning: Called with one line if the file is damaged, cannot be read or cannot be written.
  init(
    named name: String, in directory: String? = BaseDirectory.state.path,
    reportWarning: @escaping (String) -> Void = StandardError.print
  ) {
    self.reportWarning = reportWarning
    file = directory.map { AtomicFile(directory: "\($0)/tactile", name: name) }
    guard let file else { return }
    var problem: String?
    (entries, problem) = Self.read(file)
    if let problem { reportUnreadable(file, problem) }
  }

  /// Returns the entries of a file, and the reason for which some or all cannot be read.
  private static func read(_ file: AtomicFile) -> ([(String, SavedPosition)], problem: String?) {
    do throws(FileError) {
      let lines = String(decoding: try file.read(limit: limits.bytes), as: UTF8.self).split(separator: "\n")
      let entries = lines.compactMap(entry)
      return (entries, entries.isEmpty || entries.count < lines.count ? "the file is damaged" : nil)
    } catch { return ([], error.isNotFound ? nil : error.reason) }
  }

  private static func entry(_ line: Substring) -> (String, SavedPosition)? {
    let words = line.split(separator: " ")
    guard words.count == 4, let monitor = Int(words[1]), monitor >= 0, let point = point(words[2], words[3])
    else { return nil }
    return (String(words[0]), SavedPosition(monitor: monitor, position: point))
  }

  private static func point(_ x: Substring?, _ y: Substring?) -> UnitPoint? {
    guard let x = x.flatMap({ Double($0) }), let y = y.flatMap({ Double($0) }), (0...1).contains(x),
      (0...1).contains(y)
    else { return nil }
    return UnitPoint(x: x, y: y)
  }

  func position(for key: String) -> SavedPosition? { entries.last { $0.key == key }?.position }

  /// Returns the position of the window's button, also from the file of version 0.1 for its shape, whose lines are
  /// such as `x = 1.0`.
  func position(of shape: FloatingButton.Shape) -> UnitPoint? {
    if let position = position(for: shape.rawValue) { return position.position }
    let earlier = file.map { AtomicFile(directory: $0.directoryPath, name: "\(shape.rawValue)-place") }
    guard let earlier else { return nil }
    do throws(FileError) {
      let text = String(decoding: try earlier.read(limit: Self.limits.bytes), as: UTF8.self)
      let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
      let point = Self.point(lines.last { $0.first == "x" }?.last, lines.last { $0.first == "y" }?.last)
      if point == nil { reportUnreadable(earlier, "the file is damaged") }
      return point
    } catch {
      if !error.isNotFound { reportUnreadable(earlier, error.reason) }
      return nil
    }
  }

  private func reportUnreadable(_ file: AtomicFile, _ problem: String) {
    reportWarning(
      "cannot read the button position in '\(file.path)': \(problem); using the default position; move the "
        + "button to save another one")
  }

  /// Saves a position, if it is new. Keeps what other processes have saved for other keys. After an error, the button is
  /// at its default position after the next start.
  mutating func save(_ position: SavedPosition, for key: String) {
    guard let file else { return reportFailure(": \(BaseDirectory.noStateDirectoryMessage)") }
    entries = Self.read(file).0
    guard self.position(for: key) != position else { return }
    entries.removeAll { $0.key == key }
    entries.append((key, position))
    entries.removeFirst(max(0, entries.count - Self.limits.entries))
    let lines = entries.map { "\($0) \($1.monitor) \($1.position.x) \($1.position.y)\n" }
    do throws(FileError) {
      try file.replace(with: lines.joined().utf8Span.span, isDurable: false)
    } catch {
      reportFailure(" to '\(file.path)': \(error.reason)")
    }
  }

  /// Reports the first position that cannot be saved.
  private mutating func reportFailure(_ reason: String) {
    if !hasFailed { reportWarning("cannot save the button position\(reason)") }
    hasFailed = true
  }
}

extension BaseDirectory {
  /// The end of a message that state cannot be saved, because the environment names no directory for it.
  static let noStateDirectoryMessage =
    "XDG_STATE_HOME and HOME are not absolute paths; set one of them"
}

extension ScreenLayout {
  /// The frames of the monitors in device pixels, which another scale does not change.
  var arrangement: String {
    func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }
    return monitors.map { monitor in
      let frame = monitor.frame
      return "\(pixels(frame.width))x\(pixels(frame.height))+\(pixels(frame.minX))+\(pixels(frame.minY))"
    }.joined(separator: ",")
  }
}
