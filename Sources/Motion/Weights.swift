/// How place and velocity are made of what a motion began with, once for all components: with d the
/// distance from start to target and v₀ the velocity at the start, the place is target + xv·v₀ −
/// xx·d and the velocity vv·v₀ − vx·d.
///
/// Every curve is of this form; what a value is made of is nobody's business but its own.
@usableFromInline
struct Weights: Sendable {
  /// Whether the place is exactly one of the two ends.
  @usableFromInline
  enum Place: Sendable { case start, between, target }

  @usableFromInline var place: Place
  @usableFromInline var xx, xv, vx, vv: Double

  @inlinable
  init(_ place: Place, xx: Double, xv: Double, vx: Double, vv: Double) {
    self.place = place
    self.xx = xx
    self.xv = xv
    self.vx = vx
    self.vv = vv
  }

  init(_ transition: Spring.Transition) {
    self.init(
      .between, xx: transition.xx, xv: transition.xv, vx: transition.vx, vv: transition.vv)
  }

  /// At rest where it began.
  @inlinable static var waiting: Weights { Weights(.start, xx: 1, xv: 0, vx: 0, vv: 0) }
  /// At rest at the target.
  @inlinable static var arrived: Weights { Weights(.target, xx: 0, xv: 0, vx: 0, vv: 0) }

  /// The velocity at which the same places are passed when time runs at another rate.
  func paced(by rate: Double) -> Weights {
    Weights(place, xx: xx, xv: xv, vx: vx * rate, vv: vv * rate)
  }
}
