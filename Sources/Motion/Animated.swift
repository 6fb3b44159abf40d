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

  /// Sets the value and the target immediately, at rest.
  @inlinable public mutating func set(_ value: Value) {
    begin(MotionEndpoints(restingAt: value.components), .resting, toward: value)
  }

  /// Animates to a target, starting at the position at `now`.
  ///
  /// During a delay the value does not move. The initial velocity applies after the delay.
  ///
  /// - Parameters:
  ///   - target: The new target.
  ///   - now: The instant at which the animation starts. A delay of the animation is added to it.
  ///   - animation: The animation, or `nil` to set the value immediately.
  ///   - velocity: The initial velocity, in units of the value per second. Components that are not
  ///     finite count as 0. If `nil`, the current velocity is kept. Ignored by timing curves,
  ///     decay, and springs that define their own initial velocity.
  ///   - threshold: A new settling threshold for all components, or `nil` to keep the current one.
  ///     Set it when the display scale or the size of the animated object changes, because then the
  ///     smallest visible difference changes.
  @inlinable public mutating func animate(
    to target: Value, at now: Instant, with animation: Animation?, velocity: Value? = nil,
    threshold: Double? = nil
  ) {
    if let threshold { self.threshold = threshold }
    guard let animation else { return set(target) }
    let endpoints = MotionEndpoints(
      from: position(at: now) ?? endpoints.to, to: target.components,
      velocity: velocity?.components ?? componentVelocity(at: now), along: animation.curve)
    begin(endpoints, endpoints.schedule(animation, from: now, within: self.threshold), toward: target)
  }

  /// Lets the value decelerate from its velocity until it comes to rest.
  ///
  /// `target` is the rest position as soon as the call returns. A value that would travel no
  /// further than the threshold does not move. To choose the rest position instead, call `animate`
  /// with `Animation.decay(_:)`.
  ///
  /// - Parameters:
  ///   - now: The instant at which the motion starts.
  ///   - decay: The deceleration.
  ///   - velocity: The initial velocity, in units of the value per second. Components that are not
  ///     finite count as 0. If `nil`, the current velocity is kept.
  public mutating func coast(at now: Instant, with decay: Decay, velocity: Value? = nil) {
    let start = position(at: now) ?? endpoints.to
    let initial = velocity?.components ?? componentVelocity(at: now)
    var stop = start
    for lane in stop.indices { stop[lane] += decay.restingDistance(velocity: initial[lane]) }
    // A component whose rest position is not finite stays at its current position.
    let canMove = start.isInRange .& initial.isInRange .& stop.isInRange
    let release = initial.replacing(with: 0, where: .!canMove)
    stop.replace(with: start, where: .!canMove)
    let duration = Animation.Curve.decay(decay).settlingTime(
      of: stop - start, from: release, within: threshold)
    guard duration > 0 else { return set(Value(components: start)) }
    begin(
      MotionEndpoints(from: start, to: stop, velocity: release),
      ScheduledCurve(.decay(decay), lasting: duration, start: now), toward: Value(components: stop))
  }

  /// Sets the value to the beginning of a keyframe track and plays the track.
  ///
  /// The value jumps to the first position of the track. For a continuous motion, begin the track
  /// with `value(at: now)` and `velocity(at: now)`. An animation that interrupts the track
  /// continues with the velocity that the track has at that instant.
  ///
  /// - Parameters:
  ///   - track: The keyframe track.
  ///   - now: The instant at which the track begins.
  public mutating func play(_ track: KeyframeTrack<Value>, at now: Instant) {
    let motion = track.motion
    begin(
      MotionEndpoints(from: motion.start, to: motion.end, velocity: .zero),
      ScheduledCurve(nil, lasting: motion.duration, start: now), toward: Value(components: motion.end))
    keyframes = motion
  }

  /// Replaces the current motion with a new one.
  @inlinable mutating func begin(
    _ endpoints: MotionEndpoints<Value.Components>, _ schedule: ScheduledCurve, toward target: Value
  ) {
    (self.endpoints, self.schedule, keyframes) = (endpoints, schedule, nil)
    storedTarget = target
  }
}

/// A value that consists of numbers and can be animated, such as a length or a position.
///
/// The numbers are passed as one SIMD vector. A type with fewer numbers than lanes sets the other lanes to 0.
public protocol Animatable: Sendable {
  /// The vector.
  associatedtype Components: SIMD<Double> & Sendable

  /// The components of the value, each in its own unit.
  var components: Components { get }

  /// Creates a value from its components.
  init(components: Components)
}

extension Double: Animatable {
  public var components: SIMD2<Double> { SIMD2(self, 0) }

  public init(components: SIMD2<Double>) { self = components.x }
}

extension Double {
  /// The limit for magnitudes, far enough below the greatest number that all arithmetic of a motion
  /// stays finite.
  @inlinable static var magnitudeLimit: Double { 1e290 }
}

extension SIMD<Double> {
  /// The lanes that are in range for a motion; NaN is not.
  @inlinable var isInRange: SIMDMask<MaskStorage> {
    (self .< Self(repeating: .magnitudeLimit)) .& (self .> Self(repeating: -.magnitudeLimit))
  }

  /// The vector with 0 in all lanes that are out of range.
  @inlinable var replacingOutOfRange: Self { replacing(with: 0, where: .!isInRange) }
}
