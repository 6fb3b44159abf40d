extension Spring {
  /// The maximum settling time, in seconds. An undamped spring would never settle.
  public static let maximumSettlingTime = 600.0

  /// Returns the last time after release, in seconds, at which the displacement exceeds a
  /// threshold.
  ///
  /// It is the last crossing itself, not a bound by the envelope or a velocity limit. Motion thus
  /// ends neither visibly early nor long after it seems to have ended.
  ///
  /// - Parameters:
  ///   - start: The state at release. If it is not finite, the result is 0.
  ///   - threshold: In the unit of the displacement; a good choice is half of the smallest visible
  ///     difference. NaN and values that are not positive count as the smallest positive number.
  /// - Returns: A time in 0…`maximumSettlingTime`, at most a tenth of a nanosecond too late; 0 if
  ///   the displacement never exceeds the threshold.
  /// - Complexity: O(1): usually two or three evaluations of the motion, dozens if a turning point
  ///   hardly exceeds the threshold.
  public func settlingTime(from start: State, threshold: Double) -> Double {
    guard angularFrequency.isFinite, start.isFinite else { return 0 }
    let threshold = threshold > 0 ? threshold : .leastNonzeroMagnitude
    let initial = FinalApproach(self, from: start, threshold: threshold)
    let last = dampingFraction < 1 ? lastOscillation(after: initial) : singleReturn(after: initial)
    guard last.begin < Self.maximumSettlingTime else { return Self.maximumSettlingTime }
    return last.excess > 0 ? min(last.lastCrossing, Self.maximumSettlingTime) : 0
  }

  /// Returns the final approach from the last turning point beyond the threshold, or from the start
  /// if there is none.
  ///
  /// x = e^(−ζφ)·a·cos(ωφ − δ) turns at ωφ = δ − asin ζ + nπ, where |x| is e^(−ζφ)·a·ω. It is 0
  /// after a further arc whose cosine is −ζ.
  private func lastOscillation(after initial: FinalApproach) -> FinalApproach {
    let (x, v) = (initial.start.displacement, initial.start.velocity)
    let sine = (v / angularFrequency + dampingFraction * x) / relativeWaveFrequency
    let peakExcess = initial.excess(at: relativeWaveFrequency * ElementaryFunctions.length(x, sine))
    // Without damping and with an excess of 0, too, there is no turning point beyond the threshold.
    let lastPhase = peakExcess == 0 ? 0 : peakExcess / dampingFraction
    var last = initial
    guard lastPhase < Self.maximumSettlingTime * angularFrequency else {
      last.begin = .infinity
      return last
    }
    let dampingAngle = ElementaryFunctions.angle(y: dampingFraction, x: relativeWaveFrequency)
    let first = ElementaryFunctions.angle(y: sine, x: x) - dampingAngle
    let halfTurns = ((relativeWaveFrequency * lastPhase - first) / .pi).rounded(.down)
    let phase = (first + .pi * halfTurns) / relativeWaveFrequency
    last.end = (phase + (.pi / 2 + dampingAngle) / relativeWaveFrequency) / angularFrequency
    last.crossesBeforeEnd = true
    guard phase > 0 else { return last }
    last.begin = phase / angularFrequency
    // Positive even if rounding suggests that the turning point only touches the threshold.
    last.excess = max(.leastNonzeroMagnitude, peakExcess - dampingFraction * phase)
    last.slope = 0
    last.isFromNegativeSide = Int(halfTurns) & 1 != 0
    return last
  }

  /// Returns the final approach of a mass that does not oscillate: from its turning point if it has
  /// one beyond the threshold, otherwise from the start.
  ///
  /// v = 0 at tanh(φω)/ω = v₀ / (ω₀x₀ + ζv₀).
  private func singleReturn(after initial: FinalApproach) -> FinalApproach {
    let start = initial.start
    let divisor = angularFrequency * start.displacement + dampingFraction * start.velocity
    let ratio = start.velocity / divisor
    let wave = relativeWaveFrequency
    guard ratio > 0, ratio * wave < 1 else { return initial }
    let phase = wave > 0 ? ElementaryFunctions.artanh(ratio * wave) / wave : ratio
    let turningTime = phase / angularFrequency
    let position = state(from: start, after: turningTime).displacement
    var last = initial
    guard abs(position) > last.threshold else {
      last.end = min(turningTime, Self.maximumSettlingTime)
      return last
    }
    last.begin = turningTime
    last.excess = last.excess(at: abs(position))
    last.slope = 0
    last.isFromNegativeSide = position < 0
    return last
  }
}

/// The residual of a spring at the end of its duration as a function of ω₀: the remaining fraction
/// of the distance, minus a thousandth.
struct SettlingResidual {
  /// The duration T, in seconds.
  let duration: Double
  /// The damping fraction ζ, at most 1.
  let fraction: Double
  /// The initial velocity v toward the target, in distances per second.
  let velocity: Double

  /// The smallest ω₀ above which the residual is never positive.
  var lastRoot: Double {
    let peak = peakFrequency
    guard peak == 0 || residual(at: peak).value > 0 else { return peak }
    var high = max(2 * peak, 8 / duration)
    while residual(at: high).value > 0 { high *= 2 }
    var bracket = RootBracket(low: peak, high: high)
    bracket.narrow(to: 4 * high.ulp, from: (peak + high) / 2, residual)
    return bracket.high
  }

  /// The ω₀ of the maximum: the zero of the slope, or 0 if there is none.
  private var peakFrequency: Double {
    guard velocity > 0 else { return 0 }
    guard fraction < 1 else { return velocity }
    let travel = velocity * duration
    return (travel + (travel * (travel + 4)).squareRoot()) / (2 * fraction * duration)
  }

  private func residual(at frequency: Double) -> (value: Double, slope: Double) {
    let envelope = ElementaryFunctions.exp(-fraction * frequency * duration)
    let excess = fraction * frequency - velocity
    if fraction == 1 {
      return (envelope * (excess * duration + 1) - 0.001, -duration * duration * excess * envelope)
    }
    let factor = envelope / (Spring.waveFraction(dampingFraction: fraction).value * frequency)
    return (factor * excess - 0.001, factor * (velocity / frequency - fraction * duration * excess))
  }
}
