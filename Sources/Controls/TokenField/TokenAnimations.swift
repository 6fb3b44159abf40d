import Motion
import Scene

/// The running animations of tokens. A moved token is animated with a spring from its old position
/// to its current target. A new token grows and fades in; a removed token fades out.
///
/// Tokens at rest are not stored.
struct TokenAnimations<Token: Identifiable> {
  /// A removed token that is fading out.
  struct RemovedToken {
    let token: Token
    let frame: Rect
    var presence: Animated<Double>
  }

  /// The offset of each moving token from its target.
  private var offsets: [Token.ID: Animated<Vector>] = [:]
  /// The presence of each token that is fading in, 0…1.
  private var presences: [Token.ID: Animated<Double>] = [:]
  private(set) var fadingTokens: [RemovedToken] = []
  /// The intensity of each highlight, 0…1.
  private var flashes: [Token.ID: Animated<Double>] = [:]

  private var isAtRest: Bool {
    offsets.isEmpty && presences.isEmpty && fadingTokens.isEmpty && flashes.isEmpty
  }

  /// Returns the offset of a token from its target.
  func offset(of id: Token.ID, at now: Instant) -> Vector {
    offsets.isEmpty ? .zero : offsets[id]?.value(at: now) ?? .zero
  }

  /// Returns the presence of a token, 0…1.
  func presence(of id: Token.ID, at now: Instant) -> Double {
    presences.isEmpty ? 1 : presences[id]?.value(at: now) ?? 1
  }

  func flash(of id: Token.ID, at now: Instant) -> Double {
    flashes.isEmpty ? 0 : flashes[id]?.value(at: now) ?? 0
  }

  /// Animates a token to a new target, starting at its current position and velocity.
  ///
  /// - Parameter shift: The vector from the new target to the old one.
  mutating func move(_ id: Token.ID, by shift: Vector, at now: Instant, _ environment: Environment) {
    let velocity = offsets[id]?.velocity(at: now) ?? .zero
    var offset = Animated(self.offset(of: id, at: now) + shift, threshold: environment.positionThreshold)
    offset.animate(
      to: .zero, at: now, with: environment.motion(.spring(environment.theme.motion.tokenMove)),
      velocity: velocity)
    offsets[id] = offset
  }

  func isMoving(_ id: Token.ID) -> Bool { offsets[id] != nil }

  /// Starts the animation of a new token.
  mutating func appear(_ id: Token.ID, at now: Instant, _ environment: Environment) {
    presences[id] = Self.fade(from: 0, to: 1, at: now, environment)
  }

  /// Starts the animation of a removed token.
  mutating func disappear(_ token: Token, from frame: Rect, at now: Instant, _ environment: Environment) {
    let seen = frame.offset(by: offset(of: token.id, at: now))
    let presence = Self.fade(from: self.presence(of: token.id, at: now), to: 0, at: now, environment)
    (offsets[token.id], presences[token.id], flashes[token.id]) = (nil, nil, nil)
    fadingTokens.append(RemovedToken(token: token, frame: seen, presence: presence))
  }

  /// Highlights a token for a moment.
  mutating func flash(_ id: Token.ID, at now: Instant, _ environment: Environment) {
    var flash = Animated(1.0, threshold: Environment.opacityThreshold)
    flash.animate(
      to: 0, at: now, with: .easeOut(duration: environment.theme.motion.tokenFlash).reducedMotion(.preserve))
    flashes[id] = flash
  }

  /// Ends all animations immediately.
  mutating func end() { self = TokenAnimations() }

  private static func fade(from start: Double, to end: Double, at now: Instant, _ environment: Environment)
    -> Animated<Double>
  {
    var presence = Animated(start, threshold: Environment.opacityThreshold)
    presence.animate(
      to: end, at: now, with: environment.motion(.spring(environment.theme.motion.tokenPresence)))
    return presence
  }

  /// Removes finished animations.
  mutating func advance(to now: Instant) {
    guard !isAtRest else { return }
    offsets = offsets.filter { $0.value.nextChange(after: now) != nil }
    presences = presences.filter { $0.value.nextChange(after: now) != nil }
    flashes = flashes.filter { $0.value.nextChange(after: now) != nil }
    fadingTokens.removeAll { $0.presence.nextChange(after: now) == nil }
  }

  func nextChange(after now: Instant) -> Instant? {
    guard !isAtRest else { return nil }
    // Loops, because lazy sequences look up the metadata of generic types in every frame.
    var next: Instant?
    for offset in offsets.values { next = .earliest(next, offset.nextChange(after: now)) }
    for presence in presences.values { next = .earliest(next, presence.nextChange(after: now)) }
    for flash in flashes.values { next = .earliest(next, flash.nextChange(after: now)) }
    for token in fadingTokens { next = .earliest(next, token.presence.nextChange(after: now)) }
    return next
  }
}

// Animation of changes.
extension TokenField {
  /// Animates moved tokens to their new positions. New tokens fade in and removed tokens fade out. Only visible tokens
  /// are animated. If only text changes, the tokens on its line move with it immediately. Otherwise, they would cover it.
  ///
  /// - Parameters:
  ///   - before: The frames before the change, as returned by `visibleTokenFrames(at:)`.
  ///   - oldOffset: The scroll offset before the change.
  mutating func animate(
    _ updates: TokenEditor<Adapter>.PendingUpdates, from before: [Token.ID: Rect],
    scrolledFrom oldOffset: Double, at now: Instant
  ) {
    guard viewport.frame.width > 0, !environment.reducesMotion else { return }
    let after = visibleTokenFrames(at: now)
    let insertedIDs = Self.ids(of: updates.inserted)
    // A token that was text is already visible.
    let wasText = updates.removed.textCount > 0
    let offset = viewport.scroller.offset(at: now)
    // Relative to the visible area, as the frames.
    let caret = flow.caret(at: caretPosition)?.offset(by: Vector(dx: 0, dy: -offset))
    let line = updates.inserted.hasToken || updates.removed.hasToken ? nil : caret
    for (id, current) in after {
      if let old = before[id] {
        let shift = old.origin - current.origin
        let staysOnLine = abs(shift.dy - (offset - oldOffset)) < 0.5
        let movesWithText =
          staysOnLine && line.map { $0.minY < current.maxY && current.minY < $0.maxY } == true
        if shift != .zero, !movesWithText { motions.move(id, by: shift, at: now, environment) }
      } else if !wasText, insertedIDs?.contains(id) ?? true, !motions.isMoving(id) {
        motions.appear(id, at: now, environment)
      }
    }
    for token in updates.removed.tokens.prefix(Self.maximumAnimatedTokens) {
      guard after[token.id] == nil, let old = before[token.id] else { continue }
      motions.disappear(
        token, from: old.offset(by: Vector(dx: 0, dy: viewport.scroller.offset(at: now))), at: now,
        environment)
    }
  }

  /// Highlights tokens for a moment. If there are more than can be visible, only the visible ones.
  mutating func flash(_ ids: [Token.ID], at now: Instant) {
    let seen = ids.count > Self.maximumAnimatedTokens ? visibleTokenFrames(at: now) : nil
    for id in ids where seen.map({ $0[id] != nil }) ?? true { motions.flash(id, at: now, environment) }
  }

  /// The maximum number of tokens that are checked one by one for animations: more than can be
  /// visible.
  private static var maximumAnimatedTokens: Int { 512 }

  /// Returns the identities of the tokens, or `nil` if there are more than can be visible.
  private static func ids(of elements: ElementSequence<Token>) -> Set<Token.ID>? {
    guard elements.count <= maximumAnimatedTokens else { return nil }
    return Set(elements.tokens.map(\.id))
  }

  /// Returns the target frames of the visible tokens, relative to the visible area. They stay
  /// comparable if very many tokens above them are removed and the content is scrolled accordingly.
  func visibleTokenFrames(at now: Instant) -> [Token.ID: Rect] {
    var frames: [Token.ID: Rect] = [:]
    let offset = viewport.scroller.offset(at: now)
    forEachVisibleBox(at: now) { box in
      guard box.text == nil, let id = editor.elements[box.elements.lowerBound].token?.id else { return }
      frames[id] = box.frame.offset(by: Vector(dx: 0, dy: -offset))
    }
    return frames
  }
}
