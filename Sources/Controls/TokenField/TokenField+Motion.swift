import Motion
import Scene

// What moves, and what is scrolled.
extension TokenField {
  /// Follows a change of the content: who stands elsewhere now goes there, who is new appears, who is
  /// gone disappears. Only what can be seen moves.
  ///
  /// - Parameter before: Where those belonged that could be seen, as `placesInSight` tells.
  mutating func rearrange(
    after news: TokenEditor<Kind>.News, from before: [Token.ID: Rect], at now: Instant
  ) {
    for change in news.changes { flow.follow(change) }
    layOutVisible(at: now)
    guard frame.width > 0, !environment.reducesMotion else { return }
    let after = placesInSight(at: now)
    let newcomers = Self.ids(of: news.inserted)
    // What was text is seen already.
    let wasText = news.removed.textCount > 0
    for (id, place) in after {
      if let old = before[id] {
        let shift = old.origin - place.origin
        if shift != .zero { motions.move(id, by: shift, at: now, environment) }
      } else if !wasText, newcomers?.contains(id) ?? true, !motions.isMoving(id) {
        motions.appear(id, at: now, environment)
      }
    }
    for unit in news.removed.prefix(Self.mostLookedAt) {
      guard let token = unit.token, after[token.id] == nil, let place = before[token.id] else {
        continue
      }
      motions.disappear(
        token, from: place.offset(by: Vector(dx: 0, dy: scroller.offset(at: now))), at: now,
        environment)
    }
  }

  /// Points tokens out for a moment; of more than could be seen only those that are.
  mutating func flash(_ ids: [Token.ID], at now: Instant) {
    let seen = ids.count > Self.mostLookedAt ? placesInSight(at: now) : nil
    for id in ids where seen.map({ $0[id] != nil }) ?? true { motions.flash(id, at: now) }
  }

  /// How many tokens are looked at, one by one, to show what becomes of them: more than can be seen.
  private static var mostLookedAt: Int { 512 }

  /// `nil` where they are more than could be seen, so that nobody has to ask.
  private static func ids(of units: UnitSequence<Token>) -> Set<Token.ID>? {
    guard units.count <= mostLookedAt else { return nil }
    return Set(units.compactMap { $0.token?.id })
  }

  /// The tokens that can be seen, and where they belong, from where the field's view of its content
  /// begins: when a million are gone above them, the content is scrolled by as much.
  func placesInSight(at now: Instant) -> [Token.ID: Rect] {
    var places: [Token.ID: Rect] = [:]
    let offset = scroller.offset(at: now)
    forEachBox(inSightAt: now) { box, unit, top in
      guard box.text == nil, let id = editor.units[unit].token?.id else { return }
      places[id] = box.frame.offset(by: Vector(dx: 0, dy: top - offset))
    }
    return places
  }

  /// Hands over the boxes of the lines that can be seen, with the index of their first unit and the
  /// height at which their block begins, in content's space.
  func forEachBox(
    inSightAt now: Instant,
    _ body: (_ box: BlockLayout.Box, _ unit: Int, _ top: Double) -> Void
  ) {
    guard !editor.units.isEmpty, flow.width > 0 else { return }
    let top = scroller.offset(at: now) - flow.spacing
    let bottom = top + max(frame.height, restFrame.height)
    var block = flow.block(atHeight: top)
    var (start, blockTop) = (editor.units.start(ofBlock: block), flow.top(ofBlock: block))
    while block < flow.layouts.count, blockTop <= bottom {
      if let layout = flow.layouts[block] {
        for line in layout.lines
        where blockTop + line.top <= bottom && blockTop + line.top + line.height >= top {
          for box in layout.boxes[line.boxes] {
            body(box, start + box.units.lowerBound, blockTop)
          }
        }
      }
      start += editor.units.blocks[block].units.count
      block += 1
      blockTop = flow.top(ofBlock: block)
    }
  }

  /// Scrolls so that the caret is in sight, in the field and in text that is wider than a line.
  mutating func revealCaret(at now: Instant) {
    revealCaretInText()
    guard scroller.isNeeded, !scroller.isDrifting else { return }
    while let caret = flow.caret(at: caretPlace, in: editor.units) {
      scroller.reveal(caret, margin: 0, at: now)
      let target = scroller.target
      layOutView(at: target, now)
      adoptHeight(at: now)
      // What will be in sight may be of another height than was guessed, once for each of its blocks.
      let place = flow.caret(at: caretPlace, in: editor.units)
      guard place != caret || scroller.target != target else { return }
    }
  }

  /// Moves text that is wider than a line as little as brings the caret into sight.
  private mutating func revealCaretInText() {
    guard let box = caretBox, let run = box.text, run.line.metrics.advance > box.frame.width,
      let caret = composedCaret ?? flow.caret(at: caretPlace, in: editor.units)
    else {
      textScroll = 0
      return
    }
    let (x, room) = (caret.minX - box.frame.minX, box.frame.width - Theme.Caret.width)
    let furthest = run.line.metrics.advance - room
    textScroll = max(x - room, min(textScroll, x, furthest))
  }

  /// How far what is on a line is moved out: nothing but text that is wider than a line is, and that
  /// is alone on its own.
  func scrolledOut(on line: TokenFlow<Token>.LinePlace) -> Double {
    guard textScroll > 0, let own = flow.line(at: caretPlace, in: editor.units) else { return 0 }
    return own.block == line.block && own.line == line.line ? textScroll : 0
  }

  /// The text that the caret is in; `nil` where it is in none.
  private var caretBox: BlockLayout.Box? {
    let text = stretch(around: selection.head)
    return text.isEmpty ? nil : box(ofUnit: text.lowerBound)
  }

  /// The field scrolls as far as there is anything to see; then it is the owner's turn.
  mutating func scrolled(_ step: ScrollStep, at now: Instant) -> Response<Action> {
    guard frame.contains(step.position), scroller.isNeeded else {
      return Response(isHandled: false, changesNothing: true)
    }
    let isAtEnd = step.notches.dy < 0 ? scroller.target <= 0 : scroller.isAtBottom
    guard step.notches.dy == 0 || !isAtEnd else {
      return Response(isHandled: false, changesNothing: true)
    }
    scroller.scroll(by: step, at: now)
    layOutVisible(at: now)
    return .handled()
  }
}
