import Scene
import ScreenDriver

/// What the program's own log says of its frames.
struct FrameLogReading: Equatable {
  private(set) var frames: [LoggedFrame] = []
  /// When frames were seen, by their counters, where a compositor has told of it.
  private(set) var seen: [Int64: Int64] = [:]

  /// - Throws: `file` where there is none, or a line in it that no frame log has.
  init(contentsOf path: String) throws(ScreenDriverError) {
    try self.init(contents(ofFile: path), of: path)
  }

  /// - Parameter path: Of the file that has the text, for those who must look for what is wrong.
  init(_ text: String, of path: String = "") throws(ScreenDriverError) {
    for line in text.split(separator: "\n") {
      guard take(line) else { throw .file(path: path, reason: "not of a frame: \(line)") }
    }
  }

  private mutating func take(_ line: Substring) -> Bool {
    if let frame = LoggedFrame(line: line) {
      frames.append(frame)
      return true
    }
    var words = Words(line)
    guard words.next() == "seen", let counter = words.integer(), let instant = words.integer()
    else { return false }
    seen[counter] = instant
    return true
  }

  /// When a frame was seen; when it was sent, where nobody told.
  func shown(_ frame: LoggedFrame) -> Int64 {
    frame.counter.flatMap { seen[$0] } ?? frame.sent
  }

  /// The flights in it.
  var flights: [LoggedFlight] {
    var flights: [LoggedFlight] = []
    for (index, frame) in frames.enumerated() {
      let previous = index > 0 ? frames[index - 1].release : nil
      if let release = frame.release, release != previous {
        flights.append(LoggedFlight(release: release, frames: [frame]))
      } else if let release = previous, frame.release != nil || frame.place == release.to {
        // What shows it at rest belongs to it.
        flights[flights.count - 1].frames.append(frame)
      }
    }
    return flights
  }
}

/// A button's flight: the frames from the one that answers the release to the first that shows it
/// at rest, or as far as it came.
struct LoggedFlight: Equatable {
  var release: LoggedRelease
  var frames: [LoggedFrame]

  /// How many refreshes passed without a frame.
  ///
  /// The frames between the turns count for none, but the first: from there on one is due at every
  /// refresh.
  var unusedRefreshes: Int {
    let inTurn = frames.prefix(1) + frames.dropFirst().filter { $0.source != nil }
    var (count, last) = (0, 0)
    while last + 1 < inTurn.count {
      // Numbers tell more than time, even across frames that have none.
      let next = (last + 1..<inTurn.count).first { inTurn[$0].isCounted(with: inTurn[last]) }
      let index = next ?? last + 1
      count += max(0, inTurn[index].refreshes(since: inTurn[last]) - (index - last))
      last = index
    }
    return count
  }

  /// How far each frame has the button from where the textbook has it at the instant for which that
  /// frame was drawn, in logical pixels.
  var errors: [Double] {
    frames.map { $0.place.distance(to: release.ideal(at: $0.presentation)) }
  }

  /// The same without what shows it at rest: a spring comes to rest never, but a flight is over
  /// where less than half a pixel is left of it on either axis.
  var errorsInFlight: [Double] { zip(frames, errors).filter { $0.0.release != nil }.map(\.1) }
}

extension LoggedFrame {
  /// Whether the same source has counted the refreshes of both.
  fileprivate func isCounted(with other: LoggedFrame) -> Bool {
    source == other.source && refresh != nil && other.refresh != nil
  }

  /// How many refreshes later it was, by their numbers; where those do not compare, by the time
  /// that has passed.
  fileprivate func refreshes(since earlier: LoggedFrame) -> Int {
    if isCounted(with: earlier), let refresh, let before = earlier.refresh {
      return Int(refresh - before)
    }
    return Int((Double(begun - earlier.begun) / interval).rounded())
  }
}
