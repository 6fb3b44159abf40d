/// The display refresh to which a frame is assigned.
public struct FrameSlot: Hashable, Sendable {
  /// The source that reports when the next frame may begin.
  public enum Source: Int, Sendable {
    /// A timer with the refresh interval of the monitor, or 1/60 s.
    case timer
    /// The Present extension, which reports when a refresh begins.
    case verticalBlank
    /// The compositor, which reports when it has drawn the last frame (`_NET_WM_FRAME_DRAWN`).
    case compositor
  }

  /// The source of the report. It numbers the refreshes.
  public internal(set) var source: Source
  /// The number of the refresh, or `nil` if unknown.
  public internal(set) var refresh: Int64?
}
