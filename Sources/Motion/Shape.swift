/// The shape of a motion, apart from where it leads and when.
///
/// It is of four numbers at most, and whatever works out its weights is said to read only: so an
/// `Animated` is looked at in an array, from other modules too, without being copied or retained.
@usableFromInline
enum Shape: Sendable {
  case spring(Spring)
  case timing(TimingCurve)
  case decay(Decay)
  /// None of its own: what rests, or what keyframes lead.
  case none

  @usableFromInline
  init(_ curve: Animation.Curve) {
    switch curve {
    case .spring(let spring), .springReleased(let spring, _), .springBlended(let spring, _):
      self = .spring(spring)
    case .timing(let timing, _): self = .timing(timing)
    case .decay(let decay): self = .decay(decay)
    }
  }

  /// The spring that brings the value home.
  @usableFromInline var spring: Spring? {
    guard case .spring(let spring) = self else { return nil }
    return spring
  }

  /// What a value is made of.
  ///
  /// - Parameters:
  ///   - time: Since the beginning, in nanoseconds, positive.
  ///   - duration: All of it, in nanoseconds.
  @inlinable
  func weights(after time: Int64, of duration: @autoclosure () -> Int64) -> Weights {
    switch self {
    case .spring(let spring): Weights(spring.runningTransition(over: Double(time) / 1e9))
    case .timing(let curve): curve.weights(after: time, of: duration())
    case .decay(let decay): decay.weights(after: Double(time) / 1e9)
    case .none: .still
    }
  }
}

extension TimingCurve {
  /// Steeper than anything can be seen to move, and still a number when multiplied.
  private static let steepest = 1e15

  /// What a value is made of that many nanoseconds after the beginning, of so many in all.
  @usableFromInline @_effects(readonly)
  func weights(after time: Int64, of duration: Int64) -> Weights {
    let fraction = Double(time) / Double(duration)
    let slope = velocity(at: fraction) / (Double(duration) / 1e9)
    return Weights(
      xx: 1 - value(at: fraction), xv: 0,
      vx: -max(-Self.steepest, min(slope, Self.steepest)), vv: 0)
  }
}
