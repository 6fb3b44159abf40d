public import Motion
public import Scene

// What lies above the field: what text may be meant for, a menu, what is to be told of a token, and
// what the pointer carries.
extension TokenField {
  /// Where the overlay may be, in the field's own space: what can be seen of the window. It need not
  /// be told, but then nothing is moved or cut so that it is in sight.
  ///
  /// An open menu closes where the size is another.
  public var surroundings: Rect {
    get { overlay.surroundings }
    set {
      guard newValue != overlay.surroundings else { return }
      overlay.surroundings = newValue
      placeCompletions()
    }
  }

  /// Adds what lies above the field to a display list: to be drawn after all other controls.
  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    overlay.list.draw(into: &list, at: now)
    overlay.tooltip.draw(in: surroundings, into: &list, at: now)
    overlay.menu.draw(into: &list, at: now)
    drawCarrying(into: &list, at: now)
  }

  /// Whether a place is the overlay's, so that the pointer there is the field's before anybody
  /// else's; everywhere while a menu is open, which a press elsewhere closes.
  public func overlayContains(_ point: Point, at now: Instant) -> Bool {
    isModal || overlay.list.contains(point)
  }

  /// Whether all keys are the field's, since a menu is open.
  public var isModal: Bool { overlay.menu.isOpen }

  public mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Action> {
    closeMisplacedMenu(at: now)
    if isModal { return handleInMenu(event, at: now) }
    let wasStill = overlay.tooltip.nextChange(after: now) == nil
    let list = overlay.list.state
    notice(event, at: now)
    var response = handleInList(event, at: now) ?? handleInField(event, at: now)
    let isStill = wasStill && overlay.tooltip.nextChange(after: now) == nil
    if !isStill || overlay.list.state != list { response.changesNothing = false }
    return response
  }

  /// Closes all of it, since the person has gone elsewhere.
  mutating func closeOverlay(at now: Instant) {
    overlay.list.close(at: now)
    overlay.closeMenu(at: now)
    overlay.tooltip.leave(at: now)
  }

  /// What the pointer looks like over the overlay; `nil` where that is not.
  func overlayPointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isModal { return overlay.menu.pointerShape(over: point, at: now) }
    guard overlay.list.contains(point) else { return nil }
    return overlay.list.row(at: point, now) == nil ? .arrow : .hand
  }

  /// When the overlay next looks different or has a deadline.
  func overlayChange(after now: Instant) -> Instant? {
    .earliest(
      overlay.list.nextChange(after: now), overlay.menu.nextChange(after: now),
      overlay.tooltip.nextChange(after: now))
  }
}
