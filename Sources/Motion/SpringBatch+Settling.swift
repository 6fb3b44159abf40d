extension SpringBatch {
  /// The time from the release until all values are at rest, rounded up to a nanosecond.
  ///
  /// The value with the highest energy probably settles last. Of the others, only those are solved
  /// that may still exceed the threshold after it has settled.
  var batchSettlingTime: Duration {
    guard let mostEnergetic = targets.indices.max(by: { energy(of: $0) < energy(of: $1) }) else {
      return .zero
    }
    var maximum = settlingTime(of: mostEnergetic)
    var transition = spring.transition(over: maximum)
    let factor = spring.turningFactor
    for index in targets.indices {
      let later = transition.applied(to: releaseState(of: index))
      guard !spring.certainlyStays(within: threshold, from: later, factor: factor) else { continue }
      let time = settlingTime(of: index)
      guard time > maximum else { continue }
      (maximum, transition) = (time, spring.transition(over: time))
    }
    return .nanoseconds(Int64((maximum * 1e9).rounded(.up)))
  }

  private func settlingTime(of index: Int) -> Double {
    spring.settlingTime(from: releaseState(of: index), threshold: threshold)
  }

  private func energy(of index: Int) -> Double { spring.energy(of: releaseState(of: index)) }
}

extension Spring {
  /// Returns twice the energy divided by the stiffness, x² + (v/ω₀)²: the square of the maximum
  /// displacement without damping.
  fileprivate func energy(of state: State) -> Double {
    let speed = state.velocity / angularFrequency
    return state.displacement * state.displacement + speed * speed
  }

  /// Returns whether a mass in a state certainly never exceeds the threshold again. If `false`, it
  /// may exceed it.
  ///
  /// An oscillating mass turns no further out than √(x² + 2ζxv/ω₀ + v²/ω₀²), any other no further
  /// than the root of the energy. While it moves inward it loses more on the arc from the rest
  /// position to the turning point, whose cosine is ζ: at critical damping the factor is 1/e, above
  /// it smaller.
  ///
  /// - Parameter factor: The value of `turningFactor`.
  fileprivate func certainlyStays(within threshold: Double, from state: State, factor: Double) -> Bool {
    guard abs(state.displacement) <= threshold else { return false }
    let product = state.displacement * state.velocity / angularFrequency
    let oscillates = dampingFraction < 1
    let peakSquare = energy(of: state) + (oscillates ? 2 * dampingFraction * product : 0)
    let square = product < 0 ? factor * factor : 1
    return peakSquare * square <= threshold * threshold
  }

  /// The upper bound for the displacement at the turning point of a mass that passes its rest
  /// position with velocity ω₀.
  var turningFactor: Double {
    guard dampingFraction < 1 else { return ElementaryFunctions.exp(-1) }
    let arc = ElementaryFunctions.angle(y: relativeWaveFrequency, x: dampingFraction)
    return ElementaryFunctions.exp(-dampingFraction * arc / relativeWaveFrequency)
  }
}
