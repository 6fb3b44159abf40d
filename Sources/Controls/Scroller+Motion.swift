import Gestures
public import Motion
import Scene

// A finger moves content along, and throws it.
extension Scroller {
  /// Moves with a finger, which catches what still moves.
  ///
  /// - Parameter distance: In logical pixels, downward in the content positive.
  public mutating func follow(by distance: Double, at now: Instant) {
    let start = drive == .finger ? target : offset(at: now)
    let place = max(0, min(start + distance, furthest))
    if drive != .finger { velocity.forget() }
    drive = .finger
    offset.set(place)
    velocity.add(Point(x: 0, y: place), at: now)
  }

  /// Goes on by itself after a finger has moved it.
  public mutating func letGo(at now: Instant) {
    guard drive == .finger else { return }
    drive = .momentum
    let speed = velocity.velocity(at: now).dy
    guard !environment.reducesMotion, abs(speed) >= Theme.Scroller.leastThrow else { return }
    offset.coast(at: now, with: .normal, velocity: speed)
  }
}

// Content goes steadily while something is held beyond an edge.
extension Scroller {
  /// Whether it goes steadily, or has come to the end that way.
  var isDrifting: Bool { if case .drift = drive { true } else { false } }

  /// Goes steadily until there is no more, or until it is told otherwise; from where it is, whatever
  /// moved it before. As the person does it, it is no matter of reduced motion.
  ///
  /// - Parameter speed: In logical pixels per second, downward in the content positive. Less than
  ///   0.001, or what is not finite, stops what goes steadily where it is, and nothing else.
  mutating func drift(speed: Double, at now: Instant) {
    guard abs(speed) >= 0.001, speed.isFinite else {
      if isDrifting { stop(at: now) }
      return
    }
    // What goes there already goes on, so that nothing is lost by rounding.
    guard drive != .drift(speed: speed) || offset.target != end(of: speed) else { return }
    drive = .drift(speed: speed)
    go(steadily: speed, at: now)
  }

  /// Catches what moves, where it is.
  ///
  /// - Returns: Whether it went on by itself after a finger had thrown it.
  @discardableResult
  mutating func stop(at now: Instant) -> Bool {
    let wasThrown = drive == .momentum && nextChange(after: now) != nil
    offset.set(max(0, min(offset.value(at: now), furthest)))
    drive = .wheel
    return wasThrown
  }

  /// Goes steadily to an end from where it is.
  mutating func go(steadily speed: Double, at now: Instant) {
    let (start, end) = (max(0, min(offset.value(at: now), furthest)), end(of: speed))
    offset.set(start)
    offset.animate(
      to: end, at: now,
      with: .timing(.linear, duration: .seconds((end - start) / speed)))
  }

  private func end(of speed: Double) -> Double { speed > 0 ? furthest : 0 }
}
