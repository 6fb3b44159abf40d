import Gestures
package import Motion
package import Scene

extension ActionPanel {
  /// The identity of the highlighted item, which Enter and Space choose, or `nil` for none.
  package var highlighted: ActionItem.ID? { highlightedByKeys ?? recognizer.hovered.map { items[$0].id } }

  package mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    guard isOpen else { return .ignored }
    switch event {
    case .pointerMoved:
      recognize(event, at: now)
      return .handled()
    case .pointerPressed(let press): return Response(isHandled: true, actions: pressed(press, at: now))
    case .pointerReleased(let press): return Response(isHandled: true, actions: released(press, at: now))
    case .scrolled: return .handled()
    case .keyPressed(let press): return keyPressed(press, at: now)
    case .textCommitted(let text):
      typed(text, at: now)
      return .handled()
    case .pointerLeft:
      recognize(event, at: now)
      return .ignored
    case .pointerGrabLost: return Response(isHandled: false, actions: dismiss(at: now))
    case .windowFocusChanged(let isFocused):
      return Response(isHandled: false, actions: isFocused ? [] : dismiss(at: now))
    case .windowHidden: return Response(isHandled: false, actions: closeImmediately(at: now))
    case .accessibility(let request): return handle(request, at: now)
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

  /// Updates the hover and press state. The pointer on an item replaces a highlight by keys.
  @discardableResult
  private mutating func recognize(_ event: InputEvent, at now: Instant) -> PressRecognizer.Outcome {
    let index = event.pointerPosition.flatMap { item(at: $0, now) }
    // A window that changes under the pointer reports its position again.
    let isAtRest = if case .pointerMoved(let point) = event { point == pointer } else { false }
    if index != nil, !isAtRest { highlightedByKeys = nil }
    pointer = event.pointerPosition ?? pointer
    return recognizer.handle(event, at: now, over: index)
  }

  private mutating func pressed(_ press: PointerPress, at now: Instant) -> [Action] {
    let isInside = outline(at: now).contains(press.position) || openOutline.contains(press.position)
    guard isInside, now >= openedAt + Self.pressGuard else { return dismiss(at: now) }
    isOpeningPress = false
    recognize(.pointerPressed(press), at: now)
    return []
  }

  private mutating func released(_ release: PointerPress, at now: Instant) -> [Action] {
    if isOpeningPress {
      isOpeningPress = false
      return releasedAfterOpening(at: release.position, now)
    }
    guard case .tapped(let index) = recognize(.pointerReleased(release), at: now) else { return [] }
    return choose(items[index].id, at: now)
  }

  /// Handles the release of the press that opened the menu. It chooses the item under the pointer,
  /// or closes the menu if the pointer is outside it and not near the source. A short click near
  /// the source leaves the menu open.
  private mutating func releasedAfterOpening(at point: Point, _ now: Instant) -> [Action] {
    let isNear = point.distance(to: point.clamped(to: source.rect)) <= Self.click.slop
    if isNear, now < openedAt + Self.click.duration { return [] }
    if let index = item(at: point, now) { return choose(items[index].id, at: now) }
    return isNear || openOutline.contains(point) ? [] : dismiss(at: now)
  }
}
