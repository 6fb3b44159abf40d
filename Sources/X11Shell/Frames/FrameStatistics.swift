public import Motion

/// Statistics of the frames so far.
public struct FrameStatistics: Hashable, Sendable {
  /// The number of painted frames.
  public internal(set) var frames = 0
  /// The number of refreshes without a frame during animations.
  public internal(set) var missedTicks = 0
  /// The beginning of the last frame.
  public internal(set) var begun = Instant.zero
  /// The instant for which the last frame was drawn: its expected presentation time.
  public internal(set) var presentation = Instant.zero
  /// The time from the beginning of the last frame until it was sent.
  public internal(set) var duration = Duration.zero
  /// The time from the receipt of the oldest event that the last frame shows until the frame was
  /// sent, or `nil` if it shows none.
  public internal(set) var latency: Duration?
  /// The number of X requests for the last frame.
  public internal(set) var requests = 0
  /// The slot of the last frame, or `nil` if it was shown immediately, between two slots.
  public internal(set) var slot: FrameSlot?
  /// The refresh interval, as estimated at that time.
  public internal(set) var interval = Duration.zero
  /// The counter value by which the compositor reports the presentation, or `nil` if it sends no
  /// report.
  public internal(set) var counter: Int64?

  public init() {}
}
