/// The shape of a motion, apart from where it leads and when.
@usableFromInline
enum Shape: Sendable {
  case spring(Spring)
  /// The first at the start; the second alone after that many nanoseconds.
  case blend(Spring, into: Spring, over: Int64)
  /// A duration in nanoseconds, from 0.
  case timing(TimingCurve, Int64)
  case decay(Decay)
  /// What keyframes say in that many nanoseconds.
  case keyframes(Int64)

  /// - Parameter interrupted: What moved the value until now, where something did.
  @usableFromInline
  init(_ curve: Animation.Curve, after interrupted: Shape?) {
    switch curve {
    case .spring(let spring), .springReleased(let spring, _): self = .spring(spring)
    case .springBlended(let spring, let blendDuration):
      let blend = blendDuration.wholeNanoseconds
      if blend > 0, let before = interrupted?.spring, before != spring {
        self = .blend(before, into: spring, over: blend)
      } else {
        self = .spring(spring)
      }
    case .timing(let timing, let duration):
      self = .timing(timing, max(0, duration.wholeNanoseconds))
    case .decay(let decay): self = .decay(decay)
    }
  }

  /// The spring that brings the value home.
  private var spring: Spring? {
    switch self {
    case .spring(let spring), .blend(_, let spring, _): spring
    case .timing, .decay, .keyframes: nil
    }
  }

  /// In nanoseconds, where it does not follow from distance and velocity.
  var fixedDuration: Int64? {
    switch self {
    case .timing(_, let duration), .keyframes(let duration): duration
    case .spring, .blend, .decay: nil
    }
  }

  /// Nanoseconds until it seems to have arrived: a spring's response, as SwiftUI has it; `nil` for
  /// all of its duration.
  var logicalDuration: Int64? { spring.map { Int64(saturating: $0.response * 1e9) } }

  /// When no more than the threshold is left, in seconds; 0 for a shape with its own duration.
  ///
  /// - Parameters:
  ///   - displacement: From the target.
  ///   - velocity: At the start.
  @usableFromInline
  func settlingTime(displacement: Double, velocity: Double, threshold: Double) -> Double {
    let start = Spring.State(displacement: displacement, velocity: velocity)
    switch self {
    case .spring(let spring): return spring.settlingTime(from: start, threshold: threshold)
    case .blend(let old, let new, let blend):
      let settled = new.settlingTime(from: start, threshold: threshold)
      // Where both are within the threshold, so is what lies between them.
      let both = max(settled, old.settlingTime(from: start, threshold: threshold))
      return max(settled, min(both, Double(blend) / 1e9))
    case .decay(let decay): return decay.settlingTime(from: displacement, threshold: threshold)
    case .timing, .keyframes: return 0
    }
  }

  /// - Parameters:
  ///   - time: Since the beginning, in nanoseconds; up to 0 nothing has moved.
  ///   - duration: All of it, in nanoseconds.
  func weights(after time: Int64, of duration: Int64) -> Weights {
    switch self {
    case .spring(let spring): Weights(spring.transition(after: time))
    case .blend(let old, let new, let blend):
      time < blend
        ? Self.blend(old, new, after: time, of: blend) : Weights(new.transition(after: time))
    case .timing(let curve, _): Self.weights(of: curve, after: time, of: duration)
    case .decay(let decay): decay.weights(after: Double(time) / 1e9)
    case .keyframes: .waiting
    }
  }

  private static func weights(
    of curve: TimingCurve, after time: Int64, of duration: Int64
  ) -> Weights {
    let fraction = Double(time) / Double(duration)
    let slope = curve.velocity(at: fraction) / (Double(duration) / 1e9)
    // Steeper than anything can be seen to move, and still a number when multiplied.
    return Weights(
      .between, xx: 1 - curve.value(at: fraction), xv: 0, vx: -max(-1e15, min(slope, 1e15)), vv: 0)
  }

  /// (1 − w)·a + w·b with w = u²(3 − 2u).
  private static func blend(
    _ old: Spring, _ new: Spring, after time: Int64, of duration: Int64
  ) -> Weights {
    let (a, b) = (old.transition(after: time), new.transition(after: time))
    let fraction = Double(time) / Double(duration)
    let share = fraction * fraction * (3 - 2 * fraction)
    let growth = 6 * fraction * (1 - fraction) / (Double(duration) / 1e9)
    func mix(_ a: Double, _ b: Double) -> Double { (1 - share) * a + share * b }
    return Weights(
      .between, xx: mix(a.xx, b.xx), xv: mix(a.xv, b.xv),
      vx: mix(a.vx, b.vx) + growth * (b.xx - a.xx), vv: mix(a.vv, b.vv) + growth * (b.xv - a.xv))
  }
}

extension Spring {
  fileprivate func transition(after nanoseconds: Int64) -> Transition {
    transition(over: Double(nanoseconds) / 1e9)
  }
}
