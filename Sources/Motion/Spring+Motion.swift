import Glibc

extension Spring {
  /// Where the mass is and how fast it moves.
  public struct State: Hashable, Sendable {
    /// From the rest position, in the units of whatever moves.
    public var displacement: Double
    /// In those units per second.
    public var velocity: Double

    public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }

    /// At the rest position, without velocity.
    public static let rest = State(displacement: 0, velocity: 0)
  }

  /// The state some time after release, by the solution of x″ + 2ζω₀x′ + ω₀²x = 0.
  ///
  /// - Parameters:
  ///   - start: At release.
  ///   - time: Since release, in seconds; nothing has moved before 0 or at NaN, and all is at rest
  ///     at infinity.
  public func state(from start: State, after time: Double) -> State {
    guard time > 0 else { return start }
    let transition = transition(over: time)
    let (x, v) = (start.displacement, start.velocity)
    return State(
      displacement: transition.xx * x + transition.xv * v,
      velocity: transition.vx * x + transition.vv * v)
  }

  /// What a span of time does to a state: x = xx·x₀ + xv·v₀ and v = vx·x₀ + vv·v₀.
  struct Transition {
    let xx, xv, vx, vv: Double
  }

  /// The matrix exponential of the equation of motion.
  ///
  /// With φ = ω₀t and ω = √(1 − ζ²) it is made of C = e^(−ζφ)·cos ωφ and S = e^(−ζφ)·sin ωφ / ω,
  /// which continue through ω = 0 into the hyperbolic functions: one form for all
  /// [damping
  /// regimes](https://en.wikipedia.org/wiki/Harmonic_oscillator#Damped_harmonic_oscillator).
  ///
  /// - Parameter time: Above 0, in seconds.
  func transition(over time: Double) -> Transition {
    let (cosine, sine) = decayingWaves(at: angularFrequency * time)
    return Transition(
      xx: cosine + dampingFraction * sine,
      xv: sine / angularFrequency,
      vx: sine == 0 ? 0 : -angularFrequency * sine,
      vv: cosine - dampingFraction * sine)
  }

  /// C and S; both 0 once they are too small to be told from it.
  private func decayingWaves(at phase: Double) -> (cosine: Double, sine: Double) {
    guard phase.isFinite else { return (0, 0) }
    let spread = (1 - dampingFraction) * (1 + dampingFraction)
    let frequency = abs(spread).squareRoot()
    let angle = frequency * phase
    if angle < Self.seriesLimit {
      let (envelope, square) = (exp(-dampingFraction * phase), spread * phase * phase)
      return (
        envelope * Self.cosineSeries(square), envelope * phase * Self.sineSeries(square)
      )
    } else if spread > 0 {
      let envelope = exp(-dampingFraction * phase)
      return (envelope * cos(angle), envelope / frequency * sin(angle))
    } else {
      // cosh and sinh joined with the envelope, so that nothing overflows; the exponent ωφ − ζφ is
      // written as −φ/(ω + ζ), which loses no digits.
      let slow = exp(-phase / (frequency + dampingFraction))
      let fast = slow * exp(-2 * angle)
      return ((slow + fast) / 2, (slow - fast) / (2 * frequency))
    }
  }

  /// Below this angle the series are exact to the last bit: their first term left out is 3·10⁻¹⁷.
  private static let seriesLimit = 0.1

  /// cos √q.
  private static func cosineSeries(_ q: Double) -> Double {
    1 - q * (1 / 2 - q * (1 / 24 - q * (1 / 720 - q * (1 / 40320))))
  }

  /// sin √q / √q.
  private static func sineSeries(_ q: Double) -> Double {
    1 - q * (1 / 6 - q * (1 / 120 - q * (1 / 5040 - q * (1 / 362880))))
  }
}
