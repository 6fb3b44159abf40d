import Motion
import Scene

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
    for item in updates.removed.items.prefix(Self.maximumAnimatedTokens) {
      guard let token = item.token, after[token.id] == nil, let old = before[token.id] else { continue }
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
    return Set(elements.items.compactMap { $0.token?.id })
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
