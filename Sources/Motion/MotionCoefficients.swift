/// The coefficients of position and velocity, shared by all components. With the distance d from
/// start to target and the initial velocity v₀, the position is target + xv·v₀ − xx·d and the
/// velocity is vv·v₀ − vx·d.
///
/// Every curve has this form, so a curve is independent of the type of the value.
@usableFromInline struct MotionCoefficients: Sendable {
  @usableFromInline let xx, xv, vx, vv: Double

  @inlinable init(xx: Double, xv: Double, vx: Double, vv: Double) {
    (self.xx, self.xv, self.vx, self.vv) = (xx, xv, vx, vv)
  }

  @inlinable init(_ transition: Spring.Transition) {
    self.init(xx: transition.xx, xv: transition.xv, vx: transition.vx, vv: transition.vv)
  }

  /// The coefficients of a value at rest.
  @inlinable static var atRest: MotionCoefficients { MotionCoefficients(xx: 0, xv: 0, vx: 0, vv: 0) }

  /// Returns the coefficients of the same motion when time advances at another rate: only the
  /// velocity changes.
  @usableFromInline func scaled(byRate rate: Double) -> MotionCoefficients {
    MotionCoefficients(xx: xx, xv: xv, vx: vx * rate, vv: vv * rate)
  }
}
