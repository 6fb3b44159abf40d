import Motion

/// The curve height · e^(−decay·t) between which and its mirror image a spring oscillates.
///
/// It is what a critically damped spring does that is released with just the velocity −ω₀·x₀: so its
/// numbers are Motion's own, which are the same on every machine as the C library's are not.
struct Envelope {
  private let spring: Spring
  private let start: Spring.State

  init(height: Double, decay: Double) {
    spring = Spring(stiffness: decay * decay, damping: 2 * decay)
    start = Spring.State(displacement: height, velocity: -decay * height)
  }

  func value(at time: Double) -> Double { spring.state(from: start, after: time).displacement }

  /// When it has come down to a value.
  func time(until value: Double) -> Double { spring.settlingTime(from: start, threshold: value) }
}
