import CAllocationCount
import Glibc
import Motion

/// What the release build is held to beside speed.
enum ReleaseCheck {
  /// Ends the program with status 1 where something does not hold.
  static func run() {
    let failures =
      MotionTrace.differences.map { "other bits than written down: \($0)" }
      + allocating.map { "\($0) allocates" }
    for failure in failures { print(failure) }
    if !failures.isEmpty { exit(1) }
    print("the same bits as written down; no allocation in evaluating springs")
  }

  /// The names of what allocates memory, of what must not.
  private static var allocating: [String] {
    let spring = Spring(response: 0.25, dampingFraction: 0.59)
    let start = Spring.State(displacement: 300, velocity: -50)
    var batch = SpringBatch(Array(repeating: 0, count: 100), spring: spring, threshold: 0.5)
    batch.animate(to: Array(repeating: 300, count: 100), at: .zero)
    var values = [Double](repeating: 0, count: 100)
    let animation = Animation.spring(spring)
    var animated = Animated(0.0, threshold: 0.5)
    return [
      allocates("a spring's state") { spring.state(from: start, after: $0).displacement },
      allocates("a settling time") { spring.settlingTime(from: start, threshold: $0) },
      allocates("a batch") {
        var span = values.mutableSpan
        batch.write(at: Instant(nanoseconds: Int64($0 * 1e9)), into: &span)
        return span[0]
      },
      allocates("an animated value") {
        let now = Instant(nanoseconds: Int64($0 * 1e9))
        animated.animate(to: 300 * $0, at: now, with: animation)
        return animated.value(at: now + .nanoseconds(1))
      },
    ].compactMap(\.self)
  }

  /// The name, where a thousand calls allocate.
  private static func allocates(
    _ name: String, _ function: (Double) -> Double
  ) -> String? {
    var sink = function(0.5)
    let before = allocation_count()
    for call in 1...1000 { sink += function(Double(call) / 1000) }
    let count = allocation_count() - before
    precondition(!sink.isNaN, "\(name) gives NaN")
    return count == 0 ? nil : name
  }
}
