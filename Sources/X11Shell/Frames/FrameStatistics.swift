public import Motion

/// What became of the frames so far: counts for whoever wants to see how smoothly it runs.
public struct FrameStatistics: Hashable, Sendable {
  /// How many frames were painted.
  public internal(set) var frames = 0
  /// How many refreshes passed without their frame while something moved.
  public internal(set) var missedTicks = 0
  /// When the last frame was begun.
  public internal(set) var begun = Instant.zero
  /// The instant for which it was drawn: when it was expected to be seen.
  public internal(set) var presentation = Instant.zero
  /// From the beginning of the last frame until it was sent.
  public internal(set) var duration = Duration.zero
  /// From taking in the oldest event that the last frame answers until that frame was sent;
  /// `nil` where it answers none.
  public internal(set) var latency: Duration?
  /// How many requests to the X server the last frame took.
  public internal(set) var requests = 0
  /// Its turn; `nil` where it was shown at once, between two turns.
  public internal(set) var turn: FrameTurn?
  /// From one refresh of the display to the next, as far as it was known then.
  public internal(set) var interval = Duration.zero
  /// By which the compositor may tell when it was seen; `nil` where none was asked to.
  public internal(set) var counter: Int64?

  public init() {}
}
