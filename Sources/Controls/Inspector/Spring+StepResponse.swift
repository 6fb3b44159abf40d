import Motion

/// The step response of a spring: its motion from rest at 0 to the target 1.
extension Spring {
  private static let unitStep = State(displacement: -1, velocity: 0)

  /// Returns the position and the velocity at a time after release, in seconds.
  func stepResponse(after time: Double) -> (position: Double, velocity: Double) {
    let state = state(from: Self.unitStep, after: time)
    return (1 + state.displacement, state.velocity)
  }

  /// The time of the maximum, in seconds: π/(ω₀√(1 − ζ²)). `nil` if the spring does not overshoot.
  var peakTime: Double? {
    guard angularFrequency.isFinite, dampingFraction < 1 else { return nil }
    return .pi / waveFrequency
  }

  /// The overshoot beyond 1, 0…1: e^(−πζ/√(1 − ζ²)), the displacement at `peakTime`.
  var overshoot: Double { peakTime.map { stepResponse(after: $0).position - 1 } ?? 0 }

  /// Returns the last time at which the distance from 1 exceeds `threshold`, in seconds.
  func stepSettlingTime(threshold: Double) -> Double {
    settlingTime(from: Self.unitStep, threshold: threshold)
  }
}
