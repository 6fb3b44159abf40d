/// A spring at the moment at which it is let go: all that follows is decided by it.
public struct SpringRelease<Value> {
  /// When.
  public var instant: Instant
  /// Where the value is then, and where it will rest.
  public var from, to: Value
  /// How fast it goes then, in its own units per second.
  public var velocity: Value
  /// What moves it.
  public var spring: Spring
}

extension SpringRelease: Sendable where Value: Sendable {}
extension SpringRelease: Equatable where Value: Equatable {}

extension Animated {
  /// The release of the motion that is under way.
  ///
  /// - Returns: `nil` at rest, during a delay, and where it is more, or something else, than one
  ///   spring that moves it.
  public func release(at now: Instant) -> SpringRelease<Value>? {
    guard plan == nil, let spring = course.spring(at: now) else { return nil }
    return SpringRelease(
      instant: course.departure, from: Value(components: route.from), to: destination,
      velocity: Value(components: route.velocity), spring: spring)
  }
}
