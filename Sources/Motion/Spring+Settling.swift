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

/// The final approach of a mass from beyond a threshold to its rest position. It crosses the
/// threshold exactly once.
///
/// The crossing is the zero of y, the logarithm of |x| divided by the threshold. As a function of
/// time, y is nearly a straight line if the mass creeps and nearly a parabola near a turning point.
/// The zero of a parabola through the current value, corrected by the third derivative, is
/// therefore close to the crossing from any point of the approach.
struct FinalApproach {
  let spring: Spring
  let start: Spring.State
  let threshold: Double
  /// The natural logarithm of the threshold.
  private let logThreshold: Double
  /// 1/ω₀, in seconds.
  private let secondsPerRadian: Double

  /// The beginning of the approach, in seconds after release.
  var begin = 0.0
  /// The end of the approach, or the maximum time to search.
  var end = Spring.maximumSettlingTime
  /// Whether the threshold is known to be crossed before `end`.
  var crossesBeforeEnd = false
  /// The value of y at the beginning. If it is not positive, there is no such approach.
  var excess: Double
  /// v / (ω₀x) at the beginning; 0 at a turning point.
  var slope: Double
  /// Whether the mass comes from negative displacements.
  var isFromNegativeSide: Bool

  /// Creates the approach that begins at the release.
  ///
  /// - Parameters:
  ///   - start: A finite state.
  ///   - threshold: A positive number.
  init(_ spring: Spring, from start: Spring.State, threshold: Double) {
    self.spring = spring
    self.start = start
    self.threshold = threshold
    logThreshold = ElementaryFunctions.log(threshold)
    secondsPerRadian = 1 / spring.angularFrequency
    excess = ElementaryFunctions.log(abs(start.displacement)) - logThreshold
    slope = start.velocity * secondsPerRadian / start.displacement
    isFromNegativeSide = start.displacement < 0
  }

  /// Returns y at a displacement.
  func excess(at displacement: Double) -> Double { ElementaryFunctions.log(displacement) - logThreshold }

  /// The maximum error of the crossing, in seconds. It is never early.
  private static let tolerance = 1e-10

  /// The time of the threshold crossing in seconds, never early and at most `tolerance` late.
  var lastCrossing: Double {
    var (low, high, hasCrossed) = (begin, end, crossesBeforeEnd)
    var (guess, stepsLeft) = (begin + firstStep, 12)
    while high - low > Self.tolerance {
      let isStep = stepsLeft > 0 && low < guess && (guess < high || !hasCrossed)
      // Half the tolerance too far, so that a good guess is beyond the crossing.
      let time = isStep ? min(guess + Self.tolerance / 2, high) : (low + high) / 2
      let (position, velocity) = motion(at: time)
      if position > threshold {
        guard time < high else { return high }
        low = time
      } else {
        (high, hasCrossed) = (time, true)
        if threshold - position <= -velocity * Self.tolerance { return high }
      }
      guess = time + step(excess(at: position), slope: velocity * secondsPerRadian / position)
      stepsLeft -= 1
    }
    return high
  }

  /// Returns displacement and velocity, positive on the side from which the mass comes.
  private func motion(at time: Double) -> (position: Double, velocity: Double) {
    let state = spring.state(from: start, after: time)
    return isFromNegativeSide ? (-state.displacement, -state.velocity) : (state.displacement, state.velocity)
  }

  /// Returns the approximate time from here to the zero of y, in seconds; NaN if there is no
  /// logarithm.
  ///
  /// By the equation of motion, the slope s in units of ω₀ changes by s′ = −(s² + 2ζs + 1), and
  /// that changes by −2(s + ζ)s′. The parabola results in a step δ, which the third derivative
  /// corrects once.
  private func step(_ excess: Double, slope: Double) -> Double {
    let fraction = spring.dampingFraction
    let curvature = slope * slope + 2 * fraction * slope + 1
    let root = max(0, slope * slope + 2 * excess * curvature).squareRoot()
    let parabola = 2 * excess / (root - slope)
    let cubic = (slope + fraction) * curvature / 3 * (parabola * parabola * parabola)
    return (parabola - cubic / (slope - curvature * parabola)) * secondsPerRadian
  }

  /// The approximate time from the beginning to the crossing, in seconds.
  private var firstStep: Double {
    guard slope == 0 else { return step(excess, slope: slope) }
    // From a turning point, y = ∫p dφ with p′ = 1 − 2ζp + p². This is the inverse series to the
    // sixth power; seven tenths of the last term approximate the rest of the series best.
    let (fraction, u) = (spring.dampingFraction, (2 * excess).squareRoot())
    let seriesTerm3 = 4 * fraction * fraction - 3
    let seriesTerm9 = fraction * (8 * fraction * fraction - 9)
    let quartic = seriesTerm3 * seriesTerm3 / 4320 - u * seriesTerm3 * seriesTerm9 / 24300
    let high = u * u * u * (seriesTerm9 / 270 + u * quartic)
    let series = u * (1 + u * (fraction / 3 + u * seriesTerm3 / 36) + high)
    return min(series * secondsPerRadian, maximumFirstStep)
  }

  /// The limit if the series overshoots: shortly before rest, or, above critical damping, the time
  /// at which only the slow part of the motion remains.
  private var maximumFirstStep: Double {
    guard spring.dampingFraction > 1 else { return (end - begin) * 0.93 }
    let sum = spring.relativeWaveFrequency + spring.dampingFraction
    let logRatio = ElementaryFunctions.log(sum / (2 * spring.relativeWaveFrequency))
    return (excess + logRatio) * sum * secondsPerRadian
  }
}
