import Motion

/// Prints how long Motion's calls take, beside the textbook's spring in the same run.
///
/// Run it with `swift run -c release --package-path Benchmarks`.
@main
struct MotionBenchmarks {
  static func main() {
    print("median of 9 runs                            ns/call")
    for measurement in evaluations + settling + animated { print(measurement.row) }
  }

  private static let start = Spring.State(displacement: 300, velocity: -50)

  /// Moments of the first second, none twice in a row.
  private static func moment(_ call: Int) -> Double { Double(call & 1023) / 1024 }

  private static var evaluations: [Measurement] {
    [("ζ = 0.59", 0.59), ("ζ = 1", 1), ("ζ = 1.5", 1.5)].flatMap { name, fraction in
      let spring = Spring(response: 0.25, dampingFraction: fraction)
      let textbook = TextbookSpring(
        angularFrequency: spring.angularFrequency, dampingFraction: fraction)
      return [
        Measurement("state, \(name), closed form") {
          spring.state(from: start, after: moment($0)).displacement
        },
        Measurement("state, \(name), textbook") {
          textbook.state(from: start, after: moment($0)).displacement
        },
      ]
    }
  }

  private static var settling: [Measurement] {
    [("ζ = 0.59", 0.59), ("ζ = 1", 1), ("ζ = 1.5", 1.5)].map { name, fraction in
      let spring = Spring(response: 0.25, dampingFraction: fraction)
      return Measurement("settling time, \(name)", calls: 20_000) {
        let start = Spring.State(displacement: 300, velocity: moment($0))
        return spring.settlingTime(from: start, threshold: 0.5)
      }
    }
  }

  private static var animated: [Measurement] {
    let animation = Animation.spring(Spring(response: 0.25, dampingFraction: 0.59))
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: animation)
    let flying = value
    return [
      Measurement("animated value") {
        flying.value(at: Instant(nanoseconds: Int64($0 & 1023) * 300_000))
      },
      Measurement("retarget, settling included", calls: 20_000) {
        value.animate(
          to: Double($0 & 255), at: Instant(nanoseconds: Int64($0) * 50_000_000), with: animation)
        return value.target
      },
      Measurement("timing curve, ease") { TimingCurve.ease.value(at: moment($0)) },
    ]
  }
}
