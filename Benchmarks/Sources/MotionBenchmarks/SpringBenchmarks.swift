import Motion

/// Benchmarks of single springs, batches and settling times.
enum SpringBenchmarks {
  static var all: [Measurement] { states + batches + settling }

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

  /// Batches that fit into the nearest caches, and batches that do not.
  private static var batches: [Measurement] {
    [("1000", 1000, 100), ("10 000", 10_000, 10), ("1 000 000", 1_000_000, 1)].flatMap {
      name, count, calls in
      [
        batch("one of \(name) in a batch", count: count, calls: calls),
        steps("one of \(name), one fixed step", count: count, calls: calls),
      ]
    }
  }

  /// Measures positions at a time, computed from the release; the reference springs one by one.
  private static func batch(_ name: String, count: Int, calls: Int) -> Measurement {
    let spring = spring(0.59)
    let reference = ReferenceSpring(spring)
    var batch = SpringBatch(Array(repeating: 0, count: count), spring: spring, threshold: 1e-9)
    batch.animate(to: (0..<count).map { Double($0 & 511) }, at: .zero)
    let moving = batch
    var values = [Double](repeating: 0, count: count)
    var references = values
    return Measurement(name, calls: calls, itemCount: count) { time in
      var span = values.mutableSpan
      moving.write(at: Instant(nanoseconds: Int64(time * 1e9) + 1), into: &span)
      return span[count / 2]
    } reference: { time in
      for index in references.indices {
        let start = Spring.State(displacement: -Double(index & 511), velocity: 0)
        references[index] = reference.state(from: start, after: time).displacement
      }
      return references[count / 2]
    }
  }

  /// Measures positions and velocities, computed with the matrix of a fixed step.
  private static func steps(_ name: String, count: Int, calls: Int) -> Measurement {
    let transition = spring(0).transition(over: 1.0 / 60)
    var positions = [Double](repeating: 300, count: count)
    var velocities = [Double](repeating: -50, count: count)
    return Measurement(name, calls: calls, itemCount: count) { _ in
      var positionSpan = positions.mutableSpan
      var velocitySpan = velocities.mutableSpan
      transition.apply(displacements: &positionSpan, velocities: &velocitySpan)
      return positionSpan[count / 2]
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
