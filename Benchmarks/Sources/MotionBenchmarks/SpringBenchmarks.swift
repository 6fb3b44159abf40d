import Motion

/// Springs, one by one and many at a time, and when they settle.
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
      let (spring, textbook) = (spring(fraction), TextbookSpring(spring(fraction)))
      return Measurement("place and velocity, \(name)") {
        let state = spring.state(from: start, after: $0)
        return state.displacement + state.velocity
      } textbook: {
        let state = textbook.state(from: start, after: $0)
        return state.displacement + state.velocity
      }
    }
  }

  /// As many as stay in the nearest caches, and as many as do not.
  private static var batches: [Measurement] {
    [("1000", 1000, 100), ("10 000", 10_000, 10), ("1 000 000", 1_000_000, 1)].flatMap {
      name, count, calls in
      [
        batch("one of \(name) in a batch", count: count, calls: calls),
        steps("one of \(name) a step further", count: count, calls: calls),
      ]
    }
  }

  /// Places at a moment, worked out from the release; the textbook's one by one.
  private static func batch(_ name: String, count: Int, calls: Int) -> Measurement {
    let spring = spring(0.59)
    let textbook = TextbookSpring(spring)
    var batch = SpringBatch(Array(repeating: 0, count: count), spring: spring, threshold: 1e-9)
    batch.animate(to: (0..<count).map { Double($0 & 511) }, at: .zero)
    let flying = batch
    var values = [Double](repeating: 0, count: count)
    var rivals = values
    return Measurement(name, calls: calls, parts: count) { moment in
      var span = values.mutableSpan
      flying.write(at: Instant(nanoseconds: Int64(moment * 1e9) + 1), into: &span)
      return span[count / 2]
    } textbook: { moment in
      for index in rivals.indices {
        let start = Spring.State(displacement: -Double(index & 511), velocity: 0)
        rivals[index] = textbook.state(from: start, after: moment).displacement
      }
      return rivals[count / 2]
    }
  }

  /// Places and velocities, by the matrix of a fixed step.
  private static func steps(_ name: String, count: Int, calls: Int) -> Measurement {
    let transition = spring(0).transition(over: 1.0 / 60)
    var places = [Double](repeating: 300, count: count)
    var speeds = [Double](repeating: -50, count: count)
    return Measurement(name, calls: calls, parts: count) { _ in
      var placeSpan = places.mutableSpan
      var speedSpan = speeds.mutableSpan
      transition.apply(displacements: &placeSpan, velocities: &speedSpan)
      return placeSpan[count / 2]
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
