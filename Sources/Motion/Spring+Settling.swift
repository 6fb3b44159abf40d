extension Spring {
  /// The maximum settling time, in seconds. An undamped spring would never settle.
  public static let maximumSettlingTime = 600.0

  /// Returns the last time after release, in seconds, at which the displacement exceeds a
  /// threshold.
  ///
  /// It is the last crossing itself, not a bound by the envelope or a velocity limit. Therefore, motion
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
    guard phase > 0 else { return last }
    last.begin = phase / angularFrequency
    // Positive even if rounding suggests that the turning point only touches the threshold.
    last.excess = max(.leastNonzeroMagnitude, peakExcess - dampingFraction * phase)
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
    last.isFromNegativeSide = position < 0
    return last
  }
}

/// The final approach of a mass from beyond a threshold to its rest position. It crosses the
/// threshold exactly once.
///
/// The crossing is the zero of y, the logarithm of |x| divided by the threshold. As a function of
/// time, y is nearly a straight line if the mass creeps and nearly a parabola near a turning point.
private struct FinalApproach {
  private let spring: Spring
  let start: Spring.State
  let threshold: Double
  /// The natural logarithm of the threshold.
  private let logThreshold: Double
  /// The beginning of the approach, in seconds after release.
  var begin = 0.0
  /// The end of the approach, or the maximum time to search.
  var end = Spring.maximumSettlingTime
  /// The value of y at the beginning. If it is not positive, there is no such approach.
  var excess: Double
  /// Whether the mass comes from negative displacements.
  var isFromNegativeSide: Bool

  /// Creates the approach that begins at the release.
  init(_ spring: Spring, from start: Spring.State, threshold: Double) {
    (self.spring, self.start, self.threshold) = (spring, start, threshold)
    logThreshold = ElementaryFunctions.log(threshold)
    excess = ElementaryFunctions.log(abs(start.displacement)) - logThreshold
    isFromNegativeSide = start.displacement < 0
  }

  /// Returns y at a displacement.
  func excess(at displacement: Double) -> Double { ElementaryFunctions.log(displacement) - logThreshold }

  /// The maximum error of the crossing, in seconds. It is never early.
  private static let tolerance = 1e-10

  /// The time of the threshold crossing in seconds, never early and at most `tolerance` late.
  var lastCrossing: Double {
    var bracket = RootBracket(low: begin, high: end)
    // The zero of the parabola at a turning point.
    let guess = begin + (2 * excess).squareRoot() / spring.angularFrequency
    bracket.narrow(to: Self.tolerance, from: begin < guess && guess < end ? guess : (begin + end) / 2) {
      time in
      let state = spring.state(from: start, after: time)
      let position = isFromNegativeSide ? -state.displacement : state.displacement
      // Rounding of the logarithm must not make the crossing early.
      let value = excess(at: position)
      let signed = position > threshold ? max(value, .leastNonzeroMagnitude) : min(value, 0)
      return (signed, state.velocity / state.displacement)
    }
    return bracket.high
  }
}
