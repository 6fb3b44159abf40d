import Motion

/// How a spring goes from 0, at rest, to 1: what a plot of it shows.
extension Spring {
  private static let unitStep = State(displacement: -1, velocity: 0)

  /// Where it is, and how fast it goes, some seconds after release.
  func stepResponse(after time: Double) -> (position: Double, velocity: Double) {
    let state = state(from: Self.unitStep, after: time)
    return (1 + state.displacement, state.velocity)
  }

  /// When it is furthest beyond 1, in seconds: π/(ω₀√(1 − ζ²)); `nil` where it never is beyond.
  var peakTime: Double? {
    guard angularFrequency.isFinite, dampingFraction < 1 else { return nil }
    return .pi / waveFrequency
  }

  /// How far beyond 1 it goes, 0…1: e^(−πζ/√(1 − ζ²)), the displacement at the peak's time.
  var overshoot: Double { peakTime.map { stepResponse(after: $0).position - 1 } ?? 0 }

  /// When it is last further than `threshold` from 1, in seconds.
  func stepSettlingTime(threshold: Double) -> Double {
    settlingTime(from: Self.unitStep, threshold: threshold)
  }
}
