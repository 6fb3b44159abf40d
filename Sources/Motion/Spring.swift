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

  /// The position and the velocity of the mass.
  public struct State: Hashable, Sendable {
    /// The displacement from the rest position, in the unit of the animated value.
    public var displacement: Double
    /// The velocity in units per second.
    public var velocity: Double

    @inlinable public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }

    /// The rest position, without velocity.
    public static var rest: State { State(displacement: 0, velocity: 0) }

    /// Whether both numbers are finite.
    @inlinable var isFinite: Bool { displacement.isFinite && velocity.isFinite }
  }

  /// The linear map of a state over a time: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  ///
  /// It depends only on the spring and the time, so a fixed time step always has the same one. It can be
  /// applied to its own result; each application adds an error of about 10⁻¹⁶ of the remaining amplitude.
  public struct Transition: Hashable, Sendable {
    /// The displacement per initial displacement.
    public let xx: Double
    /// The displacement per initial velocity, in seconds.
    public let xv: Double
    /// The velocity per initial displacement, in 1/s.
    public let vx: Double
    /// The velocity per initial velocity.
    public let vv: Double

    @inlinable init(xx: Double, xv: Double, vx: Double, vv: Double) {
      (self.xx, self.xv, self.vx, self.vv) = (xx, xv, vx, vv)
    }

    /// The transition over no time.
    public static var identity: Transition { Transition(xx: 1, xv: 0, vx: 0, vv: 1) }
    /// The transition to rest, after an infinite time.
    public static var rest: Transition { Transition(xx: 0, xv: 0, vx: 0, vv: 0) }

    /// Returns the state at the end of the time.
    ///
    /// - Parameter start: The state at the beginning.
    @inlinable public func applied(to start: State) -> State {
      State(
        displacement: xx * start.displacement + xv * start.velocity,
        velocity: vx * start.displacement + vv * start.velocity)
    }
  }

  /// Returns the state some time after release, the solution of x″ + 2ζω₀x′ + ω₀²x = 0.
  ///
  /// - Parameters:
  ///   - start: The state at release. A state that is not finite counts as at rest.
  ///   - time: The time since release, in seconds. If it is negative, 0 or NaN, the result is
  ///     `start`; at infinity it is `.rest`.
  @inlinable public func state(from start: State, after time: Double) -> State {
    guard start.isFinite else { return .rest }
    guard time > 0 else { return start }
    return transition(over: time).applied(to: start)
  }

  /// Returns the transition of any state of this spring over a time: the matrix exponential of the
  /// equation of motion.
  ///
  /// With ω = ω₀√(1 − ζ²) it consists of C = e^(−ζω₀t)·cos ωt and S = e^(−ζω₀t)·sin ωt / ω. Through
  /// ω = 0 these continue as the hyperbolic functions, so one formula covers all [damping
  /// regimes](https://en.wikipedia.org/wiki/Harmonic_oscillator#Damped_harmonic_oscillator).
  ///
  /// The absolute error is at most 4·10⁻¹⁵ + 2⁻⁵²·ω₀t, with the velocity in units of ω₀.
  ///
  /// - Parameter time: The time in seconds. If it is negative, 0 or NaN, the result is the
  ///   identity; at infinity it is `.rest`.
  @inlinable public func transition(over time: Double) -> Transition {
    guard time > 0 else { return .identity }
    guard angularFrequency < .infinity else { return .rest }
    return runningTransition(over: time)
  }

  /// Returns the transition for a positive time and a finite angular frequency.
  @inlinable func runningTransition(over time: Double) -> Transition {
    let (cosine, sine) = decayingCosineAndSine(after: time)
    let decayTerm = decayRate * sine
    return Transition(
      xx: cosine + decayTerm, xv: sine, vx: -(angularFrequency * angularFrequency) * sine,
      vv: cosine - decayTerm)
  }

  /// Returns C, and S in seconds; both are 0 if the envelope is too small for a normal number.
  ///
  /// During the first quarter of an oscillation, and above critical damping until the two exponents
  /// are clearly different, both are one polynomial of (ωt)² in all regimes. After that, the angle
  /// is reduced to this range by whole half turns, and the hyperbolic functions are computed from
  /// two exponentials.
  ///
  /// - Parameter time: A positive time in seconds.
  @usableFromInline func decayingCosineAndSine(after time: Double) -> (
    cosine: Double, sine: Double
  ) {
    let angle = signedWaveFrequency * time
    let square = angle * abs(angle)
    guard square > -1 else { return separateDecays(after: time) }
    let decay = decayRate * time
    guard decay < Self.maximumDecay else { return (0, 0) }
    let envelope = ElementaryFunctions.normalExp(-decay)
    if square >= 2.46 {
      let turn = Self.halfTurn(of: angle)
      let waves = ElementaryFunctions.cosineSinePair(turn.remainder * turn.remainder)
      return Self.scaled(waves, by: turn.signed(envelope), turn.remainder / signedWaveFrequency)
    }
    // The polynomials would multiply by 1.
    guard square != 0 else { return (envelope, envelope * time) }
    return Self.scaled(ElementaryFunctions.cosineSinePair(square), by: envelope, time)
  }

  @inline(__always) private static func scaled(
    _ waves: ElementaryFunctions.Pair, by envelope: Double, _ sineScale: Double
  ) -> (cosine: Double, sine: Double) {
    let scaled = waves * ElementaryFunctions.Pair(envelope, envelope * sineScale)
    return (scaled.x, scaled.y)
  }

  /// Returns C and S above critical damping when the slow and the fast decay are clearly different:
  /// cosh and sinh are combined with the envelope, so that nothing overflows.
  ///
  /// The slow exponent ω₀t(ω − ζ) is computed as −ω₀t/(ω + ζ) to avoid cancellation.
  private func separateDecays(after time: Double) -> (cosine: Double, sine: Double) {
    let phase = angularFrequency * time
    let sum = relativeWaveFrequency + dampingFraction
    let slowDecay = phase / sum
    guard slowDecay < Self.maximumDecay else { return (0, 0) }
    let slow = ElementaryFunctions.normalExp(-slowDecay)
    let fast = ElementaryFunctions.normalExp(-min(phase * sum, Self.maximumDecay))
    return ((slow + fast) / 2, (slow - fast) * (0.5 / waveFrequency))
  }

  /// The maximum exponent of the envelope: e⁻⁷⁰⁸ is 3·10⁻³⁰⁸.
  private static let maximumDecay = 708.0

  /// The remainder of an angle after subtracting the nearest whole number of half turns, and the
  /// resulting sign.
  private struct HalfTurn {
    let remainder: Double
    /// A number whose last bit is set if the number of half turns is odd.
    let shifted: Double

    @inline(__always) func signed(_ number: Double) -> Double {
      let sign = ElementaryFunctions.Pair(repeating: shifted).bits &<< 63
      return (ElementaryFunctions.Pair(repeating: number).bits ^ sign).doubles.x
    }
  }

  /// Returns an angle reduced by the nearest number of half turns.
  ///
  /// π is split in two parts. The first has 33 binary digits, so its product with a whole number
  /// below 2²⁰ is exact, as in [fdlibm's
  /// `e_rem_pio2.c`](https://www.netlib.org/fdlibm/e_rem_pio2.c).
  @inline(__always) private static func halfTurn(of angle: Double) -> HalfTurn {
    guard angle < 0x1p20 else { return halfTurn(ofLargeAngle: angle) }
    let shifted = angle * (1 / .pi) + ElementaryFunctions.roundingShift
    let k = shifted - ElementaryFunctions.roundingShift
    return HalfTurn(remainder: (angle - k * 0x1.921fb544p1) - k * 0x1.0b4611a626331p-33, shifted: shifted)
  }

  /// Returns the reduced angle for so many turns that their number times a part of π is not exact:
  /// the remainder by whole turns is exact, except for the error of π in each turn.
  @inline(never) private static func halfTurn(ofLargeAngle angle: Double) -> HalfTurn {
    let (angle, turn) = (min(angle, .greatestFiniteMagnitude), 2 * Double.pi)
    let correction = (angle / turn).rounded() * 0x1.1a62633145c07p-52
    // Reduced again, because it may be many turns if no digit of the remainder is significant.
    let reduced = (angle.remainder(dividingBy: turn) - correction).remainder(dividingBy: turn)
    let shifted = reduced * (1 / .pi) + ElementaryFunctions.roundingShift
    return HalfTurn(
      remainder: reduced - (shifted - ElementaryFunctions.roundingShift) * .pi, shifted: shifted)
  }
}
