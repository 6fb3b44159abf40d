/// A gradual transition from one spring to another.
@usableFromInline struct SpringBlend: Sendable {
  /// The spring at the start.
  let old: Spring
  /// The spring at the end.
  let new: Spring
  /// The duration in nanoseconds, positive.
  let duration: Int64

  /// Returns `nil` if there is nothing to blend.
  ///
  /// - Parameter interrupted: The spring that has moved the value until now; `nil` if there is
  ///   none.
  @usableFromInline init?(_ curve: Animation.Curve, after interrupted: Spring?) {
    guard case .springBlended(let new, let blendDuration) = curve, let interrupted, interrupted != new,
      blendDuration > .zero
    else { return nil }
    (old, self.new, duration) = (interrupted, new, blendDuration.wholeNanoseconds)
    guard duration > 0 else { return nil }
  }

  /// Returns (1 − w)·a + w·b with w = u³(10 − 15u + 6u²). The first two derivatives of w are 0 at
  /// both ends.
  ///
  /// - Parameter time: The time since the start, in nanoseconds.
  func transition(over time: Int64) -> Spring.Transition {
    let seconds = Double(time) / 1e9
    let b = new.transition(over: seconds)
    guard time < duration else { return b }
    let a = old.transition(over: seconds)
    let fraction = Double(time) / Double(duration)
    let (square, remaining) = (fraction * fraction, 1 - fraction)
    let weight = square * fraction * (10 - 15 * fraction + 6 * square)
    let slope = 30 * square * remaining * remaining / (Double(duration) / 1e9)
    func mix(_ a: Double, _ b: Double) -> Double { (1 - weight) * a + weight * b }
    return Spring.Transition(
      xx: mix(a.xx, b.xx), xv: mix(a.xv, b.xv), vx: mix(a.vx, b.vx) + slope * (b.xx - a.xx),
      vv: mix(a.vv, b.vv) + slope * (b.xv - a.xv))
  }

  /// Returns the time in seconds after which the remaining motion is within the threshold.
  func settlingTime(from start: Spring.State, threshold: Double) -> Double {
    let settled = new.settlingTime(from: start, threshold: threshold)
    // If both springs are within the threshold, so is every mean of them.
    let both = max(settled, old.settlingTime(from: start, threshold: threshold))
    return max(settled, min(both, Double(duration) / 1e9))
  }
}
