import Glibc

extension Spring {
  /// The longest that anything moves, in seconds: an undamped spring would never end.
  public static let longestSettlingTime = 600.0

  /// When the mass is last further from rest than `threshold`, in seconds after release.
  ///
  /// Found as the last crossing itself, not by an envelope or a velocity limit, so that motion ends
  /// neither visibly early nor long after it seems to.
  ///
  /// - Parameters:
  ///   - start: At release; where it is not finite, motion is over at once.
  ///   - threshold: In the units of whatever moves; half of the least step that can be seen. Not
  ///     positive and NaN count as the least positive number.
  /// - Returns: 0…`longestSettlingTime`, at most a tenth of a nanosecond late; 0 where it never
  ///   leaves the threshold.
  /// - Complexity: O(1); some ten evaluations of the motion.
  public func settlingTime(from start: State, threshold: Double) -> Double {
    guard angularFrequency.isFinite, start.displacement.isFinite, start.velocity.isFinite else {
      return 0
    }
    let threshold = threshold > 0 ? threshold : .leastNonzeroMagnitude
    var turn = lastTurn(from: start, beyond: threshold)
    guard turn < Self.longestSettlingTime else { return Self.longestSettlingTime }
    var peak = state(from: start, after: turn).displacement
    if abs(peak) <= threshold {
      turn = max(0, turn - .pi / (angularFrequency * max(0, spread).squareRoot()))
      peak = state(from: start, after: turn).displacement
    }
    guard abs(peak) > threshold else { return 0 }
    return lastCrossing(from: start, after: turn, side: peak < 0 ? -1 : 1, threshold)
  }

  /// 1 − ζ².
  private var spread: Double { (1 - dampingFraction) * (1 + dampingFraction) }

  /// The time of the last turning point that may be further out than `threshold`; if that one is
  /// not, the one before is. 0 where there is none.
  private func lastTurn(from start: State, beyond threshold: Double) -> Double {
    guard spread > 0 else { return onlyTurn(from: start, growth: (-spread).squareRoot()) }
    let (frequency, decay) = (angularFrequency * spread.squareRoot(), damping / 2)
    // x = e^(−βt)·a·cos(ωt − φ) turns at ωt = φ − atan(β/ω) + nπ, where |x| is e^(−βt)·a·ω/ω₀.
    let sine = (start.velocity + decay * start.displacement) / frequency
    let reach = hypot(start.displacement, sine) * spread.squareRoot()
    let end = reach > threshold ? (log(reach) - log(threshold)) / decay : 0
    guard end < Self.longestSettlingTime else { return Self.longestSettlingTime }
    let first = atan2(sine, start.displacement) - atan2(decay, frequency)
    let halfTurns = ((frequency * end - first) / .pi).rounded(.down)
    return max(0, (first + .pi * halfTurns) / frequency)
  }

  /// The time at which a mass that does not oscillate turns around; 0 where it never does.
  ///
  /// - Parameter growth: √(ζ² − 1).
  private func onlyTurn(from start: State, growth: Double) -> Double {
    // v = 0 where tanh(ω₀t·growth)/growth = ω₀v₀ / (ω₀²x₀ + βv₀).
    let push = angularFrequency * start.displacement + dampingFraction * start.velocity
    let reach = start.velocity / push
    guard reach > 0, reach * growth < 1 else { return 0 }
    return (growth > 0 ? atanh(reach * growth) / growth : reach) / angularFrequency
  }

  /// When the way home from a turning point crosses the threshold.
  ///
  /// - Parameter side: 1 or −1, the sign of the displacement there.
  private func lastCrossing(
    from start: State, after turn: Double, side: Double, _ threshold: Double
  ) -> Double {
    func excess(_ time: Double) -> (value: Double, slope: Double) {
      let state = state(from: start, after: time)
      return (side * state.displacement - threshold, side * state.velocity)
    }
    var (low, high) = (turn, turn + (1 + dampingFraction) / angularFrequency)
    while excess(high).value > 0 {
      guard high < Self.longestSettlingTime else { return Self.longestSettlingTime }
      (low, high) = (high, high + 2 * (high - low))
    }
    var bracket = RootBracket(low: low, high: high)
    bracket.narrow(to: 1e-10, from: (low + high) / 2, excess)
    return min(bracket.high, Self.longestSettlingTime)
  }
}
