import Scene
import ScreenDriver

/// The contents of a frame log, which the program writes about its own frames.
struct FrameLogContents: Equatable {
  private(set) var frames: [LoggedFrame] = []
  /// The presentation times that a compositor has reported, by frame counter, in nanoseconds.
  private(set) var presentationTimes: [Int64: Int64] = [:]

  /// - Throws: `file` if the file does not exist, `unexpected` if one of its lines is invalid.
  init(contentsOf path: String) throws(ScreenDriverError) { try self.init(contents(ofFile: path), of: path) }

  /// - Parameter path: The path of the file with the text, for the error message.
  init(_ text: String, of path: String = "") throws(ScreenDriverError) {
    for line in text.split(separator: "\n") {
      guard read(line) else { throw .unexpected("invalid line in frame log '\(path)': \(line)") }
    }
  }

  private mutating func read(_ line: Substring) -> Bool {
    if let frame = LoggedFrame(line: line) {
      frames.append(frame)
      return true
    }
    var fields = FieldReader(line)
    guard fields.next() == "presented", let counter = fields.integer(), let instant = fields.integer() else {
      return false
    }
    presentationTimes[counter] = instant
    return true
  }

  /// Returns the time at which a frame was presented or, without a report, at which it was sent.
  func presentationTime(of frame: LoggedFrame) -> Int64 {
    frame.counter.flatMap { presentationTimes[$0] } ?? frame.sent
  }

  /// The trajectories in the log.
  var trajectories: [LoggedTrajectory] {
    var trajectories: [LoggedTrajectory] = []
    for (index, frame) in frames.enumerated() {
      let previous = index > 0 ? frames[index - 1].release : nil
      if let release = frame.release, release != previous {
        trajectories.append(LoggedTrajectory(release: release, frames: [frame]))
      } else if let release = previous, frame.release != nil || frame.center == release.to {
        // The frame that shows the button at rest belongs to the trajectory.
        trajectories[trajectories.count - 1].frames.append(frame)
      }
    }
    return trajectories
  }
}

/// The motion of a button after a release: the frames from the response to the release to the first
/// one that shows the button at rest, or to the last one if the motion was interrupted.
struct LoggedTrajectory: Equatable {
  var release: LoggedRelease
  var frames: [LoggedFrame]

  /// The number of refreshes without a frame.
  ///
  /// A frame between two frame slots uses no refresh. The exception is the first frame: after it, a
  /// frame is due at each refresh.
  var unusedRefreshes: Int {
    let slots = frames.prefix(1) + frames.dropFirst().filter { $0.source != nil }
    var (count, last) = (0, 0)
    while last + 1 < slots.count {
      // Refresh numbers are more reliable than times, even across frames without a number.
      let next = (last + 1..<slots.count).first { slots[$0].sharesSource(with: slots[last]) }
      let index = next ?? last + 1
      count += max(0, slots[index].refreshes(since: slots[last]) - (index - last))
      last = index
    }
    return count
  }

  /// The distance of the button from the ideal spring in each frame, at the instant for which the
  /// frame was drawn, in logical pixels.
  var errors: [Double] { frames.map { $0.center.distance(to: release.idealCenter(at: $0.presentation)) } }

  /// The errors without the frame that shows the button at rest. An ideal spring never comes to
  /// rest, but a motion ends when less than half a pixel remains on both axes.
  var errorsInMotion: [Double] { zip(frames, errors).filter { $0.0.release != nil }.map(\.1) }
}

extension LoggedFrame {
  /// Returns whether both frames have refresh numbers of the same source.
  fileprivate func sharesSource(with other: LoggedFrame) -> Bool {
    source == other.source && refresh != nil && other.refresh != nil
  }

  /// Returns the number of refreshes since an earlier frame, by the refresh numbers or, if those
  /// cannot be compared, by the elapsed time.
  fileprivate func refreshes(since earlier: LoggedFrame) -> Int {
    if sharesSource(with: earlier), let refresh, let earlierRefresh = earlier.refresh {
      return Int(refresh - earlierRefresh)
    }
    return Int((Double(startTime - earlier.startTime) / interval).rounded())
  }
}
