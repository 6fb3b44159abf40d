import CX11
public import Scene

extension InputSimulator {
  /// Drags at a constant velocity and releases without stopping: a throw.
  ///
  /// All events are sent together, and the server waits between them, so that delays of this process do not change the
  /// velocity.
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
    var point = start
    fakeMotion(to: point, in: frame)
    for step in 1...max(1, Int((moving / Self.reportInterval).rounded(.up))) {
      let seconds = Double(step) * (Self.reportInterval / .seconds(1))
      point = start.offset(
        x: Int((velocity.dx * seconds).rounded()), y: Int((velocity.dy * seconds).rounded()))
      fakeMotion(to: point, in: frame, after: Self.reportInterval)
    }
    release()
    return point
  }
}
