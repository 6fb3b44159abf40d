/// What became of the frames so far: counts for whoever wants to see how smoothly it runs.
public struct FrameStatistics: Hashable, Sendable {
  /// How many frames were painted.
  public internal(set) var frames = 0
  /// How many refreshes passed without their frame while something moved.
  public internal(set) var missedTicks = 0
  /// From the beginning of the last frame until it was sent.
  public internal(set) var duration = Duration.zero
  /// From taking in the oldest event that the last frame answers until that frame was sent;
  /// `nil` where it answers none.
  public internal(set) var latency: Duration?
  /// How many requests to the X server the last frame took.
  public internal(set) var requests = 0

  public init() {}
}
