/// A spring that goes over into another one.
@usableFromInline
struct Blend: Sendable {
  /// Alone at the start.
  let old: Spring
  /// Alone in the end.
  let new: Spring
  /// How long it takes, in nanoseconds, positive.
  let duration: Int64

  /// - Parameter interrupted: What moved the value until now, where a spring did.
  /// - Returns: `nil` where there is nothing to blend.
  @usableFromInline
  init?(_ curve: Animation.Curve, after interrupted: Spring?) {
    guard case .springBlended(let new, let blendDuration) = curve, let interrupted,
      interrupted != new, blendDuration > .zero
    else { return nil }
    (old, self.new, duration) = (interrupted, new, blendDuration.wholeNanoseconds)
    guard duration > 0 else { return nil }
  }

  /// (1 − w)·a + w·b with w = u³(10 − 15u + 6u²), whose first two derivatives are 0 at both ends.
  ///
  /// - Parameter time: Since the start, in nanoseconds.
  @usableFromInline
  func weights(after time: Int64) -> Weights {
    let seconds = Double(time) / 1e9
    let b = new.transition(over: seconds)
    guard time < duration else { return Weights(b) }
    let a = old.transition(over: seconds)
    let fraction = Double(time) / Double(duration)
    let (square, rest) = (fraction * fraction, 1 - fraction)
    let share = square * fraction * (10 - 15 * fraction + 6 * square)
    let growth = 30 * square * rest * rest / (Double(duration) / 1e9)
    func mix(_ a: Double, _ b: Double) -> Double { (1 - share) * a + share * b }
    return Weights(
      xx: mix(a.xx, b.xx), xv: mix(a.xv, b.xv),
      vx: mix(a.vx, b.vx) + growth * (b.xx - a.xx), vv: mix(a.vv, b.vv) + growth * (b.xv - a.xv))
  }

  /// When no more than the threshold is left, in seconds.
  func settlingTime(from start: Spring.State, threshold: Double) -> Double {
    let settled = new.settlingTime(from: start, threshold: threshold)
    // Where both are within the threshold, so is what lies between them.
    let both = max(settled, old.settlingTime(from: start, threshold: threshold))
    return max(settled, min(both, Double(duration) / 1e9))
  }
}
