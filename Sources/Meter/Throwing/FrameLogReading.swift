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
    return zip(inTurn, inTurn.dropFirst()).reduce(0) { $0 + $1.1.refreshesSince($1.0) }
  }

  /// How far each frame has the button from where the textbook has it at the instant for which that
  /// frame was drawn, in logical pixels.
  var errors: [Double] {
    frames.map { $0.place.distance(to: release.ideal(at: $0.presentation)) }
  }
}

extension LoggedFrame {
  /// How many refreshes lie between two frames: by their numbers, and where those are not known, or
  /// two have counted them, by the time that has passed.
  fileprivate func refreshesSince(_ earlier: LoggedFrame) -> Int {
    if source == earlier.source, let refresh, let before = earlier.refresh {
      return Int(max(0, refresh - before - 1))
    }
    return max(0, Int((Double(begun - earlier.begun) / interval).rounded()) - 1)
  }
}
