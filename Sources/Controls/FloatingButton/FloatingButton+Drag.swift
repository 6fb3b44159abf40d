import Gestures
import Motion
import Scene

// What the hand does with it.
extension FloatingButton {
  /// Stops it where it is, as large as it is, so that it does not slip away from under the hand.
  mutating func catchInFlight(at now: Instant) {
    let time = playback.time(at: now)
    center.set(center.value(at: time))
    scale.set(scale.value(at: time))
    isReturning = false
  }

  /// Follows the hand; with the first step drag mode begins.
  mutating func drag(by drag: Drag.Value, at now: Instant) -> [Action] {
    let isBeginning = grip == nil
    var grip = grip ?? newGrip(after: .zero, at: now)
    center.set(grip.carry(by: drag.translation).place)
    self.grip = grip
    guard isBeginning else { return [] }
    scale(to: liftedScale, at: now)
    return configuration.ringsBell ? [.ringBell] : []
  }

  /// Lets it go where the hand has brought it, with the velocity that it has there.
  mutating func drop(_ drag: Drag.Value, at now: Instant) {
    guard var grip else { return }
    self.grip = nil
    scale(to: 1, at: now)
    let hand = drag.velocity.limited(to: Theme.FloatingButton.fastestThrow)
    let (place, velocity) = grip.carry(by: drag.translation, velocity: hand)
    center.set(place)
    if returnsOnly {
      settle(at: place.clamped(to: restArea))
      rest(at: now)
    } else {
      snap(velocity: velocity, at: now)
    }
  }

  /// Ends a press that was no drag: what was caught goes on to its place of rest.
  mutating func letGo(at now: Instant) {
    scale(to: 1, at: now)
    goHome(at: now)
  }

  /// Ends a drag of which it is known only now that it was none.
  mutating func unhand(at now: Instant) {
    guard grip != nil else { return }
    grip = nil
    letGo(at: now)
  }

  /// Ends the press as if it had never been; a drag goes back to where it began.
  mutating func cancelPress(at now: Instant) {
    guard isPressed else { return }
    gesture.handle(.cancelled, at: now)
    attend(at: now) { $0.isPressed = false }
    grip = nil
    letGo(at: now)
  }

  /// Lets a drag go on from where the button is, in an area or of a kind that has changed.
  mutating func regrip(at now: Instant) {
    guard grip != nil, case .dragging(let drag) = gesture.outcome else { return }
    grip = newGrip(after: drag.translation, at: now)
  }

  /// The ball goes anywhere; the first demonstration's area stops it dead; any other resists.
  private func newGrip(after translation: Vector, at now: Instant) -> Grip {
    let isFree = configuration.shape == .ball
    let isDead = configuration.snap == .seed
    return Grip(
      at: center.value(at: playback.time(at: now)), in: isFree ? nil : restArea,
      band: isDead ? RubberBand(length: 0) : Theme.FloatingButton.band, after: translation)
  }

  /// Whether it stays where it is dropped, but for what of it is outside then.
  private var returnsOnly: Bool { configuration.shape == .ball && configuration.snap == .free }

  private mutating func snap(velocity hand: Vector, at now: Instant) {
    // The first demonstration knew no throw: the other axis stays as it is.
    let velocity = configuration.snap == .seed ? Vector(dx: hand.dx, dy: 0) : hand
    let decay = Theme.FloatingButton.throwDecay
    let thrown = Vector(
      dx: decay.projectedDistance(velocity: velocity.dx),
      dy: decay.projectedDistance(velocity: velocity.dy))
    let target = configuration.snap.restingPlace(
      for: center.target, thrown: thrown, in: restArea)
    settle(at: target)
    rest(at: now, velocity: velocity)
  }

  /// Goes back to its place of rest, where it was taken from there.
  private mutating func goHome(at now: Instant) {
    if center.target.distance(to: home) > environment.placeThreshold {
      rest(at: now)
    } else {
      center.set(home)
    }
  }

  /// Lets it fly to its place of rest.
  private mutating func rest(at now: Instant, velocity: Vector = .zero) {
    fly(to: home, with: restAnimation, now, velocity: velocity)
    isReturning = returnsOnly
    judgeHover(at: now)
  }

  /// How the hand lets it go to its place of rest.
  private var restAnimation: Animation {
    typealias Look = Theme.FloatingButton
    guard returnsOnly else { return .spring(configuration.feel.spring) }
    return .spring(Look.returnSpring, relativeVelocity: Look.returnVelocity)
      .delay(Look.returnDelay)
  }
}

// How it moves.
extension FloatingButton {
  /// Sends it to a place.
  ///
  /// - Parameter velocity: That it starts with; `nil` for the one it has.
  mutating func fly(
    to target: Point, with animation: Animation?, _ now: Instant, velocity: Vector? = nil
  ) {
    isReturning = false
    center.animate(
      to: target, at: playback.time(at: now), with: animation.flatMap(environment.motion),
      velocity: velocity.map { Point(x: $0.dx, y: $0.dy) },
      threshold: environment.placeThreshold)
  }

  /// Lets it grow or shrink by its spring.
  mutating func scale(to target: Double, at now: Instant) {
    scale.animate(
      to: target, at: playback.time(at: now),
      with: environment.motion(.spring(configuration.feel.spring)), threshold: scaleThreshold)
  }

  /// The scale while it is carried; the ball keeps its own.
  var liftedScale: Double { configuration.shape == .ball ? 1 : configuration.feel.liftedScale }

  /// The place of rest nearest to a place, as its mode snaps.
  func snapped(_ place: Point) -> Point {
    configuration.snap.restingPlace(for: place, thrown: .zero, in: restArea)
  }
}
