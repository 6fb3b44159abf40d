import CX11
public import Scene

extension Hand {
  /// Moves on evenly what it holds, and lets go without stopping: a throw.
  ///
  /// Each place follows from the clock, so that the velocity at which it lets go is the one asked
  /// for even where this process was held up on the way; the last place and the release are told at
  /// once, so that nothing comes between them.
  ///
  /// - Parameters:
  ///   - start: Where it has pressed.
  ///   - velocity: In device pixels per second.
  ///   - moving: How long it moves; longer than programs look back to tell a velocity.
  /// - Returns: Where it let go.
  /// - Throws: `noWindow`.
  @discardableResult
  public func fling(
    from start: PixelPoint, at velocity: (dx: Double, dy: Double),
    moving: Duration = .milliseconds(150)
  ) throws(ScreenDriverError) -> PixelPoint {
    let frame = try window.frame()
    let began = ContinuousClock.now
    while true {
      let elapsed = began.duration(to: .now)
      let seconds = elapsed / .seconds(1)
      let place = start.offset(
        x: Int((velocity.dx * seconds).rounded()), y: Int((velocity.dy * seconds).rounded()))
      fakeMotion(to: place, in: frame)
      guard elapsed < moving else {
        release()
        return place
      }
      XSync(connection.pointer, False)
      Deadline(after: Self.reportInterval).wait()
    }
  }
}
