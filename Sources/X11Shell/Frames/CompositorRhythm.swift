import Motion

/// What a compositor has told of the frames that were sent to it.
struct CompositorRhythm {
  /// A frame that was sent, by the value that its end gave to the counter.
  private struct SentFrame {
    var counter: Int64
    var begun: Instant
    /// When the compositor drew it; `nil` before it says so.
    var drawn: Instant?
  }

  /// Whether it answers.
  var isAlive = false
  private var sent = InlineArray<4, SentFrame?>(repeating: nil)
  private var next = 0
  /// From beginning a frame until it was seen, as the last was; `nil` before any was told of.
  private var lag: Duration?

  /// What is longer is no lag of a compositor's.
  private static let longestLag = Duration.milliseconds(200)

  /// Notes a frame that the compositor will tell of.
  mutating func send(_ counter: Int64, begunAt begun: Instant) {
    sent[next] = SentFrame(counter: counter, begun: begun)
    next = (next + 1) % sent.count
  }

  /// Forgets all frames: who was asked is gone.
  mutating func forget() { self = CompositorRhythm() }

  /// Notes that a frame was drawn.
  ///
  /// - Returns: Whether it was one that was sent and not told of yet.
  mutating func draw(_ counter: Int64, at drawn: Instant) -> Bool {
    guard let index = index(of: counter), sent[index]?.drawn == nil else { return false }
    sent[index]?.drawn = drawn
    return true
  }

  /// Notes how long after it was drawn a frame was seen.
  ///
  /// - Returns: When it was seen; `nil` where that is no frame of ours, or makes no sense.
  mutating func present(_ counter: Int64, after offset: Duration) -> Instant? {
    guard let index = index(of: counter), let frame = sent[index], let drawn = frame.drawn else {
      return nil
    }
    sent[index] = nil
    let seen = drawn + offset
    let lag = frame.begun.duration(to: seen)
    guard lag >= .zero, lag <= Self.longestLag else { return nil }
    self.lag = lag
    return seen
  }

  /// When a frame will be seen: as long after its beginning as the last was, on the grid; a refresh
  /// later where none was told of yet.
  func presentation(ofFrameBegunAt now: Instant, on grid: RefreshGrid) -> Instant {
    guard let lag, grid.isLearnt else { return now + (lag ?? grid.duration) }
    return max(now, grid.instant(of: grid.nearestIndex(to: now + lag)))
  }

  private func index(of counter: Int64) -> Int? {
    sent.indices.first { sent[$0]?.counter == counter }
  }
}
