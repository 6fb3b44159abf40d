import Motion
import Scene

// Animation and scrolling.
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

  /// Calls a closure with the boxes of the visible lines.
  func forEachVisibleBox(at now: Instant, _ body: (FlowLayout.PlacedBox) -> Void) {
    guard !editor.elements.isEmpty, flow.width > 0 else { return }
    flow.forEachBox(in: viewport.band(extendedBy: flow.spacing, at: now), body)
  }

  /// Scrolls so that the caret is visible, in the field and in text that is wider than a line.
  mutating func revealCaret(at now: Instant) {
    viewport.reveal(composedCaret ?? flow.caret(at: caretPosition), inTextOf: caretBox)
    guard viewport.scroller.isScrollable, !viewport.scroller.isAutoscrolling else { return }
    while let caret = flow.caret(at: caretPosition) {
      viewport.scroller.reveal(caret, margin: 0, at: now)
      let target = viewport.scroller.target
      layOutView(at: target, now)
      updateHeight(at: now)
      // Content that becomes visible may differ from its estimated height, once for each block.
      let updated = flow.caret(at: caretPosition)
      guard updated != caret || viewport.scroller.target != target else { return }
    }
  }

  /// Returns the horizontal scroll offset of a line. Only text that is wider than a line is
  /// scrolled, and it is alone on its line.
  func textScrollOffset(on line: FlowLayout.LineLocation) -> Double {
    guard viewport.textOffset > 0, let own = flow.line(at: caretPosition) else { return 0 }
    return own.block == line.block && own.line == line.line ? viewport.textOffset : 0
  }

  /// The box of the text that contains the caret, or `nil` if there is none.
  private var caretBox: FlowLayout.PlacedBox? {
    let text = textRun(around: selection.head)
    return text.isEmpty ? nil : flow.box(ofElement: text.lowerBound)
  }

  /// Scrolls the field. At the end of the content, the owner of the field handles the event.
  mutating func scrolled(_ step: ScrollEvent, at now: Instant) -> Response<Action> {
    guard viewport.scroll(by: step, at: now) else { return .ignored }
    layOutVisible(at: now)
    return .handled()
  }
}
