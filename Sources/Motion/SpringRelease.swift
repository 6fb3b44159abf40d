/// The release of a spring: all parameters that determine its motion.
public struct SpringRelease<Value> {
  /// The instant of the release.
  public var instant: Instant
  /// The value at the release and the rest position.
  public var from, to: Value
  /// The velocity at the release, in units of the value per second.
  public var velocity: Value
  /// The spring.
  public var spring: Spring
}

extension SpringRelease: Sendable where Value: Sendable {}
extension SpringRelease: Equatable where Value: Equatable {}

extension Animated {
  /// Returns the release of the motion in progress.
  ///
  /// - Returns: `nil` at rest, during a delay, and if the value is not moved by exactly one spring.
  public func release(at now: Instant) -> SpringRelease<Value>? {
    guard stack == nil, let spring = schedule.spring(at: now) else { return nil }
    return SpringRelease(
      instant: schedule.start, from: Value(components: endpoints.from), to: storedTarget,
      velocity: Value(components: endpoints.velocity), spring: spring)
  }
}
