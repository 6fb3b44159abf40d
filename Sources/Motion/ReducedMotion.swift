/// What becomes of an animation where the person asked for less motion.
public indirect enum ReducedMotion: Hashable, Sendable {
  /// The value is at once where it would go, without any delay.
  case skip
  /// Nothing is different: for fades, and for whatever tells more than it moves.
  case preserve
  /// Another animation takes its place, as it is.
  case replaced(by: Animation)
}

extension Animation {
  /// The same with a policy for people who asked for less motion; without one it is skipped.
  public func reducedMotion(_ policy: ReducedMotion) -> Animation {
    var animation = self
    animation.reducedMotion = policy
    return animation
  }

  /// What takes its place where the person asked for less motion; `nil` for at once.
  public var reduced: Animation? {
    switch reducedMotion {
    case .skip: nil
    case .preserve: self
    case .replaced(let animation): animation
    }
  }
}
