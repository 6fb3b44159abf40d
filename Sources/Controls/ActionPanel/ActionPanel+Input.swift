package import Motion
package import Scene

extension ActionPanel {
  /// The highlighted item and the input device that highlighted it.
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

  /// A pointer button that is down.
  enum PressState: Hashable, Sendable {
    case none
    /// A button that was pressed before the menu opened, and may have opened it.
    case opening
    /// A button that was pressed on an item, or on no item if the identity is `nil`.
    case on(ActionItem.ID?, PointerButton)
  }

  /// The identity of the highlighted item, which Enter and Space choose, or `nil` for none.
  package var highlighted: ActionItem.ID? { highlight.id }

  package mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard isOpen else { return .ignored }
    switch event {
    case .pointerMoved(let point):
      hover(over: point, at: now)
      return .handled()
    case .pointerPressed(let press): return Response(isHandled: true, actions: pressed(press, at: now))
    case .pointerReleased(let press): return Response(isHandled: true, actions: released(press, at: now))
    case .scrolled: return .handled()
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      typed(text, at: now)
      return .handled()
    case .pointerLeft:
      clearPointerHighlight()
      return .ignored
    case .pointerGrabLost: return Response(isHandled: false, actions: dismiss(at: now))
    case .windowFocusChanged(let isFocused):
      return Response(isHandled: false, actions: isFocused ? [] : dismiss(at: now))
    case .windowHidden: return Response(isHandled: false, actions: closeImmediately(at: now))
    case .preeditChanged, .data, .keyboardChanged, .windowObscured: return .ignored
    }
  }

  package func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    guard isOpen else { return nil }
    return item(at: point, now) == nil ? .arrow : .hand
  }
}

// Pointer input.
extension ActionPanel {
  /// The time after opening in which a press closes the panel. Without it, the second press of a
  /// double click could choose an item that appears under the pointer.
  private static let pressGuard = Duration.milliseconds(250)
  /// The maximum duration and movement of a press that opens a menu and leaves it open.
  private static let click = (duration: Duration.milliseconds(300), slop: 8.0)

  private mutating func hover(over point: Point, at now: Instant) {
    if let id = item(at: point, now) { highlight = .byPointer(id) } else { clearPointerHighlight() }
  }

  /// Removes a highlight of the pointer. A highlight of the keyboard stays.
  private mutating func clearPointerHighlight() { if case .byPointer = highlight { highlight = .none } }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> [Action] {
    let isInside = outline(at: now).contains(press.position) || openOutline.contains(press.position)
    guard isInside, now >= openedAt + Self.pressGuard else { return dismiss(at: now) }
    hover(over: press.position, at: now)
    self.press = .on(item(at: press.position, now), press.button)
    return []
  }

  private mutating func released(_ release: PointerPress, at now: Instant) -> [Action] {
    switch press {
    case .on(let id, release.button):
      press = .none
      guard let id, isChoiceButton(release.button), item(at: release.position, now) == id else { return [] }
      return choose(id, at: now)
    case .opening:
      press = .none
      return releasedAfterOpening(at: release.position, now)
    case .none, .on: return []
    }
  }

  /// Handles the release of the press that opened the menu. It chooses the item under the pointer,
  /// or closes the menu if the pointer is outside it and not near the source. A short click near
  /// the source leaves the menu open.
  private mutating func releasedAfterOpening(at point: Point, _ now: Instant) -> [Action] {
    let isNear = point.distance(to: point.clamped(to: source.rect)) <= Self.click.slop
    if isNear, now < openedAt + Self.click.duration { return [] }
    if let id = item(at: point, now) { return choose(id, at: now) }
    return isNear || openOutline.contains(point) ? [] : dismiss(at: now)
  }

  /// Returns whether a pointer button chooses items. In a menu, the secondary button does so too,
  /// because it may have opened the menu.
  private func isChoiceButton(_ button: PointerButton) -> Bool {
    button == .primary || (button == .secondary && arrangement == .menu)
  }
}
