import Controls
import Scene
import System
import Windowing

/// The positions of the desktop button, one for each arrangement of monitors, in the file
/// `$XDG_STATE_HOME/tactile/desktop-button`.
struct ButtonPositions {
  /// A rest position on a monitor.
  struct SavedPosition: Hashable {
    /// The index of the monitor, 0 for the primary one.
    var monitor: Int
    var position: UnitPoint
  }

  private let file: AtomicFile?
  /// The positions by arrangement, the latest one last.
  private var entries: [(arrangement: String, position: SavedPosition)] = []
  /// The maximum number of arrangements, and of bytes in the file.
  private static let limits = (arrangements: 32, bytes: 1 << 14)

  /// Reads the file. A missing one counts as empty, and so do damaged lines.
  ///
  /// - Parameter reportWarning: Called with one line if the file is damaged or cannot be read.
  init(xdgStateHome: String?, home: String?, reportWarning: (String) -> Void = StandardError.print) {
    let directory = BaseDirectory.state.path(variable: xdgStateHome, home: home)
    file = directory.map { AtomicFile(directory: "\($0)/tactile", name: "desktop-button") }
    guard let file else { return }
    var problem: String?
    do throws(FileError) {
      let bytes = try file.read(limit: Self.limits.bytes)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      entries = lines.compactMap(Self.entry)
      if entries.count < lines.count { problem = "the file is damaged" }
    } catch { if !error.isNotFound { problem = error.reason } }
    guard let problem else { return }
    reportWarning(
      "cannot read the button position in '\(file.path)': \(problem); using the default position; move the "
        + "button to save another one")
  }

  private static func entry(_ line: Substring) -> (String, SavedPosition)? {
    let words = line.split(separator: " ")
    guard words.count == 4, let monitor = Int(words[1]), monitor >= 0, let x = Double(words[2]),
      let y = Double(words[3]), (0...1).contains(x), (0...1).contains(y)
    else { return nil }
    return (String(words[0]), SavedPosition(monitor: monitor, position: UnitPoint(x: x, y: y)))
  }

  func position(for screen: ScreenLayout) -> SavedPosition? {
    let arrangement = Self.arrangement(of: screen)
    return entries.last { $0.arrangement == arrangement }?.position
  }

  /// Saves a position, if it is new. An error is ignored: the button is then at its default position after the next
  /// start.
  mutating func save(_ position: SavedPosition, for screen: ScreenLayout) {
    guard self.position(for: screen) != position else { return }
    let arrangement = Self.arrangement(of: screen)
    entries.removeAll { $0.arrangement == arrangement }
    entries.append((arrangement, position))
    entries.removeFirst(max(0, entries.count - Self.limits.arrangements))
    let lines = entries.map { "\($0) \($1.monitor) \($1.position.x) \($1.position.y)\n" }
    let text = lines.joined()
    try? file?.replace(with: text.utf8Span.span, isDurable: false)
  }

  /// Returns the frames of the monitors in device pixels, which another scale does not change.
  static func arrangement(of screen: ScreenLayout) -> String {
    func pixels(_ length: Double) -> Int { Int((length * screen.scale).rounded()) }
    return screen.monitors.map { monitor in
      let frame = monitor.frame
      return "\(pixels(frame.width))x\(pixels(frame.height))+\(pixels(frame.minX))+\(pixels(frame.minY))"
    }.joined(separator: ",")
  }
}
