package import Motion
package import Scene

extension FloatingButton {
  /// Returns the spring motion of the center, for example for measurements.
  ///
  /// - Returns: The spring and its state at release, in the time of the window. `nil` at rest,
  ///   during a drag, if the motion is not that of a single spring, or if the rate is not 1.
  package func springRelease(at now: Instant) -> SpringRelease<Point>? {
    guard playback.rate == 1, var release = center.release(at: playback.time(at: now)),
      let parentTime = playback.parentTime(of: release.instant)
    else { return nil }
    release.instant = parentTime
    return release
  }
}
