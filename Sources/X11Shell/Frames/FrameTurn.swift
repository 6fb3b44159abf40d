/// A frame's place in the rhythm of the display.
public struct FrameTurn: Hashable, Sendable {
  /// Who tells that the next frame may begin.
  public enum Source: Int, Sendable {
    /// Time alone: refreshes as long as the monitor's, or 60 a second.
    case timer
    /// The Present extension, which tells when a refresh begins.
    case verticalBlank
    /// The compositor, which tells when it has drawn the last frame (`_NET_WM_FRAME_DRAWN`).
    case compositor
  }

  /// Who told of it, and counts the refreshes.
  public internal(set) var source: Source
  /// The refresh that has this frame; `nil` where its number is not known.
  public internal(set) var refresh: Int64?
}
