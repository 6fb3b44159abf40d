import CAllocationCount
import Glibc
import Motion

/// What the release build is held to beside speed.
enum ReleaseCheck {
  /// Ends the program with status 1 where something does not hold.
  static func run() {
    let failures =
      MotionTrace.differences.map { "other bits than written down: \($0)" } + costly
      + (countsRetains ? [] : ["retains are not counted"])
    for failure in failures { print(failure) }
    if !failures.isEmpty { exit(1) }
    print("the same bits as written down; no frame of any value allocates or retains")
  }

  /// What costs more than it may.
  private static var costly: [String] { springs + plainValue + plannedValues }

  private static let spring = Spring(response: 0.25, dampingFraction: 0.59)

  private static var springs: [String] {
    let (spring, start) = (spring, Spring.State(displacement: 300, velocity: -50))
    var batch = SpringBatch(Array(repeating: 0, count: 100), spring: spring, threshold: 0.5)
    batch.animate(to: Array(repeating: 300, count: 100), at: .zero)
    var values = [Double](repeating: 0, count: 100)
    return [
      fault("a spring's state") { spring.state(from: start, after: $0).displacement },
      fault("a settling time") { spring.settlingTime(from: start, threshold: $0) },
      fault("a batch") {
        var span = values.mutableSpan
        batch.write(at: instant($0), into: &span)
        return span[0]
      },
    ].compactMap(\.self)
  }

  private static var plainValue: [String] {
    let animation = Animation.spring(spring)
    var value = Animated(0.0, threshold: 0.5)
    let sent = fault("sending an animated value", mayRetain: true) {
      value.animate(to: 300 * $0, at: instant($0), with: animation)
      return value.value(at: instant($0) + .nanoseconds(1))
    }
    let values = Array(repeating: value, count: 10)
    return [
      sent, fault("an animated value") { frame(of: value, at: $0) },
      fault("an array of animated values") { seconds in
        values.indices.reduce(0) { $0 + values[$1].value(at: instant(seconds)) }
      },
    ].compactMap(\.self)
  }

  /// Values with a plan.
  private static var plannedValues: [String] {
    var repeated = Animated(0.0, threshold: 0.5)
    repeated.animate(to: 300, at: .zero, with: .spring(spring).repeated(9))
    var additive = Animated(0.0, threshold: 0.5)
    additive.animate(to: 300, at: .zero, with: .spring(Spring(response: 1, dampingFraction: 0.2)))
    additive.animate(to: 200, at: instant(1e-9), with: .spring(spring).additive())
    var keyframed = Animated(0.0, threshold: 0.5)
    keyframed.play(
      KeyframeTrack(
        from: 0,
        [
          .timed(100, over: .milliseconds(200), by: .ease), .cubic(50, over: .milliseconds(200)),
          .cubic(80, over: .milliseconds(200)), .spring(300, with: spring),
        ]), at: .zero)
    var blended = Animated(0.0, threshold: 0.5)
    blended.animate(to: 300, at: .zero, with: .spring(Spring(response: 1, dampingFraction: 0.2)))
    blended.animate(
      to: 200, at: instant(1e-9), with: .spring(spring, blendDuration: .milliseconds(500)))
    return [
      fault("a blended value") { frame(of: blended, at: $0) },
      fault("a keyframed value") { frame(of: keyframed, at: $0) },
      fault("a repeated value") { frame(of: repeated, at: $0) },
      fault("an additive value") { frame(of: additive, at: $0) },
    ].compactMap(\.self)
  }

  /// All that a frame asks of a value.
  private static func frame(of value: Animated<Double>, at seconds: Double) -> Double {
    let now = instant(seconds)
    let isMoving = value.nextChange(after: now) != nil
    return value.value(at: now) + value.velocity(at: now) + (isMoving ? 1 : 0)
  }

  private static func instant(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64(seconds * 1e9))
  }

  /// What a thousand calls do that they must not.
  private static func fault(
    _ name: String, mayRetain: Bool = false, _ function: (Double) -> Double
  ) -> String? {
    var sink = function(0.5)
    let before = allocation_count()
    begin_counting_retains()
    for call in 1...1000 { sink += function(Double(call) / 1000) }
    let hasRetained = end_counting_retains() > 0
    let allocates = allocation_count() > before
    precondition(!sink.isNaN, "\(name) gives NaN")
    if allocates { return "\(name) allocates" }
    return hasRetained && !mayRetain ? "\(name) retains" : nil
  }

  /// Whether the counter sees a retain, without which it would find nothing wrong.
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
