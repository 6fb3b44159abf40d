/// An interval in which a function decreases from a positive value at the lower end to zero or
/// below at the upper end.
struct RootBracket {
  private(set) var low: Double
  private(set) var high: Double

  /// Finds the root by Newton steps. It halves the interval if a step leaves the bracket or after
  /// too many steps.
  ///
  /// - Parameters:
  ///   - tolerance: The width of the bracket at the end, positive. It is at least the distance
  ///     between two adjacent numbers.
  ///   - guess: The first guess, inside the bracket.
  ///   - function: Returns the value and the slope of the function.
  mutating func narrow(
    to tolerance: Double, from guess: Double, _ function: (Double) -> (value: Double, slope: Double)
  ) {
    var (guess, stepsLeft) = (guess, 16)
    while high - low > tolerance, low < guess, guess < high {
      let (value, slope) = function(guess)
      if value > 0 { low = guess } else { high = guess }
      // Half the tolerance too far, so that the next guess closes the bracket from the other side.
      let next = guess - value / slope + (value > 0 ? tolerance : -tolerance) / 2
      let isStep = stepsLeft > 0 && low < next && next < high
      guess = isStep ? next : (low + high) / 2
      stepsLeft -= 1
    }
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
