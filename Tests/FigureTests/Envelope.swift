import Motion

/// The curve height · e^(−decay·t), the envelope of an oscillating spring.
///
/// It is the motion of a critically damped spring that is released with velocity −ω₀·x₀. It is
/// computed with Motion's functions, because those of the C library differ between machines.
struct Envelope {
  private let spring: Spring
  private let start: Spring.State

  init(height: Double, decay: Double) {
    spring = Spring(stiffness: decay * decay, damping: 2 * decay)
    start = Spring.State(displacement: height, velocity: -decay * height)
  }

  func value(at time: Double) -> Double { spring.state(from: start, after: time).displacement }

  /// Returns the time at which the curve has decreased to a value.
  func time(until value: Double) -> Double { spring.settlingTime(from: start, threshold: value) }
}
