import CX11
public import Scene

extension InputSimulator {
  /// Drags at a constant velocity and releases without stopping: a throw.
  ///
  /// Each position is computed from the clock, so the release velocity is the requested one even if
  /// this process was delayed. The last position and the release are sent together, so that nothing
  /// comes between them.
  ///
  /// - Parameters:
  ///   - start: The position of the press.
  ///   - velocity: The velocity in device pixels per second.
  ///   - moving: The duration of the motion. It must be longer than the period from which programs
  ///     estimate the velocity.
  /// - Returns: The release position.
  /// - Throws: `noWindow`.
  @discardableResult public func fling(
    from start: PixelPoint, at velocity: (dx: Double, dy: Double), moving: Duration = .milliseconds(150)
  ) throws(ScreenDriverError) -> PixelPoint {
    let frame = try window.frame()
    let began = ContinuousClock.now
    while true {
      let elapsed = began.duration(to: .now)
      let seconds = elapsed / .seconds(1)
      let point = start.offset(
        x: Int((velocity.dx * seconds).rounded()), y: Int((velocity.dy * seconds).rounded()))
      fakeMotion(to: point, in: frame)
      guard elapsed < moving else {
        release()
        return point
      }
      XSync(connection.pointer, False)
      Deadline(after: Self.reportInterval).wait()
    }
  }
}
