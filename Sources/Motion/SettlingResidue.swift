/// What is left of a spring's way when its duration is over, as a function of ω₀, less a
/// thousandth.
struct SettlingResidue {
  /// T, in seconds.
  let duration: Double
  /// ζ, at most 1.
  let fraction: Double
  /// v toward the target, in distances per second.
  let velocity: Double

  /// The ω₀ from which on no more than the thousandth is left.
  var lastRoot: Double {
    let peak = peakFrequency
    guard peak == 0 || residue(at: peak).value > 0 else { return peak }
    var high = max(2 * peak, 8 / duration)
    while residue(at: high).value > 0 { high *= 2 }
    var bracket = RootBracket(low: peak, high: high)
    bracket.narrow(to: 4 * high.ulp, from: (peak + high) / 2, residue)
    return bracket.high
  }

  /// The ω₀ that leaves most: where the slope is 0, or 0 where there is none such.
  private var peakFrequency: Double {
    guard velocity > 0 else { return 0 }
    guard fraction < 1 else { return velocity }
    let travel = velocity * duration
    return (travel + (travel * (travel + 4)).squareRoot()) / (2 * fraction * duration)
  }

  private func residue(at frequency: Double) -> (value: Double, slope: Double) {
    let envelope = Elementary.exp(-fraction * frequency * duration)
    let excess = fraction * frequency - velocity
    if fraction == 1 {
      return (
        envelope * (excess * duration + 1) - 0.001, -duration * duration * excess * envelope
      )
    }
    let factor = envelope / (Spring.waveFraction(dampingFraction: fraction).value * frequency)
    return (
      factor * excess - 0.001, factor * (velocity / frequency - fraction * duration * excess)
    )
  }
}
