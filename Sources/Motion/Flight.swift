/// One motion from a place to another, as a closed form of the time since its start.
struct Flight<Components: SIMD<Double> & Sendable>: Sendable {
  private let from: Components
  private let to: Components
  /// At the start, in units per second.
  private let velocity: Components
  private let curve: Animation.Curve
  private let start: Instant
  private let timeline: Timeline

  /// Creates a motion; `nil` where it would move nothing at all.
  ///
  /// Lanes with no finite way between their places are at their target from the start.
  init?(
    from: Components, to: Components, velocity: Components, animation: Animation, start: Instant,
    threshold: Double
  ) {
    let distance = (to - from).withFinite(else: .zero)
    self.from = (from + (to - from)).isFinite ? from : from
    self.to = to
    self.start = start
    curve = animation.curve
    return nil
  }
}
