import CAllocationCount
import Glibc
import Motion

/// The requirements of the release build other than speed.
enum ReleaseCheck {
  /// Checks the requirements. Exits with status 1 if one is violated.
  static func run() {
    let failures =
      MotionTrace.differences.map { "bits differ from the recorded ones: \($0)" } + violations
      + (countsRetains ? [] : ["retain counting does not work"])
    for failure in failures { print(failure) }
    if !failures.isEmpty { exit(1) }
    print("all bits equal the recorded ones; no frame of a value allocates or retains")
  }

  /// The calls that allocate or retain although they must not.
  private static var violations: [String] { springs + values }

  private static let spring = Spring(response: 0.25, dampingFraction: 0.59)

  private static var springs: [String] {
    let (spring, start) = (spring, Spring.State(displacement: 300, velocity: -50))
    return [
      violation("a spring's state") { spring.state(from: start, after: $0).displacement },
      violation("a settling time") { spring.settlingTime(from: start, threshold: $0) },
    ].compactMap(\.self)
  }

  private static var values: [String] {
    let animation = Animation.spring(spring)
    var value = Animated(0.0, threshold: 0.5)
    let retargeted = violation("retargeting an animated value", mayRetain: true) {
      value.animate(to: 300 * $0, at: instant($0), with: animation)
      return value.value(at: instant($0) + .nanoseconds(1))
    }
    var keyframed = Animated(0.0, threshold: 0.5)
    keyframed.play(
      KeyframeTrack(
        from: 0,
        [
          .timed(100, over: .milliseconds(200), by: .ease), .timed(50, over: .milliseconds(200)),
        ]), at: .zero)
    let values = Array(repeating: value, count: 10)
    return [
      retargeted, violation("an animated value") { frame(of: value, at: $0) },
      violation("a keyframed value") { frame(of: keyframed, at: $0) },
      violation("an array of animated values") { seconds in
        values.indices.reduce(0) { $0 + values[$1].value(at: instant(seconds)) }
      },
    ].compactMap(\.self)
  }

  /// Makes all calls that a frame makes for a value.
  private static func frame(of value: Animated<Double>, at seconds: Double) -> Double {
    let now = instant(seconds)
    let isMoving = value.nextChange(after: now) != nil
    return value.value(at: now) + value.velocity(at: now) + (isMoving ? 1 : 0)
  }

  private static func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64(seconds * 1e9))
  }

  /// Returns the violation in a thousand calls of a function, or `nil` if there is none.
  private static func violation(
    _ name: String, mayRetain: Bool = false, _ function: (Double) -> Double
  ) -> String? {
    var sink = function(0.5)
    let before = allocation_count()
    begin_counting_retains()
    for call in 1...1000 { sink += function(Double(call) / 1000) }
    let hasRetained = end_counting_retains() > 0
    let allocates = allocation_count() > before
    precondition(!sink.isNaN, "\(name) returned NaN")
    if allocates { return "\(name) allocates" }
    return hasRetained && !mayRetain ? "\(name) retains" : nil
  }

  /// Whether the counter counts a retain. If not, the check would never fail.
  private static var countsRetains: Bool {
    final class Object {}
    let object = Unmanaged.passRetained(Object())
    begin_counting_retains()
    _ = object.retain()
    let count = end_counting_retains()
    object.release()
    object.release()
    return count > 0
  }
}
