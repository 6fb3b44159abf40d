import Controls
import Glibc
import Motion
import Scene
import X11Shell

/// A file with a line for each frame, for those who measure how the button moves.
///
/// Kept in memory and written when the program ends, or when there is no room left, after the frame
/// that has filled it was sent; once that fails, nothing more is. It is numbers alone: of what is
/// typed it knows nothing.
struct FrameLog: ~Copyable {
  private enum Entry {
    case sent(FrameStatistics, Point, SpringRelease<Point>?)
    case seen(Int64, Instant)
  }

  /// What in the environment names the file.
  static let variable = "TACTILE_FRAME_LOG"
  /// Of four minutes at 60 frames a second; some 4 MB.
  private static let capacity = 1 << 14

  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private var entries: [Entry] = []
  /// Whether the file has taken all that was written so far.
  private(set) var isWhole = true

  /// Makes or empties the file; what keeps it from that is said on standard error.
  ///
  /// - Returns: `nil` where there is no path, or no file can be made there.
  init?(path: String?) {
    guard let path, !path.isEmpty else { return nil }
    guard let file = fopen(path, "we") else {
      Self.complain(of: path)
      return nil
    }
    (self.path, self.file) = (path, file)
    entries.reserveCapacity(Self.capacity)
  }

  deinit {
    if isWhole { write() }
    fclose(file)
  }

  /// Takes in what became of a frame, and where it has drawn the button.
  mutating func note(_ statistics: FrameStatistics, _ button: borrowing FloatingButton) {
    let instant = statistics.presentation
    add(.sent(statistics, button.frame(at: instant).center, button.flight(at: instant)))
  }

  /// Takes in when a frame was seen.
  mutating func note(_ counter: Int64, seenAt instant: Instant) { add(.seen(counter, instant)) }

  private mutating func add(_ entry: Entry) {
    guard isWhole else { return }
    entries.append(entry)
    guard entries.count == Self.capacity else { return }
    isWhole = write()
    entries.removeAll(keepingCapacity: isWhole)
  }

  /// - Returns: Whether all is in the file; what keeps it from there is said on standard error.
  @discardableResult
  private func write() -> Bool {
    for entry in entries where ferror(file) == 0 { fputs(Self.line(for: entry) + "\n", file) }
    guard ferror(file) == 0, fflush(file) == 0 else {
      Self.complain(of: path)
      return false
    }
    return true
  }

  private static func complain(of path: String) {
    StandardError.print("cannot log frames to \(path): \(String(cString: strerror(errno)))")
  }
}

// Its lines: words and numbers with a space between them, `-` for what is not known. Instants and
// spans are nanoseconds, places logical pixels.
extension FrameLog {
  private static func line(for entry: Entry) -> String {
    switch entry {
    case .sent(let statistics, let place, let flight): line(for: statistics, place, flight)
    case .seen(let counter, let instant): "seen \(counter) \(instant.nanoseconds)"
    }
  }

  /// `frame`, its number; when it was begun, for when it was drawn, when it was sent; the display's
  /// interval, who told of its turn (`between` where it had none), the number of the refresh, the
  /// compositor's counter; x and y of the button's centre. While that flies by a spring: `flight`,
  /// when it was let go; there, where to and how fast, each x and y; ω₀ in radians per second and ζ.
  static func line(
    for frame: FrameStatistics, _ place: Point, _ flight: SpringRelease<Point>?
  ) -> String {
    let sent = frame.begun + frame.duration
    let interval = Int64(frame.interval / .nanoseconds(1))
    var words = ["frame", "\(frame.frames)"]
    words += [frame.begun, frame.presentation, sent].map { "\($0.nanoseconds)" }
    words += ["\(interval)", frame.turn.map { "\($0.source)" } ?? "between"]
    words += [frame.turn?.refresh, frame.counter].map { $0.map { "\($0)" } ?? "-" }
    words += self.words(for: place)
    if let flight { words += self.words(for: flight) }
    return words.joined(separator: " ")
  }

  private static func words(for flight: SpringRelease<Point>) -> [String] {
    let points = [flight.from, flight.to, flight.velocity].flatMap(words(for:))
    let spring = [flight.spring.angularFrequency, flight.spring.dampingFraction].map { "\($0)" }
    return ["flight", "\(flight.instant.nanoseconds)"] + points + spring
  }

  private static func words(for point: Point) -> [String] { ["\(point.x)", "\(point.y)"] }
}
