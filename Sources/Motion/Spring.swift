/// A unit mass on a damped spring that rests at displacement zero.
///
/// Its motion is a closed form of the time since release, never a sum of steps, so it is the same
/// at any frame rate and a late frame lands where it should. Parameters are those of [Designing
/// Fluid Interfaces][1]; every value of them, NaN and infinity too, gives a spring that moves to
/// its rest.
///
/// [1]: https://developer.apple.com/videos/play/wwdc2018/803/
public struct Spring: Hashable, Sendable {
  /// ω₀, the undamped angular frequency in radians per second, of a period from 10⁻⁶ to 10⁶ s;
  /// infinite for a spring that is at rest at once.
  public let angularFrequency: Double
  /// ζ, from 0: below 1 the motion overshoots, 1 is the quickest that does not, above it creeps.
  public let dampingFraction: Double
  /// ω₀√|1 − ζ²|, in radians per second, to the last bit; negative beyond critical damping, which
  /// spares a choice. It and what follows are kept so that no evaluation needs a root.
  @usableFromInline let signedWaveFrequency: Double
  /// ζω₀, per second: how fast the motion dies out.
  @usableFromInline let decayRate: Double

  /// - Parameters:
  ///   - angularFrequency: 0 and above, clamped to the slowest and, beyond the quickest, infinite;
  ///     below 0 and NaN count as infinite.
  ///   - dampingFraction: Clamped to 0…10⁶; NaN counts as 1.
  private init(angularFrequency: Double, dampingFraction: Double) {
    let isFollowable = angularFrequency >= 0 && angularFrequency <= 2e6 * .pi
    self.angularFrequency = isFollowable ? max(2e-6 * .pi, angularFrequency) : .infinity
    // Not `max`, which may leave −0.
    self.dampingFraction =
      dampingFraction.isNaN ? 1 : dampingFraction > 0 ? min(dampingFraction, 1e6) : 0
    let root = Self.waveFraction(dampingFraction: self.dampingFraction)
    let product = self.angularFrequency * root.value
    let rest = (-product).addingProduct(self.angularFrequency, root.value)
    let wave = isFollowable ? product + (rest + self.angularFrequency * root.rest) : .infinity
    signedWaveFrequency = self.dampingFraction > 1 ? -wave : wave
    decayRate = self.dampingFraction * self.angularFrequency
  }

  /// √|1 − ζ²| as a number and what is still to be added to it: an error of it would grow with
  /// every oscillation.
  static func waveFraction(dampingFraction: Double) -> (value: Double, rest: Double) {
    let square = dampingFraction * dampingFraction
    let squareRest = (-square).addingProduct(dampingFraction, dampingFraction)
    let difference = 1 - square
    // What rounding took from the difference: of two numbers, exact where taken from the larger.
    let differenceRest = square < 1 ? (1 - difference) - square : 1 - (difference + square)
    let (sign, rest) = (difference < 0 ? -1.0 : 1, differenceRest - squareRest)
    let root = abs(difference).squareRoot()
    guard root > 0 else { return (0, 0) }
    // One step of Newton's: half of what is missing from the square, over the root.
    let missing = abs(difference).addingProduct(-root, root) + sign * rest
    return (root, missing / (2 * root))
  }

  /// Creates a spring by the period of its undamped oscillation.
  ///
  /// - Parameters:
  ///   - response: 2π/ω₀ in seconds. Below a microsecond, or NaN, the spring is at rest at once;
  ///     above 10⁶ it counts as 10⁶.
  ///   - dampingFraction: ζ. Below 0 it counts as 0, above 10⁶ as 10⁶, NaN as 1.
  public init(response: Double, dampingFraction: Double) {
    self.init(
      angularFrequency: response > 0 ? 2 * .pi / response : .infinity,
      dampingFraction: dampingFraction)
  }

  /// Creates a spring by the time it seems to take and by how much it bounces, as SwiftUI's
  /// `Spring(duration:bounce:)`.
  ///
  /// - Parameters:
  ///   - duration: The response, in seconds.
  ///   - bounce: −1…1; ζ is 1 less it where positive, 1/(1 + it) where negative. Beyond 1 it counts
  ///     as 1, NaN as 0; from −0.999999 down ζ is 10⁶.
  public init(duration: Double, bounce: Double) {
    self.init(
      response: duration, dampingFraction: bounce < 0 ? 1 / max(0, 1 + bounce) : 1 - bounce)
  }

  /// Creates a spring by the quantities of mechanics: ω₀ = √(k/m), ζ = c / 2√(km).
  ///
  /// - Parameters:
  ///   - mass: m; 0, negative or NaN: the spring is at rest at once; infinite: the slowest.
  ///   - stiffness: k, force by displacement; 0: the slowest, and it creeps where there is damping;
  ///     infinite, negative or NaN: the spring is at rest at once.
  ///   - damping: c, force by velocity; negative counts as 0, NaN as critical.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    self.init(
      angularFrequency: mass >= 0 ? (stiffness / mass).squareRoot() : .infinity,
      // Two roots, because the product may be too large or too small for a number.
      dampingFraction: damping / (2 * stiffness.squareRoot() * mass.squareRoot()))
  }

  /// Stiffness of the unit mass, ω₀², in 1/s².
  public var stiffness: Double { angularFrequency * angularFrequency }
  /// Damping coefficient of the unit mass, 2ζω₀, in 1/s.
  public var damping: Double { 2 * dampingFraction * angularFrequency }
  /// ω = ω₀√|1 − ζ²|, in radians per second: the frequency of the damped oscillation below critical
  /// damping, half of how far apart the rates of the two decays are above.
  public var waveFrequency: Double { abs(signedWaveFrequency) }
  /// The same in units of ω₀.
  var relativeWaveFrequency: Double { waveFrequency / angularFrequency }
  /// The period of the undamped oscillation, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }
}

extension Spring {
  /// The spring that has come within a thousandth of its distance when `duration` is over, as
  /// UIKit's `animate(withDuration:usingSpringWithDamping:initialSpringVelocity:)` chooses it.
  ///
  /// ω₀ solves e^(−ω₀T)·((ω₀ − v)T + 1) = 0.001 for ζ = 1, and
  /// e^(−ζω₀T)·(ζω₀ − v)/ω_d = 0.001 below. UIKit's rule is not published; these equations give the
  /// stiffness and damping that Framer published for it (T = 3, ζ = 0.25: 54.834, 3.702). A
  /// velocity so high that no ω₀ leaves as much as a thousandth gets the ω₀ that leaves most.
  ///
  /// - Parameters:
  ///   - settlingDuration: T in seconds, clamped to 0.01…10; NaN counts as 0.01.
  ///   - dampingFraction: ζ, clamped to 0.01…1; NaN counts as 1.
  ///   - initialVelocity: v toward the target, in distances per second; not finite counts as 0.
  public init(settlingDuration: Double, dampingFraction: Double, initialVelocity: Double = 0) {
    let duration = settlingDuration.isNaN ? 0.01 : max(0.01, min(settlingDuration, 10))
    let fraction = dampingFraction.isNaN ? 1 : max(0.01, min(dampingFraction, 1))
    let velocity = initialVelocity.isFinite ? initialVelocity : 0
    let residue = SettlingResidue(duration: duration, fraction: fraction, velocity: velocity)
    self.init(angularFrequency: residue.lastRoot, dampingFraction: fraction)
  }
}
