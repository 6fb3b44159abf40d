import Glibc
import Motion

/// The spring of textbooks, with one formula for each regime and two exponentials above critical
/// damping. It is the reference for `Spring`.
struct ReferenceSpring {
  private let angularFrequency: Double
  private let dampingFraction: Double

  init(_ spring: Spring) {
    (angularFrequency, dampingFraction) = (spring.angularFrequency, spring.dampingFraction)
  }

  @inline(never)
  func state(from start: Spring.State, after time: Double) -> Spring.State {
    let decay = dampingFraction * angularFrequency
    if dampingFraction < 1 { return underdamped(from: start, after: time, decay) }
    if dampingFraction == 1 { return criticallyDamped(from: start, after: time, decay) }
    return overdamped(from: start, after: time, decay)
  }

  private func underdamped(
    from start: Spring.State, after time: Double, _ decay: Double
  ) -> Spring.State {
    let frequency = (angularFrequency * angularFrequency - decay * decay).squareRoot()
    let (x, v) = (start.displacement, start.velocity)
    let amplitude = (v + decay * x) / frequency
    let (cosine, sine) = (cos(frequency * time), sin(frequency * time))
    let envelope = exp(-decay * time)
    return Spring.State(
      displacement: envelope * (x * cosine + amplitude * sine),
      velocity: envelope * (v * cosine - (frequency * x + decay * amplitude) * sine))
  }

  private func criticallyDamped(
    from start: Spring.State, after time: Double, _ decay: Double
  ) -> Spring.State {
    let slope = start.velocity + decay * start.displacement
    let envelope = exp(-decay * time)
    return Spring.State(
      displacement: envelope * (start.displacement + slope * time),
      velocity: envelope * (start.velocity - decay * slope * time))
  }

  private func overdamped(
    from start: Spring.State, after time: Double, _ decay: Double
  ) -> Spring.State {
    let root = (decay * decay - angularFrequency * angularFrequency).squareRoot()
    let (slow, fast) = (-decay + root, -decay - root)
    let slowPart = (start.velocity - fast * start.displacement) / (slow - fast)
    let fastPart = start.displacement - slowPart
    let (slowExponential, fastExponential) = (exp(slow * time), exp(fast * time))
    return Spring.State(
      displacement: slowPart * slowExponential + fastPart * fastExponential,
      velocity: slowPart * slow * slowExponential + fastPart * fast * fastExponential)
  }
}
