extension Spring {
  /// Where the mass is and how fast it moves.
  public struct State: Hashable, Sendable {
    /// From the rest position, in the units of whatever moves.
    public var displacement: Double
    /// In those units per second.
    public var velocity: Double

    @inlinable
    public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }

    /// At the rest position, without velocity.
    @inlinable public static var rest: State { State(displacement: 0, velocity: 0) }

    /// Whether both are numbers that a motion can start with.
    @inlinable var isFinite: Bool { displacement.isFinite && velocity.isFinite }
  }

  /// The state some time after release, by the solution of x″ + 2ζω₀x′ + ω₀²x = 0.
  ///
  /// - Parameters:
  ///   - start: At release; one that is not finite counts as at rest.
  ///   - time: Since release, in seconds; nothing has moved before 0 or at NaN, and all is at rest
  ///     at infinity.
  @inlinable
  public func state(from start: State, after time: Double) -> State {
    guard start.isFinite else { return .rest }
    guard time > 0 else { return start }
    return transition(over: time).applied(to: start)
  }

  /// What a span of time does to any state of this spring: the matrix exponential of the equation
  /// of motion.
  ///
  /// With ω = ω₀√(1 − ζ²) it is made of C = e^(−ζω₀t)·cos ωt and S = e^(−ζω₀t)·sin ωt / ω, which
  /// continue through ω = 0 into the hyperbolic functions: one form for all
  /// [damping
  /// regimes](https://en.wikipedia.org/wiki/Harmonic_oscillator#Damped_harmonic_oscillator).
  ///
  /// Its numbers are within 4·10⁻¹⁵ + 2⁻⁵²·ω₀t of the truth where velocity counts in ω₀.
  ///
  /// - Parameter time: In seconds; nothing changes before 0 or at NaN, and all is at rest at
  ///   infinity.
  @inlinable
  public func transition(over time: Double) -> Transition {
    guard time > 0 else { return .identity }
    guard angularFrequency < .infinity else { return .rest }
    return runningTransition(over: time)
  }

  /// The same for a span that is positive, of a spring that is not at rest at once.
  @inlinable
  func runningTransition(over time: Double) -> Transition {
    let (cosine, sine) = decayingWaves(after: time)
    let lean = decayRate * sine
    return Transition(
      xx: cosine + lean, xv: sine,
      vx: -(angularFrequency * angularFrequency) * sine, vv: cosine - lean)
  }

  /// C, and S in seconds; both 0 once they are too small to be told from it.
  ///
  /// Until a quarter of an oscillation has passed, and beyond critical damping until the exponents
  /// are apart, both are one polynomial of (ωt)² in all regimes; afterwards the oscillation is
  /// reduced to that by whole half turns, and the hyperbolic functions are two exponentials.
  ///
  /// - Parameter time: Positive.
  @usableFromInline @_effects(readonly)
  func decayingWaves(after time: Double) -> (cosine: Double, sine: Double) {
    let angle = signedWaveFrequency * time
    let square = angle * abs(angle)
    guard square > -1 else { return partedDecays(after: time) }
    let decay = decayRate * time
    guard decay < Self.longestDecay else { return (0, 0) }
    let envelope = Elementary.normalExp(-decay)
    if square >= 2.46 {
      let turn = Self.halfTurn(of: angle)
      let waves = Elementary.wavePair(turn.rest * turn.rest)
      return Self.scaled(waves, by: turn.signed(envelope), turn.rest / signedWaveFrequency)
    }
    // What follows would multiply by 1.
    guard square != 0 else { return (envelope, envelope * time) }
    return Self.scaled(Elementary.wavePair(square), by: envelope, time)
  }

  @inline(__always)
  private static func scaled(
    _ waves: Elementary.Pair, by envelope: Double, _ sineScale: Double
  ) -> (cosine: Double, sine: Double) {
    let scaled = waves * Elementary.Pair(envelope, envelope * sineScale)
    return (scaled.x, scaled.y)
  }

  /// Both beyond critical damping, once the slow decay and the fast one are apart: cosh and sinh
  /// joined with the envelope, so that nothing overflows.
  ///
  /// Of ω₀t(ω − ζ), the slow exponent, no digits are lost as −ω₀t/(ω + ζ).
  private func partedDecays(after time: Double) -> (cosine: Double, sine: Double) {
    let phase = angularFrequency * time
    let sum = relativeWaveFrequency + dampingFraction
    let slowDecay = phase / sum
    guard slowDecay < Self.longestDecay else { return (0, 0) }
    let slow = Elementary.normalExp(-slowDecay)
    let fast = Elementary.normalExp(-min(phase * sum, Self.longestDecay))
    return ((slow + fast) / 2, (slow - fast) * (0.5 / waveFrequency))
  }

  /// The exponent of an envelope of which nothing is left: e⁻⁷⁰⁸ is 3·10⁻³⁰⁸.
  private static let longestDecay = 708.0

  /// An angle less the nearest whole number of half turns, and the sign that they make.
  private struct HalfTurn {
    let rest: Double
    /// A number in whose last bit stands whether they are odd.
    let shifted: Double

    @inline(__always)
    func signed(_ number: Double) -> Double {
      let sign = Elementary.Pair(repeating: shifted).bits &<< 63
      return (Elementary.Pair(repeating: number).bits ^ sign).numbers.x
    }
  }

  /// π is split in two so that its first part, which has 33 binary digits, times a whole number
  /// below 2²⁰ is exact: the way of [fdlibm's
  /// `e_rem_pio2.c`](https://www.netlib.org/fdlibm/e_rem_pio2.c).
  @inline(__always)
  private static func halfTurn(of angle: Double) -> HalfTurn {
    guard angle < 0x1p20 else { return lateHalfTurn(of: angle) }
    let shifted = angle * (1 / .pi) + Elementary.roundingShift
    let k = shifted - Elementary.roundingShift
    return HalfTurn(
      rest: (angle - k * 0x1.921fb544p1) - k * 0x1.0b4611a626331p-33, shifted: shifted)
  }

  /// The same where there are so many turns that their number times a part of π is not exact: the
  /// remainder of whole turns is, but for what is missing from π in each of them.
  @inline(never)
  private static func lateHalfTurn(of angle: Double) -> HalfTurn {
    let (angle, turn) = (min(angle, .greatestFiniteMagnitude), 2 * Double.pi)
    let missing = (angle / turn).rounded() * 0x1.1a62633145c07p-52
    // Reduced again, because where nothing is left to be known it may be many turns.
    let part = (angle.remainder(dividingBy: turn) - missing).remainder(dividingBy: turn)
    let shifted = part * (1 / .pi) + Elementary.roundingShift
    return HalfTurn(
      rest: part - (shifted - Elementary.roundingShift) * .pi, shifted: shifted)
  }
}
