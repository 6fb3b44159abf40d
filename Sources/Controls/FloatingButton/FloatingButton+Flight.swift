public import Motion
public import Scene

extension FloatingButton {
  /// How it was let go to where its centre flies, for those who watch it.
  ///
  /// - Returns: `nil` at rest, in the hand, and where one spring and the window's own time do not
  ///   tell all of it.
  public func flight(at now: Instant) -> SpringRelease<Point>? {
    guard playback.rate == 1, var release = center.release(at: playback.time(at: now)),
      let moment = playback.moment(of: release.instant)
    else { return nil }
    release.instant = moment
    return release
  }
}
