extension Hand {
  /// Presses at a place, holds still, moves on evenly, and lets go without stopping: a throw.
  ///
  /// Each place follows from the clock, so that the velocity at which it lets go is the one asked
  /// for even where this process was held up on the way.
  ///
  /// - Parameters:
  ///   - start: Where it presses.
  ///   - velocity: In device pixels per second.
  ///   - holding: How long it is still before it moves.
  ///   - moving: How long it moves; longer than programs look back to tell a velocity.
  /// - Returns: Where it let go.
  /// - Throws: `noWindow`.
  @discardableResult
  public func fling(
    from start: PixelPoint, at velocity: (dx: Double, dy: Double),
    holding: Duration = .milliseconds(400), moving: Duration = .milliseconds(150)
  ) throws(ScreenDriverError) -> PixelPoint {
    try pressAndHold(at: start, for: holding)
    let began = ContinuousClock.now
    var place = start
    while true {
      let elapsed = began.duration(to: .now)
      let seconds = elapsed / .seconds(1)
      place = start.offset(
        x: Int((velocity.dx * seconds).rounded()), y: Int((velocity.dy * seconds).rounded()))
      try move(to: place)
      if elapsed >= moving { break }
      Deadline(after: Self.reportInterval).wait()
    }
    release()
    return place
  }
}
