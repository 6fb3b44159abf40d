import Motion
public import Scene

extension ActionPanel {
  /// Where an item is when the panel is open and at rest; `nil` for one that it has not, and for all
  /// while it is closed.
  public func frame(of id: ActionItem.ID) -> Rect? {
    guard isOpen, let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    return contents.cells[index].frame.offset(by: contentOrigin - .zero)
  }

  /// Which item that can be chosen is under a point as it is drawn.
  func item(at point: Point, _ now: Instant) -> ActionItem.ID? {
    guard frame(at: now).contains(point) else { return nil }
    let local = Point.zero + (point - contentOrigin(at: now))
    return zip(items, contents.cells).first { $0.isEnabled && $1.frame.contains(local) }?.0.id
  }

  /// Of the contents as they are drawn: on whole device pixels, so that what is drawn of them once
  /// serves every frame.
  ///
  /// They are uncovered where they will be at rest; only a new place at rest makes them move.
  func contentOrigin(at now: Instant) -> Point {
    let origin = body(at: now).contentOrigin
    return Point(x: environment.snapped(origin.x), y: environment.snapped(origin.y))
  }

  /// Whether all of the contents has a place inside the panel at rest.
  var contentsFit: Bool {
    contents.size.width <= rest.rect.width && contents.size.height <= rest.rect.height
  }

  /// Of the contents when the panel is open: in its middle, or at its top leading corner where they
  /// do not fit.
  var contentOrigin: Point {
    rest.rect.origin
      + Vector(
        dx: environment.snapped(max(0, rest.rect.width - contents.size.width) / 2),
        dy: environment.snapped(max(0, rest.rect.height - contents.size.height) / 2))
  }
}

// Its place.
extension ActionPanel {
  /// Where it may be: the window less a margin, as far as there is room for one.
  var inside: Rect {
    let margin = 2 * environment.snappedUp(Theme.ActionPanel.margin)
    return Rect(
      center: container.center,
      size: Size(
        width: max(0, container.width - margin), height: max(0, container.height - margin)))
  }

  /// The outline when it is open.
  var openShape: RoundedRect {
    switch arrangement {
    case .grid: RoundedRect(gridFrame, cornerRadius: Theme.ActionGrid.cornerRadius)
    case .menu: RoundedRect(menuPlace.frame, cornerRadius: Theme.ActionMenu.cornerRadius)
    }
  }

  /// The outline when it is closed: the source, or a menu's corner at it.
  var closedShape: RoundedRect {
    switch arrangement {
    case .grid: source
    case .menu: RoundedRect(Rect(origin: menuPlace.corner, size: .zero), cornerRadius: 0)
    }
  }

  /// Around the source's middle, as large as the source at least, moved inside.
  private var gridFrame: Rect {
    let size = Size(
      width: environment.snappedUp(max(contents.size.width, source.rect.width)),
      height: environment.snappedUp(max(contents.size.height, source.rect.height)))
    let center = source.rect.center
    return movedInside(
      size, at: Point(x: center.x - size.width / 2, y: center.y - size.height / 2))
  }

  /// Below the source and beginning where it begins; on either axis on the other side where it fits
  /// only there.
  private var menuPlace: (frame: Rect, corner: Point) {
    let anchor = source.rect
    let size = Size(
      width: environment.snappedUp(contents.size.width),
      height: environment.snappedUp(contents.size.height))
    let flipsX = anchor.minX + size.width > inside.maxX && anchor.maxX - size.width >= inside.minX
    let flipsY = anchor.maxY + size.height > inside.maxY && anchor.minY - size.height >= inside.minY
    let corner = Point(
      x: flipsX ? anchor.maxX : anchor.minX, y: flipsY ? anchor.minY : anchor.maxY)
    let frame = movedInside(
      size,
      at: Point(
        x: flipsX ? corner.x - size.width : corner.x,
        y: flipsY ? corner.y - size.height : corner.y))
    return (frame, corner.clamped(to: frame))
  }

  /// A rectangle on whole device pixels, cut and moved so that it is inside.
  private func movedInside(_ size: Size, at origin: Point) -> Rect {
    let size = Size(width: min(size.width, inside.width), height: min(size.height, inside.height))
    let room = Rect(
      origin: inside.origin,
      size: Size(width: inside.width - size.width, height: inside.height - size.height))
    let snapped = Point(x: environment.snapped(origin.x), y: environment.snapped(origin.y))
    return Rect(origin: snapped.clamped(to: room), size: size)
  }
}
