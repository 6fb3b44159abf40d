/// A value that changes over time along an animation.
///
/// The position and the velocity at any instant are computed in closed form, so the result does not
/// depend on the frame rate. When you animate to a new target, the animation starts at the current
/// position. By default it also keeps the current velocity.
///
/// If the position or the target of a component is infinite, NaN or out of range, that component
/// jumps to its target. All other components are animated normally and stay finite.
public struct Animated<Value: Animatable>: Sendable {
  @usableFromInline var storedTarget: Value
  /// The endpoints of the latest motion.
  @usableFromInline var endpoints: MotionEndpoints<Value.Components>
  /// The curve and the interval of the latest motion.
  @usableFromInline var schedule = ScheduledCurve.resting
  /// The keyframes of the latest motion, which replace the curve; `nil` if it has none.
  @usableFromInline var keyframes: KeyframeMotion<Value.Components>?
  /// The settling threshold of every component. The animation ends when the remaining motion of every component is
  /// within it.
  @usableFromInline var threshold: Double

  /// Creates a value at rest.
  ///
  /// - Parameters:
  ///   - value: The initial value and target.
  ///   - threshold: The settling threshold of every component, in the unit of the value. A good
  ///     choice is half of the smallest visible difference: half a device pixel, or 0.5/255 for an
  ///     opacity. A threshold that is not positive is replaced by the smallest positive
  ///     number.
  @inlinable public init(_ value: Value, threshold: Double) {
    storedTarget = value
    endpoints = MotionEndpoints(restingAt: value.components)
    self.threshold = threshold
  }

  /// The target of the latest animation, or the value that was set last.
  @inlinable public var target: Value { storedTarget }

  /// Returns the value at an instant.
  ///
  /// After the animation has ended, the result is exactly `target`.
  @inlinable public func value(at now: Instant) -> Value {
    guard let position = position(at: now) else { return storedTarget }
    return Value(components: position)
  }

  /// Returns the velocity at an instant, in units of the value per second.
  ///
  /// The velocity is zero during a delay and after the animation has ended.
  @inlinable public func velocity(at now: Instant) -> Value { Value(components: componentVelocity(at: now)) }

  /// Returns the velocity of each component at an instant, in units of the component per second.
  @inlinable func componentVelocity(at now: Instant) -> Value.Components {
    guard schedule.start <= now, now < schedule.end else { return .zero }
    if schedule.curve == nil {
      return keyframes?.velocity(after: now.nanoseconds(since: schedule.start)) ?? .zero
    }
    return endpoints.velocity(by: schedule.transition(at: now))
  }

  /// Returns the next instant at which the value differs from its value at `now`.
  ///
  /// - Returns: `now` while the value is moving; the end of the delay while it is waiting; `nil` if the
  ///   value does not change again.
  @inlinable public func nextChange(after now: Instant) -> Instant? {
    now < schedule.end ? max(now, schedule.start) : nil
  }

  /// Returns the components of the position at an instant, or `nil` if the value is at its target.
  @inlinable func position(at now: Instant) -> Value.Components? {
    guard now < schedule.end else { return nil }
    guard now > schedule.start else { return endpoints.from }
    if schedule.curve == nil {
      return keyframes?.position(after: now.nanoseconds(since: schedule.start))
    }
    return endpoints.position(by: schedule.transition(at: now))
  }
}

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
  /// - Returns: `nil` at rest, during a delay, and if no spring moves the value.
  public func release(at now: Instant) -> SpringRelease<Value>? {
    guard let spring = schedule.spring, schedule.start <= now, now < schedule.end else { return nil }
    return SpringRelease(
      instant: schedule.start, from: Value(components: endpoints.from), to: storedTarget,
      velocity: Value(components: endpoints.velocity), spring: spring)
  }
}
