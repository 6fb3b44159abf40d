import Controls
import Glibc
import Motion
import Scene
import Windowing

/// A log file with one line per frame, for measurements of the button's motion.
///
/// The lines stay in memory and are written when the program ends. They are also written when the
/// buffer is full, after the frame that filled it was sent. After a failed write, nothing more is
/// written. The log contains only numbers, and no typed text.
struct FrameLog: ~Copyable {
  /// The environment variable with the path of the file.
  static let variable = "TACTILE_FRAME_LOG"
  /// The size of the buffer in bytes: that of more than a minute at 60 frames per second.
  private static let capacity = 1 << 19

  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private let buffer: UnsafeMutablePointer<CChar>
  /// Whether all writes have succeeded so far.
  private(set) var isComplete = true

  /// Creates or truncates the file. Writes an error to standard error if that fails.
  ///
  /// - Returns: `nil` if there is no path or the file cannot be created.
  init?(path: String?) {
    guard let path, !path.isEmpty else { return nil }
    guard let file = fopen(path, "we") else {
      Self.reportError(for: path)
      return nil
    }
    (self.path, self.file, buffer) = (path, file, .allocate(capacity: Self.capacity))
    setvbuf(file, buffer, _IOFBF, Self.capacity)
  }

  deinit {
    if isComplete, fflush(file) != 0 { Self.reportError(for: path) }
    fclose(file)
    buffer.deallocate()
  }

  /// Records the statistics of a frame, and the position at which it drew the button.
  mutating func record(_ statistics: FrameStatistics, _ button: borrowing FloatingButton) {
    let instant = statistics.presentation
    write(Self.line(for: statistics, button.frame(at: instant).center, button.springRelease(at: instant)))
  }

  /// Records the time at which a frame was presented.
  mutating func record(_ counter: Int64, presentedAt instant: Instant) {
    write("presented \(counter) \(instant.nanoseconds)")
  }

  private mutating func write(_ line: String) {
    guard isComplete else { return }
    isComplete = fputs("\(line)\n", file) >= 0
    if !isComplete { Self.reportError(for: path) }
  }

  private static func reportError(for path: String) {
    StandardError.print("cannot write TACTILE_FRAME_LOG file '\(path)': \(String(cString: strerror(errno)))")
  }
}

// The lines: words and numbers separated by spaces, `-` for unknown values. Instants and durations
// are in nanoseconds, positions in logical pixels.
extension FrameLog {
  /// Returns the line of a frame.
  ///
  /// The fields are: `frame` and the frame number; the instants at which the frame began, for which
  /// it was drawn and at which it was sent; the refresh interval; the source of the frame slot
  /// (`none` without a slot); the number of the refresh; the compositor's counter; x and y of
  /// the button's center. During a spring animation of the button, these fields follow: `spring`;
  /// the release time; start, target and velocity, each x and y; ω₀ in radians per second and ζ.
  static func line(
    for frame: FrameStatistics, _ center: Point, _ release: SpringRelease<Point>?
  ) -> String {
    let sent = frame.startTime + frame.duration
    let interval = Int64(frame.interval / .nanoseconds(1))
    var fields = ["frame", "\(frame.frames)"]
    fields += [frame.startTime, frame.presentation, sent].map { "\($0.nanoseconds)" }
    fields += ["\(interval)", frame.slot.map { "\($0.source)" } ?? "none"]
    fields += [frame.slot?.refresh, frame.counter].map { $0.map { "\($0)" } ?? "-" }
    fields += self.fields(for: center)
    if let release { fields += self.fields(for: release) }
    return fields.joined(separator: " ")
  }

  private static func fields(for release: SpringRelease<Point>) -> [String] {
    let points = [release.from, release.to, release.velocity].flatMap(fields(for:))
    let spring = [release.spring.angularFrequency, release.spring.dampingFraction].map { "\($0)" }
    return ["spring", "\(release.instant.nanoseconds)"] + points + spring
  }

  private static func fields(for point: Point) -> [String] { ["\(point.x)", "\(point.y)"] }
}
