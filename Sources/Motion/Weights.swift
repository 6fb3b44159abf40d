/// How place and velocity are made of what a motion began with, once for all components: with d the
/// distance from start to target and v₀ the velocity at the start, the place is target + xv·v₀ −
/// xx·d and the velocity vv·v₀ − vx·d.
///
/// Every curve is of this form; what a value is made of is nobody's business but its own.
@usableFromInline
struct Weights: Sendable {
  @usableFromInline let xx, xv, vx, vv: Double

  @inlinable
  init(xx: Double, xv: Double, vx: Double, vv: Double) {
    (self.xx, self.xv, self.vx, self.vv) = (xx, xv, vx, vv)
  }

  @inlinable
  init(_ transition: Spring.Transition) {
    self.init(xx: transition.xx, xv: transition.xv, vx: transition.vx, vv: transition.vv)
  }

  /// Of what rests.
  @inlinable static var still: Weights { Weights(xx: 0, xv: 0, vx: 0, vv: 0) }

  /// The velocity at which the same places are passed when time runs at another rate.
  @usableFromInline
  func paced(by rate: Double) -> Weights {
    Weights(xx: xx, xv: xv, vx: vx * rate, vv: vv * rate)
  }
}
