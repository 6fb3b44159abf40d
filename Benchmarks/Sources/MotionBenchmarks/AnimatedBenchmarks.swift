import Motion

/// The cost of an animated value, in addition to the spring that moves it.
enum AnimatedBenchmarks {
  static var all: [Measurement] { frames + retargets + curves }

  private static let spring = Spring(response: 0.25, dampingFraction: 0.59)
  private static let animation = Animation.spring(spring)
  private static let count = 100

  /// Returns animated values, each started at a different instant.
  private static func values(by animation: Animation) -> [Animated<Double>] {
    (0..<count).map { index in
      var value = Animated(0.0, threshold: 0.5)
      value.animate(
        to: 300, at: Instant(nanoseconds: Int64(index) * 1_234_567), with: animation)
      return value
    }
  }

  /// Returns an instant at which all springs are moving.
  ///
  /// - Parameter fraction: 0 ..< 1.
  private static func instant(_ fraction: Double) -> Instant {
    Instant(nanoseconds: 124_000_000 + Int64(fraction * 100_000_000))
  }

  private static var frames: [Measurement] {
    let linear = Animation.linear(duration: .seconds(1))
    return [
      ("frame of 100 springs, value and next change", values(by: animation)),
      ("frame of 100 linear curves", values(by: linear)),
      ("frame of 100 delayed curves", values(by: linear.delay(.seconds(1)))),
      ("frame of 100 at rest", values(by: linear).map { Animated($0.target, threshold: 1) }),
    ].map { name, values in
      Measurement(name, calls: 500) { fraction in
        let now = instant(fraction)
        var (sum, next) = (0.0, Instant.distantFuture)
        for index in values.indices {
          sum += values[index].value(at: now)
          if let change = values[index].nextChange(after: now) { next = min(next, change) }
        }
        return next == .distantFuture ? sum : sum + 1
      }
    }
  }

  private static var retargets: [Measurement] {
    let curve = Animation.linear(duration: .seconds(1))
    return [
      ("retarget to a curve", curve), ("retarget to a spring, including settling time", animation),
    ].map { name, animation in
      var value = Animated(0.0, threshold: 0.5)
      var now = Instant.zero
      return Measurement(name, calls: 2000) { fraction in
        now = now + .milliseconds(50)
        value.animate(to: 255 * fraction, at: now, with: animation)
        return value.target
      }
    }
  }

  private static var curves: [Measurement] {
    [Measurement("timing curve, ease") { TimingCurve.ease.value(at: $0) }]
  }
}
