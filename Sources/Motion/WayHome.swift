/// A mass's last way from beyond a threshold to its rest: within it there is one crossing.
///
/// The crossing is where y, the logarithm of |x| over the threshold, is 0. That is nearly a straight
/// line in time where the mass creeps and nearly a parabola where it turns around, so a parabola
/// laid through its present value, mended by the third derivative, meets 0 close to it from anywhere
/// on the way.
struct WayHome {
  let spring: Spring
  let start: Spring.State
  let threshold: Double
  /// ln of the threshold.
  private let level: Double
  /// 1/ω₀, in seconds.
  private let radian: Double

  /// When it begins, in seconds after release.
  var begin = 0.0
  /// When it is over, or the longest that is looked for.
  var end = Spring.longestSettlingTime
  /// Whether the threshold is known to be crossed before the end.
  var isOverAtEnd = false
  /// y at its beginning; not positive where there is no such way.
  var excess: Double
  /// v / (ω₀x) at its beginning: 0 at a turning point.
  var slope: Double
  /// Whether it comes from the side of negative displacements.
  var isBeyondRest: Bool

  /// The way that begins with the release.
  ///
  /// - Parameters:
  ///   - start: Finite.
  ///   - threshold: Positive.
  init(_ spring: Spring, from start: Spring.State, threshold: Double) {
    self.spring = spring
    self.start = start
    self.threshold = threshold
    level = Elementary.log(threshold)
    radian = 1 / spring.angularFrequency
    excess = Elementary.log(abs(start.displacement)) - level
    slope = start.velocity * radian / start.displacement
    isBeyondRest = start.displacement < 0
  }

  /// y where the mass is that far out.
  func excess(at displacement: Double) -> Double { Elementary.log(displacement) - level }

  /// How late the crossing may be told, in seconds.
  private static let tolerance = 1e-10

  /// When the threshold is crossed, at most `tolerance` late and never early.
  var lastCrossing: Double {
    var (low, high, isOver) = (begin, end, isOverAtEnd)
    var (guess, stepsLeft) = (begin + firstStep, 12)
    while high - low > Self.tolerance {
      let isStep = stepsLeft > 0 && low < guess && (guess < high || !isOver)
      // Half the tolerance too far, so that a good guess is on the far side.
      let time = isStep ? min(guess + Self.tolerance / 2, high) : (low + high) / 2
      let (place, velocity) = motion(at: time)
      if place > threshold {
        guard time < high else { return high }
        low = time
      } else {
        (high, isOver) = (time, true)
        if threshold - place <= -velocity * Self.tolerance { return high }
      }
      guess = time + step(excess(at: place), slope: velocity * radian / place)
      stepsLeft -= 1
    }
    return high
  }

  /// Displacement and velocity, positive on the side that it comes from.
  private func motion(at time: Double) -> (place: Double, velocity: Double) {
    let state = spring.state(from: start, after: time)
    return isBeyondRest
      ? (-state.displacement, -state.velocity) : (state.displacement, state.velocity)
  }

  /// How much later y meets 0, nearly, in seconds; NaN where there is no logarithm.
  ///
  /// By the equation of motion the slope s, in ω₀, changes by s′ = −(s² + 2ζs + 1), and that by
  /// −2(s + ζ)s′. The parabola gives a step δ, the third derivative mends it once.
  private func step(_ excess: Double, slope: Double) -> Double {
    let fraction = spring.dampingFraction
    let bend = slope * slope + 2 * fraction * slope + 1
    let root = max(0, slope * slope + 2 * excess * bend).squareRoot()
    let parabola = 2 * excess / (root - slope)
    let cubic = (slope + fraction) * bend / 3 * (parabola * parabola * parabola)
    return (parabola - cubic / (slope - bend * parabola)) * radian
  }

  /// How long it takes from the beginning, nearly.
  private var firstStep: Double {
    guard slope == 0 else { return step(excess, slope: slope) }
    // From a turning point y = ∫p dφ with p′ = 1 − 2ζp + p². This is the inverse series to the sixth
    // power, of which seven tenths stand best for what follows.
    let (fraction, u) = (spring.dampingFraction, (2 * excess).squareRoot())
    let three = 4 * fraction * fraction - 3
    let nine = fraction * (8 * fraction * fraction - 9)
    let high = u * u * u * (nine / 270 + u * (three * three / 4320 - u * three * nine / 24300))
    let series = u * (1 + u * (fraction / 3 + u * three / 36) + high)
    return min(series * radian, latestStep)
  }

  /// Where the series would lead too far: shortly before rest, or, beyond critical damping, to where
  /// only the slow part of the motion is left.
  private var latestStep: Double {
    guard spring.dampingFraction > 1 else { return (end - begin) * 0.93 }
    let sum = spring.relativeWaveFrequency + spring.dampingFraction
    let part = Elementary.log(sum / (2 * spring.relativeWaveFrequency))
    return (excess + part) * sum * radian
  }
}
