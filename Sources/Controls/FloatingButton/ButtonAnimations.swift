import Motion
import Scene

/// The animations of a floating button and the clock by which they run. Its functions receive the time of the window.
struct ButtonAnimations: Sendable {
  private var playback = PlaybackClock()
  private(set) var center: Animated<Point>
  private(set) var scale = Animated(1.0, threshold: Self.maximumScaleThreshold)
  private(set) var opacity = Animated(1.0, threshold: Environment.opacityThreshold)
  /// The explanation of a move mode. Its functions receive the time of the clock.
  var hint = HintLabel()

  /// The maximum settling threshold of the scale: half of the smallest visible change, which is 1/500
  /// in `DynamicAnimation` of AndroidX.
  private static let maximumScaleThreshold = 1.0 / 1000

  init(in environment: Environment) { center = Animated(.zero, threshold: environment.positionThreshold) }

  /// The rate of all animations; 1 is the normal speed.
  var rate: Double { playback.rate }

  mutating func setRate(_ rate: Double, at now: Instant) { playback.setRate(rate, at: now) }

  /// Returns the time of the clock.
  func time(at now: Instant) -> Instant { playback.time(at: now) }

  func nextChange(after now: Instant) -> Instant? {
    let time = playback.time(at: now)
    let next = Instant.earliest(
      center.nextChange(after: time), scale.nextChange(after: time), opacity.nextChange(after: time),
      hint.nextChange(after: time))
    // The method as a closure would be allocated in each frame.
    guard let next, let instant = playback.parentTime(of: next) else { return nil }
    return max(now, instant)
  }

  func center(at now: Instant) -> Point { center.value(at: time(at: now)) }

  /// Returns the visible scale. It stays positive even if the spring overshoots below zero.
  func scale(at now: Instant) -> Double { max(0.1, scale.value(at: time(at: now))) }

  func opacity(at now: Instant) -> Double { opacity.value(at: time(at: now)) }

  func isMoving(at now: Instant) -> Bool { center.nextChange(after: time(at: now)) != nil }

  func isScaling(at now: Instant) -> Bool { scale.nextChange(after: time(at: now)) != nil }

  func isFading(at now: Instant) -> Bool { opacity.nextChange(after: time(at: now)) != nil }

  /// Returns the spring motion of the center in the time of the window. `nil` if the rate is not 1.
  func release(at now: Instant) -> SpringRelease<Point>? {
    guard rate == 1, var release = center.release(at: time(at: now)),
      let instant = playback.parentTime(of: release.instant)
    else { return nil }
    release.instant = instant
    return release
  }

  /// Stops all motion at the current center and scale.
  mutating func stop(at now: Instant) {
    let time = playback.time(at: now)
    center.set(center.value(at: time))
    scale.set(scale.value(at: time))
  }

  mutating func setCenter(_ point: Point) { center.set(point) }

  /// Animates the center to a point; immediately without an animation.
  ///
  /// - Parameter velocity: The initial velocity in logical pixels per second. If `nil`, the current velocity.
  mutating func moveCenter(
    to target: Point, with animation: Animation?, at now: Instant, velocity: Vector?,
    _ environment: Environment
  ) {
    center.animate(
      to: target, at: time(at: now), with: animation.flatMap(environment.motion),
      velocity: velocity.map { Point(x: $0.dx, y: $0.dy) }, threshold: environment.positionThreshold)
  }

  /// Animates the scale of a button of a size. At the end, no corner moves by more than half a device pixel.
  mutating func scale(
    to target: Double, with spring: Spring, of size: Size, at now: Instant, _ environment: Environment
  ) {
    let radius = Vector(dx: size.width, dy: size.height).length / 2
    scale.animate(
      to: target, at: time(at: now), with: environment.motion(.spring(spring)),
      threshold: min(Self.maximumScaleThreshold, environment.positionThreshold / max(1, radius)))
  }

  mutating func setOpacity(_ opacity: Double) { self.opacity.set(opacity) }

  mutating func fade(to opacity: Double, after delay: Duration, at now: Instant, _ environment: Environment) {
    let fading = Animation.fade(over: environment.theme.motion.dimming).delay(delay)
    self.opacity.animate(to: opacity, at: time(at: now), with: fading)
  }
}
