/// The curve of a motion, independent of its endpoints and its start time.
///
/// It has at most four numbers, and the functions that compute its coefficients are marked as
/// read-only. An `Animated` in an array, also of another module, is therefore evaluated without
/// copying or retaining it.
@usableFromInline enum MotionCurve: Sendable {
  case spring(Spring)
  case timing(TimingCurve)
  case decay(Decay)
  /// No curve of its own: a value at rest, or one that follows keyframes.
  case none

  @usableFromInline init(_ curve: Animation.Curve) {
    switch curve {
    case .spring(let spring), .springReleased(let spring, _), .springBlended(let spring, _):
      self = .spring(spring)
    case .timingCurve(let timing, _): self = .timing(timing)
    case .decay(let decay): self = .decay(decay)
    }
  }

  /// The spring of the curve; `nil` if it is not a spring.
  @usableFromInline var spring: Spring? {
    guard case .spring(let spring) = self else { return nil }
    return spring
  }

  /// Returns the coefficients of the motion after a time.
  ///
  /// - Parameters:
  ///   - time: The time since the beginning, in nanoseconds, positive.
  ///   - duration: The duration of the curve, in nanoseconds.
  @inlinable func weights(after time: Int64, of duration: @autoclosure () -> Int64) -> MotionCoefficients {
    switch self {
    case .spring(let spring): MotionCoefficients(spring.runningTransition(over: Double(time) / 1e9))
    case .timing(let curve): curve.weights(after: time, of: duration())
    case .decay(let decay): decay.weights(after: Double(time) / 1e9)
    case .none: .atRest
    }
  }
}

extension TimingCurve {
  /// A slope steeper than any visible motion that remains finite when it is multiplied.
  private static let maximumSlope = 1e15

  /// Returns the coefficients after a time, both in nanoseconds.
  @usableFromInline @_effects(readonly) func weights(after time: Int64, of duration: Int64)
    -> MotionCoefficients
  {
    let fraction = Double(time) / Double(duration)
    let slope = velocity(at: fraction) / (Double(duration) / 1e9)
    return MotionCoefficients(
      xx: 1 - value(at: fraction), xv: 0, vx: -max(-Self.maximumSlope, min(slope, Self.maximumSlope)), vv: 0)
  }
}

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
