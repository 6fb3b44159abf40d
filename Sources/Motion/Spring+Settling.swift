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
  /// - Complexity: O(1): mostly two or three evaluations of the motion, dozens where it hardly passes the
  ///   threshold on a turn.
  public func settlingTime(from start: State, threshold: Double) -> Double {
    guard angularFrequency.isFinite, start.isFinite else { return 0 }
    let threshold = threshold > 0 ? threshold : .leastNonzeroMagnitude
    let wayIn = WayHome(self, from: start, threshold: threshold)
    let way = dampingFraction < 1 ? lastSwing(after: wayIn) : onlyReturn(after: wayIn)
    guard way.begin < Self.longestSettlingTime else { return Self.longestSettlingTime }
    return way.excess > 0 ? min(way.lastCrossing, Self.longestSettlingTime) : 0
  }

  /// The way home from the last turning point that is beyond the threshold, or from the start where
  /// there is none.
  ///
  /// x = e^(−ζφ)·a·cos(ωφ − δ) turns at ωφ = δ − asin ζ + nπ, where |x| is e^(−ζφ)·a·ω, and is 0
  /// after a further arc whose cosine is −ζ.
  private func lastSwing(after wayIn: WayHome) -> WayHome {
    let (x, v) = (wayIn.start.displacement, wayIn.start.velocity)
    let sine = (v / angularFrequency + dampingFraction * x) / relativeWaveFrequency
    let reach = wayIn.excess(at: relativeWaveFrequency * Elementary.length(x, sine))
    // Of no damping and a reach of nothing, too, there is no turn beyond the threshold.
    let lastPhase = reach == 0 ? 0 : reach / dampingFraction
    var way = wayIn
    guard lastPhase < Self.longestSettlingTime * angularFrequency else {
      way.begin = .infinity
      return way
    }
    let tilt = Elementary.angle(y: dampingFraction, x: relativeWaveFrequency)
    let first = Elementary.angle(y: sine, x: x) - tilt
    let halfTurns = ((relativeWaveFrequency * lastPhase - first) / .pi).rounded(.down)
    let phase = (first + .pi * halfTurns) / relativeWaveFrequency
    way.end = (phase + (.pi / 2 + tilt) / relativeWaveFrequency) / angularFrequency
    way.isOverAtEnd = true
    guard phase > 0 else { return way }
    way.begin = phase / angularFrequency
    // Positive even where rounding has it that the turn only touches the threshold.
    way.excess = max(.leastNonzeroMagnitude, reach - dampingFraction * phase)
    way.slope = 0
    way.isBeyondRest = Int(halfTurns) & 1 != 0
    return way
  }

  /// The way home of a mass that does not oscillate: from where it turns around, if it does and if
  /// that is beyond the threshold.
  ///
  /// v = 0 where tanh(φω)/ω = v₀ / (ω₀x₀ + ζv₀).
  private func onlyReturn(after wayIn: WayHome) -> WayHome {
    let start = wayIn.start
    let push = angularFrequency * start.displacement + dampingFraction * start.velocity
    let reach = start.velocity / push
    let wave = relativeWaveFrequency
    guard reach > 0, reach * wave < 1 else { return wayIn }
    let phase = wave > 0 ? Elementary.artanh(reach * wave) / wave : reach
    let turn = phase / angularFrequency
    let place = state(from: start, after: turn).displacement
    var way = wayIn
    guard abs(place) > way.threshold else {
      way.end = min(turn, Self.longestSettlingTime)
      return way
    }
    way.begin = turn
    way.excess = way.excess(at: abs(place))
    way.slope = 0
    way.isBeyondRest = place < 0
    return way
  }
}
