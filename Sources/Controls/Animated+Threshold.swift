import Motion

extension Animated {
  /// Sends it somewhere as `animate(to:at:with:velocity:)` does, to end within a threshold that may
  /// be another than so far: what can be seen of a motion changes with the scale of the screen and
  /// with the size of what moves.
  ///
  /// - Parameter threshold: The least difference that matters, in the value's own units.
  mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil,
    threshold: Double
  ) {
    guard thresholds != Value.Components(repeating: threshold) else {
      return animate(to: target, at: now, with: animation, velocity: velocity)
    }
    let velocity = velocity ?? self.velocity(at: now)
    self = Animated(value(at: now), threshold: threshold)
    animate(to: target, at: now, with: animation, velocity: velocity)
  }
}
