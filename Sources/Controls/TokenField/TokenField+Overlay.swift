public import Motion
public import Scene

/// The elements that are displayed above a token field.
struct TokenFieldOverlay {
  /// The bounds of the overlay, in the field's coordinates.
  var bounds = unlimitedBounds
  var completion: CompletionPopup
  var menu: ActionPanel
  /// The anchor geometry when the menu was opened.
  var menuAnchor = MenuAnchor()
  var tooltip: Tooltip

  init(in environment: Environment) {
    completion = CompletionPopup(in: environment)
    menu = ActionPanel([], arrangement: .menu, in: environment)
    tooltip = Tooltip(in: environment)
  }

  mutating func update(_ environment: Environment, at now: Instant) {
    completion.update(environment, at: now)
    menu.update(environment, at: now)
    tooltip.update(environment, at: now)
  }

  /// The anchor geometry of the menu: the size of the window, the width of the field and its scroll
  /// target.
  struct MenuAnchor: Hashable {
    var windowSize = Size.zero
    var width = 0.0
    var scrollTarget = 0.0
  }

  mutating func closeMenu(at now: Instant) { if menu.isOpen { _ = menu.dismiss(at: now) } }

  /// Larger than any window.
  private static let unlimitedBounds = Rect(center: .zero, size: Size(width: 1_000_000, height: 1_000_000))
}

// The overlay above the field: completion list, context menu, tooltip and dragged tokens.
extension TokenField {
  /// The bounds of the overlay in the field's coordinates: the visible area of the window. If you
  /// do not set them, nothing is moved or clipped to stay visible.
  package var overlayBounds: Rect { overlay.bounds }

  /// Sets the bounds of the overlay. An open menu closes when the size changes.
  public mutating func setOverlayBounds(_ bounds: Rect, at now: Instant) {
    guard bounds != overlay.bounds else { return }
    overlay.bounds = bounds
    placeCompletions(at: now)
  }

  /// Adds the overlay to a display list. Draw it after all other controls.
  public func drawOverlay(into list: inout DisplayList, at now: Instant) {
    overlay.completion.draw(into: &list, at: now)
    overlay.tooltip.draw(in: overlayBounds, into: &list, at: now)
    overlay.menu.draw(into: &list, at: now)
    drawDrag(into: &list, at: now)
  }

  /// Returns `overlay` in the completion list, and `content` in the field.
  public func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    if overlay.completion.contains(point) { return .overlay }
    return viewport.frame.contains(point) ? .content : .outside
  }

  /// Whether the field receives all keys because a menu is open.
  public var isModal: Bool { overlay.menu.isOpen }

  /// Closes the overlay because the user has left the field.
  mutating func closeOverlay(at now: Instant) {
    overlay.completion.close(at: now)
    overlay.closeMenu(at: now)
    overlay.tooltip.leave(at: now)
  }

  /// Returns the pointer shape over the overlay, or `nil` if the overlay does not contain the
  /// point.
  func overlayPointerShape(over point: Point, at now: Instant) -> PointerShape? {
    if isModal { return overlay.menu.pointerShape(over: point, at: now) }
    guard overlay.completion.contains(point) else { return nil }
    return overlay.completion.row(at: point, now) == nil ? .arrow : .hand
  }

  /// Returns the next instant at which the overlay changes or has a deadline.
  func overlayChange(after now: Instant) -> Instant? {
    .earliest(
      overlay.completion.nextChange(after: now), overlay.menu.nextChange(after: now),
      overlay.tooltip.nextChange(after: now))
  }
}
