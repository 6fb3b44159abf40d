import Motion

/// Benchmarks of single springs and settling times.
enum SpringBenchmarks {
  static var all: [Measurement] { states + settling }

  static func warmUp() {
    let spring = spring(0.59)
    Measurement.warmUp { spring.state(from: start, after: $0).displacement }
  }

  private static let start = Spring.State(displacement: 300, velocity: -50)

  private static let fractions = [
    ("ζ = 0.59", 0.59), ("ζ = 1", 1), ("ζ = 1.000001", 1.000001), ("ζ = 1.5", 1.5),
  ]

  private static func spring(_ fraction: Double) -> Spring {
    Spring(response: 0.25, dampingFraction: fraction)
  }

  private static var states: [Measurement] {
    fractions.map { name, fraction in
      let (spring, reference) = (spring(fraction), ReferenceSpring(spring(fraction)))
      return Measurement("position and velocity, \(name)") {
        let state = spring.state(from: start, after: $0)
        return state.displacement + state.velocity
      } reference: {
        let state = reference.state(from: start, after: $0)
        return state.displacement + state.velocity
      }
    }
  }

  private static var settling: [Measurement] {
    fractions.map { name, fraction in
      let spring = spring(fraction)
      return Measurement("settling time, \(name)", calls: 2000) {
        let start = Spring.State(displacement: 300, velocity: 1000 * $0)
        return spring.settlingTime(from: start, threshold: 0.5)
      }
    }
  }
}
