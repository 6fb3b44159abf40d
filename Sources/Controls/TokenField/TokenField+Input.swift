import Motion
import Scene

extension TokenField {
  /// Takes in what is not the overlay's.
  mutating func handleInField(_ event: InputEvent, at now: Instant) -> Response<Action> {
    let passed = hold(at: now)
    var response = respond(to: event, at: now)
    response.actions = passed + response.actions
    drift(at: now)
    return response
  }

  private mutating func respond(to event: InputEvent, at now: Instant) -> Response<Action> {
    switch event {
    case .pointerPressed(let press): return pressed(press, at: now)
    case .pointerMoved(let point): return moved(to: point, at: now)
    case .pointerReleased(let press): return released(press, at: now)
    case .pointerGrabLost, .windowHidden:
      if grip != .carryingOut { endGrip(at: now) }
      return .ignored
    case .windowFocusChanged(let isFocused):
      blink.restart(at: now, in: environment)
      return isFocused || !self.isFocused ? .ignored : left(at: now)
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      guard isFocused else { return .ignored }
      guard !grip.isCarrying else { return .handled() }
      return change(at: now) { $0.type(text) }
    case .preeditChanged(let preedit): return compose(preedit, at: now)
    case .data(let event): return handle(event, at: now)
    case .scrolled(let step): return scrolled(step, at: now)
    case .pointerLeft, .keyboardChanged, .windowCovered:
      return Response(isHandled: false, changesNothing: true)
    }
  }

  /// Does something with the editor, and lets everything follow that.
  ///
  /// - Parameters:
  ///   - offersSelection: Whether what is selected then was selected by the person, so that it can be
  ///     pasted elsewhere.
  ///   - revealsCaret: Whether the person looks at the caret for it.
  mutating func change(
    at now: Instant, offersSelection: Bool = true, revealsCaret: Bool = true,
    _ body: (inout TokenField) -> Void
  ) -> Response<Action> {
    let before = selection
    let places = environment.reducesMotion ? [:] : placesInSight(at: now)
    remark = nil
    body(&self)
    editor.settleTrial()
    var actions = follow(
      from: places, movedFrom: before.head, revealsCaret: revealsCaret, at: now)
    if offersSelection, selection != before, editor.hasSelection, !grip.isSelecting {
      actions.append(primaryOffer)
    }
    return Response(isHandled: true, actions: actions)
  }

  /// Lets looks, places and other programs follow what became of the editor.
  private mutating func follow(
    from places: [Token.ID: Rect], movedFrom head: Int, revealsCaret: Bool, at now: Instant
  ) -> [Action] {
    followPlaces()
    let news = editor.takeNews()
    free(news.forgotten)
    if !news.changes.isEmpty {
      (isAtLineEnd, goalX) = (false, nil)
      // What the pointer is on may be elsewhere now, or gone.
      if grip.isSelecting { (dropGap, hover) = (nil, nil) } else { endGrip(at: now) }
      overlay.tooltip.leave(at: now)
      rearrange(after: news, from: places, at: now)
    }
    if isFocused { blink.restart(at: now, in: environment) }
    if !preedit.isEmpty, head != selection.head { moveComposed(from: head) }
    layOutVisible(at: now)
    if revealsCaret { revealCaret(at: now) } else { scroller.endReveal() }
    followCompletion(isEdited: !news.changes.isEmpty, at: now)
    flash(news.flashes, at: now)
    var actions = actions(for: news)
    if let sentence = news.remark {
      remark = sentence
      actions.append(.ringBell)
    }
    sentence = describe()
    return actions
  }

  /// What is selected can be pasted elsewhere by the middle button.
  var primaryOffer: Action { .offer(editor.selectedData, .primary) }

  private func actions(for news: TokenEditor<Kind>.News) -> [Action] {
    var actions: [Action] = []
    if news.removed.hasToken { actions.append(.removed(TokenList(units: news.removed))) }
    if news.inserted.hasToken { actions.append(.inserted(TokenList(units: news.inserted))) }
    return actions
  }

  /// The person has gone elsewhere: what is text becomes tokens. While something is carried out, who
  /// goes to another window may be on the way with it, and all stays as it is until that has ended.
  mutating func left(at now: Instant) -> Response<Action> {
    closeOverlay(at: now)
    guard grip != .carryingOut else { return .ignored }
    endGrip(at: now)
    var response = change(at: now) { field in
      field.keepComposed()
      if field.configuration.delimiters.contains(.leaving) { field.editor.tokenizeAll() }
    }
    response.isHandled = false
    return response
  }

  mutating func leave(at now: Instant) { pendingActions += left(at: now).actions }
}

extension UnitSequence {
  /// Whether any of it is no text.
  var hasToken: Bool { textCount < count }
}
