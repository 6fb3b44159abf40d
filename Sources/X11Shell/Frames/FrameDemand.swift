import Motion

/// The reason to draw a frame.
enum FrameDemand: Hashable {
  /// No frame is needed: the content does not change.
  case none
  /// The content changes at that instant, or continuously from then on.
  case change(at: Instant)
  /// Something changed that the last frame does not show.
  case pendingUpdate

  /// The instant from which there is new content, or `nil` without demand.
  var start: Instant? {
    switch self {
    case .none: nil
    case .change(let instant): instant
    case .pendingUpdate: .distantPast
    }
  }
}
