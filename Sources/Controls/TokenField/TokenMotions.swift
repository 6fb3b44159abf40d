import Motion
import Scene

/// How tokens go from place to place: who has moved is drawn where it was and goes to its place by a
/// spring, wherever that is by then; who is new grows in, who is gone fades out.
///
/// It knows of what moves at the moment, and of nothing else.
struct TokenMotions<Token: Identifiable> {
  /// A token that is here no more.
  struct Ghost {
    let token: Token
    let frame: Rect
    var presence: Animated<Double>
  }

  /// From where each one belongs.
  private var offsets: [Token.ID: Animated<Vector>] = [:]
  /// How much of each is there, 0…1.
  private var presences: [Token.ID: Animated<Double>] = [:]
  private(set) var ghosts: [Ghost] = []
  /// How brightly each is pointed out, 0…1.
  private var flashes: [Token.ID: Animated<Double>] = [:]

  private var isStill: Bool {
    offsets.isEmpty && presences.isEmpty && ghosts.isEmpty && flashes.isEmpty
  }

  /// How far a token is from where it belongs.
  func offset(of id: Token.ID, at now: Instant) -> Vector {
    offsets.isEmpty ? .zero : offsets[id]?.value(at: now) ?? .zero
  }

  /// How much of a token is there, 0…1.
  func presence(of id: Token.ID, at now: Instant) -> Double {
    presences.isEmpty ? 1 : presences[id]?.value(at: now) ?? 1
  }

  func flash(of id: Token.ID, at now: Instant) -> Double {
    flashes.isEmpty ? 0 : flashes[id]?.value(at: now) ?? 0
  }

  /// A token belongs elsewhere now: it starts from where it is seen, as fast as it goes.
  ///
  /// - Parameter shift: From where it belongs now to where it did.
  mutating func move(
    _ id: Token.ID, by shift: Vector, at now: Instant, _ environment: Environment
  ) {
    let velocity = offsets[id]?.velocity(at: now) ?? .zero
    var offset = Animated(
      self.offset(of: id, at: now) + shift, threshold: environment.placeThreshold)
    offset.animate(
      to: .zero, at: now, with: environment.motion(.spring(Theme.TokenField.moveSpring)),
      velocity: velocity)
    offsets[id] = offset
  }

  func isMoving(_ id: Token.ID) -> Bool { offsets[id] != nil }

  /// A token is new.
  mutating func appear(_ id: Token.ID, at now: Instant, _ environment: Environment) {
    presences[id] = Self.fade(from: 0, to: 1, at: now, environment)
  }

  /// A token is here no more.
  mutating func disappear(
    _ token: Token, from frame: Rect, at now: Instant, _ environment: Environment
  ) {
    let seen = frame.offset(by: offset(of: token.id, at: now))
    let presence = Self.fade(
      from: self.presence(of: token.id, at: now), to: 0, at: now, environment)
    (offsets[token.id], presences[token.id], flashes[token.id]) = (nil, nil, nil)
    ghosts.append(Ghost(token: token, frame: seen, presence: presence))
  }

  /// Points a token out for a moment.
  mutating func flash(_ id: Token.ID, at now: Instant) {
    var flash = Animated(1.0, threshold: Theme.opacityThreshold)
    flash.animate(
      to: 0, at: now,
      with: .timing(.easeOut, duration: Theme.TokenField.flash).reducedMotion(.preserve))
    flashes[id] = flash
  }

  /// Ends all motion at once.
  mutating func end() { self = TokenMotions() }

  private static func fade(
    from start: Double, to end: Double, at now: Instant, _ environment: Environment
  ) -> Animated<Double> {
    var presence = Animated(start, threshold: Theme.opacityThreshold)
    presence.animate(
      to: end, at: now, with: environment.motion(.spring(Theme.TokenField.presenceSpring)))
    return presence
  }

  /// Forgets what has come to rest.
  mutating func advance(to now: Instant) {
    guard !isStill else { return }
    offsets = offsets.filter { $0.value.nextChange(after: now) != nil }
    presences = presences.filter { $0.value.nextChange(after: now) != nil }
    flashes = flashes.filter { $0.value.nextChange(after: now) != nil }
    ghosts.removeAll { $0.presence.nextChange(after: now) == nil }
  }

  func nextChange(after now: Instant) -> Instant? {
    guard !isStill else { return nil }
    let all = [
      offsets.values.lazy.compactMap { $0.nextChange(after: now) }.min(),
      presences.values.lazy.compactMap { $0.nextChange(after: now) }.min(),
      flashes.values.lazy.compactMap { $0.nextChange(after: now) }.min(),
      ghosts.lazy.compactMap { $0.presence.nextChange(after: now) }.min(),
    ]
    return all.compactMap(\.self).min()
  }
}
