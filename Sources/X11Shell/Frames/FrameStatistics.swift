public import Motion

/// Statistics of all frames so far, and measurements of the last one.
public struct FrameStatistics: Hashable, Sendable {
  /// The number of painted frames.
  public internal(set) var frames = 0
  /// The number of display refreshes during animations for which no frame was painted.
  public internal(set) var missedTicks = 0
  /// The instant at which the last frame began.
  public internal(set) var begun = Instant.zero
  /// The instant for which the last frame was drawn: its expected presentation time.
  public internal(set) var presentation = Instant.zero
  /// The time from the beginning of the last frame until it was sent.
  public internal(set) var duration = Duration.zero
  /// The time from the receipt of the oldest event that the last frame shows until the frame was
  /// sent. `nil` if the frame shows no event.
  public internal(set) var latency: Duration?
  /// The number of X requests for the last frame.
  public internal(set) var requests = 0
  /// The slot of the last frame. `nil` if the frame was shown immediately, between two slots.
  public internal(set) var slot: FrameSlot?
  /// The refresh interval, as estimated for the last frame.
  public internal(set) var interval = Duration.zero
  /// The value of the SYNC counter at the end of the last frame, which identifies the frame in the
  /// report of the compositor. `nil` if the frame is not reported.
  public internal(set) var counter: Int64?

  public init() {}
}
