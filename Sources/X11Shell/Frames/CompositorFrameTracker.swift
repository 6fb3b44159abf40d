import Motion

/// The state of the frames that were sent to a compositor.
struct CompositorFrameTracker {
  /// A frame that was sent. `counter` is the value that the end of the frame gave to the counter.
  private struct SentFrame {
    var counter: Int64
    var begun: Instant
    /// The time at which the compositor drew it, or `nil` if it has not reported that yet.
    var drawn: Instant?
  }

  /// Whether the compositor responds.
  var isAlive = false
  private var sent = InlineArray<4, SentFrame?>(repeating: nil)
  private var next = 0
  /// The time from the beginning of the last reported frame to its presentation, or `nil` before
  /// the first report.
  private var lag: Duration?

  /// The maximum plausible lag.
  private static let maximumLag = Duration.milliseconds(200)

  /// Records a frame for which the compositor sends reports.
  mutating func send(_ counter: Int64, begunAt begun: Instant) {
    sent[next] = SentFrame(counter: counter, begun: begun)
    next = (next + 1) % sent.count
  }

  /// Removes all frames, after the compositor changed.
  mutating func forget() { self = CompositorFrameTracker() }

  /// Records that the compositor drew a frame.
  ///
  /// - Returns: Whether the frame was sent and not reported yet.
  mutating func draw(_ counter: Int64, at drawn: Instant) -> Bool {
    guard let index = index(of: counter), sent[index]?.drawn == nil else { return false }
    sent[index]?.drawn = drawn
    return true
  }

  /// Records the time between the drawing of a frame and its presentation.
  ///
  /// - Returns: The presentation time, or `nil` if the frame is unknown or the time is implausible.
  mutating func present(_ counter: Int64, after offset: Duration) -> Instant? {
    guard let index = index(of: counter), let frame = sent[index], let drawn = frame.drawn else { return nil }
    sent[index] = nil
    let seen = drawn + offset
    let lag = frame.begun.duration(to: seen)
    guard lag >= .zero, lag <= Self.maximumLag else { return nil }
    self.lag = lag
    return seen
  }

  /// Returns the expected presentation time of a frame: its beginning plus the last lag, aligned to
  /// a refresh. Without a measured lag it is one refresh later.
  func presentation(ofFrameBegunAt now: Instant, on grid: RefreshGrid) -> Instant {
    guard let lag, grid.isLearnt else { return now + (lag ?? grid.duration) }
    return max(now, grid.instant(of: grid.nearestIndex(to: now + lag)))
  }

  private func index(of counter: Int64) -> Int? { sent.indices.first { sent[$0]?.counter == counter } }
}
