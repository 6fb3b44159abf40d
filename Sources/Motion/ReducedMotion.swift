/// The replacement for an animation when the user prefers reduced motion.
public indirect enum ReducedMotion: Hashable, Sendable {
  /// The value is set immediately, without a delay.
  case skip
  /// The animation is unchanged. Use it for fades and for animations that convey information.
  case preserve
  /// Another animation is used, without further replacement.
  case replaced(by: Animation)
}

extension Animation {
  /// Returns this animation with a policy for users who prefer reduced motion. The default is
  /// `skip`.
  public func reducedMotion(_ policy: ReducedMotion) -> Animation {
    var animation = self
    animation.reducedMotion = policy
    return animation
  }

  /// The animation for users who prefer reduced motion; `nil` to set the value immediately.
  public var reduced: Animation? {
    switch reducedMotion {
    case .skip: nil
    case .preserve: self
    case .replaced(let animation): animation
    }
  }
}
