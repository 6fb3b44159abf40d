import Motion
package import Scene

extension ActionPanel {
  /// Returns the frame of an item when the panel is open and settled, in window coordinates.
  ///
  /// - Returns: The frame, or `nil` if there is no such item or the panel is closed.
  package func frame(of id: ActionItem.ID) -> Rect? {
    guard isOpen, let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    return contents.cells[index].frame.offset(by: contentOrigin - .zero)
  }

  /// Returns the index of the enabled item that is drawn at a point.
  func item(at point: Point, _ now: Instant) -> Int? {
    guard outline(at: now).contains(point) else { return nil }
    let local = Point.zero + (point - contentOrigin(at: now))
    return zip(items.indices, contents.cells).first { items[$0].isEnabled && $1.frame.contains(local) }?.0
  }

  /// Returns the drawn origin of the contents, on whole device pixels, so that a cached rendering
  /// serves every frame.
  ///
  /// The panel reveals the contents at their target position. They move only if that changes.
  func contentOrigin(at now: Instant) -> Point {
    environment.snapped(state(at: now).contentOrigin)
  }

  /// Whether the contents fit into the open panel.
  var contentsFit: Bool {
    contents.size.width <= openOutline.rect.width && contents.size.height <= openOutline.rect.height
  }

  /// The origin of the contents in the open panel. The contents are centered. On an axis on which
  /// they do not fit, they start at the edge.
  var contentOrigin: Point {
    openOutline.rect.origin
      + Vector(
        dx: environment.snapped(max(0, openOutline.rect.width - contents.size.width) / 2),
        dy: environment.snapped(max(0, openOutline.rect.height - contents.size.height) / 2))
  }

  // Position of the panel.

  /// The area that the panel may cover: the window without a margin, if it has space for one.
  var bounds: Rect {
    let margin = 2 * environment.snappedUp(theme.menu.margin)
    return Rect(
      center: container.center,
      size: Size(width: max(0, container.width - margin), height: max(0, container.height - margin)))
  }

  /// The outlines of the open panel and of the closed one, which is the source of a grid, or the corner of a menu at its
  /// source.
  var outlines: (open: RoundedRect, closed: RoundedRect) {
    guard arrangement == .menu else {
      return (RoundedRect(gridFrame, cornerRadius: theme.actionGrid.cornerRadius), source)
    }
    let (frame, corner) = menuPosition
    let closed = RoundedRect(Rect(origin: corner, size: .zero), cornerRadius: 0)
    return (RoundedRect(frame, cornerRadius: theme.menu.cornerRadius), closed)
  }

  /// The frame of a grid: centered on the source, not smaller than it, and within `bounds`.
  private var gridFrame: Rect {
    let size = Size(
      width: environment.snappedUp(max(contents.size.width, source.rect.width)),
      height: environment.snappedUp(max(contents.size.height, source.rect.height)))
    let center = source.rect.center
    return fittedRect(size, at: Point(x: center.x - size.width / 2, y: center.y - size.height / 2))
  }

  /// The frame of a menu and its corner at the source. The menu is below the source and aligned
  /// with its left edge. On each axis, it is on the other side if it fits only there.
  private var menuPosition: (frame: Rect, corner: Point) {
    let anchor = source.rect
    let size = Size(
      width: environment.snappedUp(contents.size.width), height: environment.snappedUp(contents.size.height))
    let flipsX = anchor.minX + size.width > bounds.maxX && anchor.maxX - size.width >= bounds.minX
    let flipsY = anchor.maxY + size.height > bounds.maxY && anchor.minY - size.height >= bounds.minY
    let corner = Point(x: flipsX ? anchor.maxX : anchor.minX, y: flipsY ? anchor.minY : anchor.maxY)
    let frame = fittedRect(
      size,
      at: Point(x: flipsX ? corner.x - size.width : corner.x, y: flipsY ? corner.y - size.height : corner.y))
    return (frame, corner.clamped(to: frame))
  }

  /// Returns a rectangle on whole device pixels, shrunk and moved into `bounds`.
  private func fittedRect(_ size: Size, at origin: Point) -> Rect {
    let size = Size(width: min(size.width, bounds.width), height: min(size.height, bounds.height))
    let origins = Rect(
      origin: bounds.origin, size: Size(width: bounds.width - size.width, height: bounds.height - size.height)
    )
    return Rect(origin: environment.snapped(origin).clamped(to: origins), size: size)
  }
}
