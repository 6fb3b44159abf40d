/// A unit mass on a damped spring whose rest position is displacement 0.
///
/// Its motion is a closed form of the time since release, never a sum of steps. It is therefore the
/// same at any frame rate, and a late frame shows the correct position. The parameters are those of
/// [Designing Fluid Interfaces][1]. Every parameter value, including NaN and infinity, results in a
/// spring that moves to its rest position.
///
/// [1]: https://developer.apple.com/videos/play/wwdc2018/803/
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency ω₀, in radians per second. Its period is in 10⁻⁶…10⁶ s. It is
  /// infinite for a spring that is at rest immediately.
  public let angularFrequency: Double
  /// The damping fraction ζ, at least 0. Below 1 the motion overshoots, at 1 it is the fastest
  /// without overshoot, and above 1 it creeps.
  public let dampingFraction: Double
  /// ω₀√|1 − ζ²|, in radians per second, accurate to the last bit; negative above critical damping,
  /// which avoids a branch. This and the following property are stored so that no evaluation needs
  /// a root.
  @usableFromInline let signedWaveFrequency: Double
  /// The decay rate of the envelope, ζω₀, per second.
  @usableFromInline let decayRate: Double

  /// - Parameters:
  ///   - angularFrequency: A number below the minimum is clamped to it, one above the maximum is
  ///     infinite; negative numbers and NaN count as infinite.
  ///   - dampingFraction: Clamped to 0…10⁶; NaN counts as 1.
  private init(angularFrequency: Double, dampingFraction: Double) {
    let isInRange = angularFrequency >= 0 && angularFrequency <= 2e6 * .pi
    self.angularFrequency = isInRange ? max(2e-6 * .pi, angularFrequency) : .infinity
    // `max` may return −0.
    self.dampingFraction = dampingFraction.isNaN ? 1 : dampingFraction > 0 ? min(dampingFraction, 1e6) : 0
    let root = Self.waveFraction(dampingFraction: self.dampingFraction)
    let product = self.angularFrequency * root.value
    let error = (-product).addingProduct(self.angularFrequency, root.value)
    let wave = isInRange ? product + (error + self.angularFrequency * root.error) : .infinity
    signedWaveFrequency = self.dampingFraction > 1 ? -wave : wave
    decayRate = self.dampingFraction * self.angularFrequency
  }

  /// Returns √|1 − ζ²| as a number and its rounding error, because the error would grow with every
  /// oscillation.
  static func waveFraction(dampingFraction: Double) -> (value: Double, error: Double) {
    let square = dampingFraction * dampingFraction
    let squareError = (-square).addingProduct(dampingFraction, dampingFraction)
    let difference = 1 - square
    // The rounding error of the difference: it is exact when subtracted from the larger number.
    let differenceError = square < 1 ? (1 - difference) - square : 1 - (difference + square)
    let (sign, error) = (difference < 0 ? -1.0 : 1, differenceError - squareError)
    let root = abs(difference).squareRoot()
    guard root > 0 else { return (0, 0) }
    // One Newton step: half of the error of the square, divided by the root.
    let deficit = abs(difference).addingProduct(-root, root) + sign * error
    return (root, deficit / (2 * root))
  }

  /// Creates a spring from the period of its undamped oscillation.
  ///
  /// - Parameters:
  ///   - response: 2π/ω₀, in seconds. Below a microsecond, or if NaN, the spring is at rest
  ///     immediately; the maximum is 10⁶.
  ///   - dampingFraction: ζ, clamped to 0…10⁶; NaN counts as 1.
  public init(response: Double, dampingFraction: Double) {
    self.init(
      angularFrequency: response > 0 ? 2 * .pi / response : .infinity, dampingFraction: dampingFraction)
  }

  /// Creates a spring from its perceived duration and its bounce, like `Spring(duration:bounce:)`
  /// of SwiftUI.
  ///
  /// - Parameters:
  ///   - duration: The response, in seconds.
  ///   - bounce: −1…1. If it is positive, ζ is 1 − bounce; if it is negative, ζ is 1/(1 + bounce).
  ///     A value above 1 counts as 1, NaN as 0; at −0.999999 and below, ζ is 10⁶.
  public init(duration: Double, bounce: Double) {
    self.init(response: duration, dampingFraction: bounce < 0 ? 1 / max(0, 1 + bounce) : 1 - bounce)
  }

  /// Creates a spring from the quantities of mechanics: ω₀ = √(k/m), ζ = c / 2√(km).
  ///
  /// - Parameters:
  ///   - mass: m. If it is 0, negative or NaN, the spring is at rest immediately; if it is
  ///     infinite, ω₀ is the minimum.
  ///   - stiffness: k, force per displacement. If it is 0, ω₀ is the minimum and the spring creeps
  ///     if it is damped. If it is infinite, negative or NaN, the spring is at rest immediately.
  ///   - damping: c, force per velocity. Negative values count as 0, NaN as critical damping.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    self.init(
      angularFrequency: mass >= 0 ? (stiffness / mass).squareRoot() : .infinity,
      // Two roots, because the product may overflow or underflow.
      dampingFraction: damping / (2 * stiffness.squareRoot() * mass.squareRoot()))
  }

  /// The stiffness of the unit mass, ω₀², in 1/s².
  public var stiffness: Double { angularFrequency * angularFrequency }
  /// The damping coefficient of the unit mass, 2ζω₀, in 1/s.
  public var damping: Double { 2 * dampingFraction * angularFrequency }
  /// ω = ω₀√|1 − ζ²|, in radians per second. Below critical damping it is the frequency of the
  /// damped oscillation; above, it is half of the difference between the two decay rates.
  public var waveFrequency: Double { abs(signedWaveFrequency) }
  /// The wave frequency in units of ω₀.
  var relativeWaveFrequency: Double { waveFrequency / angularFrequency }
  /// The period of the undamped oscillation, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }
}

extension Spring {
  /// Creates the spring that is within a thousandth of its distance after `settlingDuration`, like
  /// UIKit's `animate(withDuration:usingSpringWithDamping:initialSpringVelocity:)`.
  ///
  /// ω₀ solves e^(−ω₀T)·((ω₀ − v)T + 1) = 0.001 for ζ = 1, and e^(−ζω₀T)·(ζω₀ − v)/ω_d = 0.001 for
  /// ζ < 1. UIKit's rule is not published; these equations result in the stiffness and damping that
  /// Framer published for it (T = 3, ζ = 0.25: 54.834, 3.702). If the velocity is so high that the
  /// remainder is below a thousandth for every ω₀, the ω₀ with the largest remainder is used.
  ///
  /// - Parameters:
  ///   - settlingDuration: T in seconds, clamped to 0.01…10; NaN counts as 0.01.
  ///   - dampingFraction: ζ, clamped to 0.01…1; NaN counts as 1.
  ///   - initialVelocity: v toward the target, in distances per second. A value that is not finite
  ///     counts as 0.
  public init(settlingDuration: Double, dampingFraction: Double, initialVelocity: Double = 0) {
    let duration = settlingDuration.isNaN ? 0.01 : max(0.01, min(settlingDuration, 10))
    let fraction = dampingFraction.isNaN ? 1 : max(0.01, min(dampingFraction, 1))
    let velocity = initialVelocity.isFinite ? initialVelocity : 0
    let residual = SettlingResidual(duration: duration, fraction: fraction, velocity: velocity)
    self.init(angularFrequency: residual.lastRoot, dampingFraction: fraction)
  }
}
