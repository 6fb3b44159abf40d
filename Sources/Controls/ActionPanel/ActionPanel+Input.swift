public import Motion
public import Scene

extension ActionPanel {
  /// Which item the next key or click is about, and what showed it.
  enum Highlight: Hashable, Sendable {
    case none
    case byKeys(ActionItem.ID)
    case byPointer(ActionItem.ID)

    var id: ActionItem.ID? {
      switch self {
      case .none: nil
      case .byKeys(let id), .byPointer(let id): id
      }
    }
  }

  /// A button that is down.
  enum Press: Hashable, Sendable {
    case none
    /// One that went down before the menu was there, and may have opened it.
    case opening
    case on(ActionItem.ID?, PointerButton)
  }

  /// The item that the next key or click is about.
  public var highlighted: ActionItem.ID? { highlight.id }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard isOpen else { return .ignored }
    switch event {
    case .pointerMoved(let point):
      let before = highlight
      hover(over: point, at: now)
      return Response(isHandled: true, changesNothing: highlight == before)
    case .pointerPressed(let press):
      return Response(isHandled: true, actions: pressed(press, at: now))
    case .pointerReleased(let press):
      return Response(isHandled: true, actions: released(press, at: now))
    case .scrolled: return .handled()
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      typed(text, at: now)
      return .handled()
    case .pointerLeft:
      leave()
      return .ignored
    case .pointerGrabLost: return Response(isHandled: false, actions: closeItself(at: now))
    case .windowFocusChanged(let isFocused):
      return Response(isHandled: false, actions: isFocused ? [] : closeItself(at: now))
    case .windowHidden: return Response(isHandled: false, actions: vanish(at: now))
    case .preeditChanged, .data, .keyboardChanged, .windowCovered: return .ignored
    }
  }

  public func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    guard isOpen else { return nil }
    return item(at: point, now) == nil ? .arrow : .hand
  }
}

// The pointer.
extension ActionPanel {
  private mutating func hover(over point: Point, at now: Instant) {
    if let id = item(at: point, now) {
      highlight = .byPointer(id)
    } else {
      leave()
    }
  }

  /// What keys highlighted stays so.
  private mutating func leave() {
    if case .byPointer = highlight { highlight = .none }
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> [Action] {
    let isInside = frame(at: now).contains(press.position) || rest.contains(press.position)
    guard isInside, now >= openedAt + Theme.ActionPanel.opening else {
      return closeItself(at: now)
    }
    hover(over: press.position, at: now)
    self.press = .on(item(at: press.position, now), press.button)
    return []
  }

  private mutating func released(_ release: PointerPress, at now: Instant) -> [Action] {
    switch press {
    case .on(let id, release.button):
      press = .none
      guard let id, chooses(release.button), item(at: release.position, now) == id
      else { return [] }
      return choose(id, at: now)
    case .opening:
      press = .none
      return releasedAfterOpening(at: release.position, now)
    case .none, .on: return []
    }
  }

  /// The press that opened the menu chooses what it was dragged to, and closes it where that is
  /// outside.
  private mutating func releasedAfterOpening(at point: Point, _ now: Instant) -> [Action] {
    typealias Look = Theme.ActionPanel
    let isNear = point.distance(to: point.clamped(to: source.rect)) <= Look.click.slop
    if isNear, now < openedAt + Look.click.duration { return [] }
    if let id = item(at: point, now) { return choose(id, at: now) }
    return isNear || rest.contains(point) ? [] : closeItself(at: now)
  }

  /// A menu is used with the button that opened it too.
  private func chooses(_ button: PointerButton) -> Bool {
    button == .primary || (button == .secondary && arrangement == .menu)
  }
}
