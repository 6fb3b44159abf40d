extension SpringBatch {
  /// How long it takes from the release until all are at rest, rounded up to a nanosecond.
  ///
  /// The liveliest is likely to be the last. Of the others only those are solved that, when it has
  /// come to rest, might still leave the threshold.
  var longestSettlingTime: Duration {
    guard let liveliest = targets.indices.max(by: { energy(of: $0) < energy(of: $1) }) else {
      return .zero
    }
    var longest = settlingTime(of: liveliest)
    var transition = spring.transition(over: longest)
    let kept = spring.keptFromRestToTurn
    for index in targets.indices {
      let later = transition.applied(to: start(of: index))
      guard !spring.surelyStays(within: threshold, from: later, kept: kept) else { continue }
      let time = settlingTime(of: index)
      guard time > longest else { continue }
      (longest, transition) = (time, spring.transition(over: time))
    }
    return .nanoseconds(Int64((longest * 1e9).rounded(.up)))
  }

  private func settlingTime(of index: Int) -> Double {
    spring.settlingTime(from: start(of: index), threshold: threshold)
  }

  private func energy(of index: Int) -> Double { spring.energy(of: start(of: index)) }
}

extension Spring {
  /// Twice the energy over the stiffness, x² + (v/ω₀)²: the square of how far a mass without damping
  /// would go.
  fileprivate func energy(of state: State) -> Double {
    let speed = state.velocity / angularFrequency
    return state.displacement * state.displacement + speed * speed
  }

  /// Whether a mass in that state certainly never leaves the threshold again; if not, it may.
  ///
  /// It turns no further out than √(x² + 2ζxv/ω₀ + v²/ω₀²) where it oscillates, and than the root of
  /// the energy where it does not. On its way in it loses more on the arc from rest to turn, whose
  /// cosine is ζ: at critical damping it keeps 1/e, beyond it less.
  ///
  /// - Parameter kept: `keptFromRestToTurn`.
  fileprivate func surelyStays(
    within threshold: Double, from state: State, kept: Double
  ) -> Bool {
    guard abs(state.displacement) <= threshold else { return false }
    let product = state.displacement * state.velocity / angularFrequency
    let oscillates = dampingFraction < 1
    let reach = energy(of: state) + (oscillates ? 2 * dampingFraction * product : 0)
    let square = product < 0 ? kept * kept : 1
    return reach * square <= threshold * threshold
  }

  /// How far out a mass turns that passes rest with velocity ω₀, at most.
  var keptFromRestToTurn: Double {
    guard dampingFraction < 1 else { return Elementary.exp(-1) }
    let arc = Elementary.angle(y: relativeWaveFrequency, x: dampingFraction)
    return Elementary.exp(-dampingFraction * arc / relativeWaveFrequency)
  }
}
