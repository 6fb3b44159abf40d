import Motion

/// What calls for a frame.
enum FrameDemand: Hashable {
  /// Nothing does: the picture stays as it is.
  case none
  /// Something changes by itself at that instant, or keeps changing from then on.
  case change(at: Instant)
  /// Something happened that the picture does not show yet.
  case news

  /// From when on there is something new to be shown; `nil` where there is nothing.
  var start: Instant? {
    switch self {
    case .none: nil
    case .change(let instant): instant
    case .news: .distantPast
    }
  }
}
