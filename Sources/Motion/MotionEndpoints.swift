/// The start value, end value and initial velocity of a motion.
@usableFromInline struct MotionEndpoints<Components: SIMD<Double> & Sendable>: Sendable {
  @usableFromInline let from: Components
  @usableFromInline let to: Components
  /// The distance from start to end.
  @usableFromInline let distance: Components
  /// The initial velocity, in units per second.
  @usableFromInline let velocity: Components

  @inlinable init(from: Components, to: Components, velocity: Components) {
    (self.from, self.to, self.velocity) = (from, to, velocity)
    distance = (to - from).replacingOutOfRange
  }

  /// Whether the distance or the velocity is not zero.
  @inlinable var hasMotion: Bool { distance != .zero || velocity != .zero }

  /// Returns the position for the given coefficients.
  @inlinable func position(by weights: MotionCoefficients) -> Components {
    to + (velocity * weights.xv - distance * weights.xx)
  }

  /// Returns the velocity for the given coefficients, in units per second.
  @inlinable func velocity(by weights: MotionCoefficients) -> Components {
    velocity * weights.vv - distance * weights.vx
  }
}
