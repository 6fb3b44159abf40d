import Gestures
package import Motion
import Scene

// Touch scrolling with momentum.
extension ScrollController {
  /// The minimum speed of a finger that starts momentum, in logical pixels per second.
  private static let minimumThrowSpeed = 50.0

  /// Follows a finger. The first movement stops a running animation.
  ///
  /// - Parameter distance: The movement in logical pixels. Positive values move toward the end of
  ///   the content.
  package mutating func follow(by distance: Double, at now: Instant) {
    let start = source == .touch ? target : offset(at: now)
    let position = max(0, min(start + distance, maximumOffset))
    if source != .touch {
      velocity.reset()
      touchTravel = 0
    }
    source = .touch
    offset.set(position)
    touchTravel += position - start
    velocity.add(Point(x: 0, y: touchTravel), at: now)
  }

  /// Ends a touch. If the finger was fast enough, scrolling continues with momentum.
  package mutating func endTouch(at now: Instant) {
    guard source == .touch else { return }
    source = .momentum
    let speed = velocity.velocity(at: now).dy
    guard !environment.reducesMotion, abs(speed) >= Self.minimumThrowSpeed else { return }
    offset.coast(at: now, with: .normal, velocity: speed)
  }
}

// Autoscroll: scrolling at constant speed while the pointer drags something near or past an edge.
extension ScrollController {
  /// Whether the content autoscrolls, or has reached an end by autoscroll.
  var isAutoscrolling: Bool { if case .autoscroll = source { true } else { false } }

  /// Scrolls at constant speed from the current offset until an end is reached or another scroll
  /// starts. Reduced motion has no effect, because the user controls the motion.
  ///
  /// - Parameter speed: The speed in logical pixels per second, positive toward the end of the
  ///   content. A magnitude below 0.001 or a value that is not finite stops a running autoscroll.
  mutating func autoscroll(speed: Double, at now: Instant) {
    guard abs(speed) >= 0.001, speed.isFinite else {
      if isAutoscrolling { stop(at: now) }
      return
    }
    // A running autoscroll with the same speed and target continues, to avoid rounding errors.
    guard source != .autoscroll(speed: speed) || offset.target != end(for: speed) else { return }
    source = .autoscroll(speed: speed)
    scroll(atConstantSpeed: speed, at: now)
  }

  /// Stops any motion at the current offset.
  ///
  /// - Returns: Whether the content was moving with momentum.
  @discardableResult mutating func stop(at now: Instant) -> Bool {
    let wasThrown = source == .momentum && nextChange(after: now) != nil
    offset.set(max(0, min(offset.value(at: now), maximumOffset)))
    source = .wheel
    return wasThrown
  }

  /// Animates the offset at constant speed to an end of the content.
  mutating func scroll(atConstantSpeed speed: Double, at now: Instant) {
    let (start, end) = (max(0, min(offset.value(at: now), maximumOffset)), end(for: speed))
    offset.set(start)
    offset.animate(to: end, at: now, with: .linear(duration: .seconds((end - start) / speed)))
  }

  private func end(for speed: Double) -> Double { speed > 0 ? maximumOffset : 0 }
}
