import Scene

extension Renderer.PaintContext {
  /// Returns the index of the last sibling that hides everything behind it in the area, or `nil` if
  /// there is none. The elements before it need not be painted.
  ///
  /// So a caret that blinks in a field on a card in a window costs only two rectangles.
  ///
  /// - Complexity: O(*n*) in the number of siblings.
  func lastOccluder(of siblings: Range<Int>, in list: DisplayList) -> Int? {
    var occluder: Int?
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let footprint = list.footprints[index]
      if mayBeCovered(by: footprint.ink), isOccluded(by: index, of: list) { occluder = index }
      index += footprint.elementCount
    }
    return occluder
  }

  /// Returns whether an element, or a group with all its content, hides the whole area.
  private func isOccluded(by index: Int, of list: DisplayList) -> Bool {
    switch list.elements[index] {
    case .shape(.rect(let rect), .fill, let color): color.alpha >= 1 && isCovered(by: rect)
    case .shape(.roundedRect(let shape), .fill, let color):
      color.alpha >= 1 && (isCovered(by: shape.middleRows) || isCovered(by: shape.middleColumns))
    case .group(let group, let count): isOccluded(by: group, around: index + 1..<index + 1 + count, of: list)
    case .recording(let recording): lastOccluder(of: recording.list.range, in: recording.list) != nil
    default: false
    }
  }

  private func isOccluded(by group: DisplayList.Group, around content: Range<Int>, of list: DisplayList)
    -> Bool
  {
    guard group.opacity >= 1 else { return false }
    var inner = self
    inner.space = space.entering(group)
    if let clip = group.clip {
      guard clip.cornerRadius == 0, inner.isCovered(by: clip.rect) else { return false }
    }
    return inner.lastOccluder(of: content, in: list) != nil
  }

  /// Returns whether the area is completely inside of a stroked outline, which does not touch it.
  func isInsideHole(of shape: Shape, _ paint: Paint) -> Bool {
    guard case .stroke(let width) = paint else { return false }
    switch shape {
    case .rect(let rect): return isCovered(by: rect.inset(by: width / 2))
    case .roundedRect(let outline):
      let hole = outline.inset(by: width / 2)
      return isCovered(by: hole.middleRows) || isCovered(by: hole.middleColumns)
    case .path: return false
    }
  }

  /// Returns the pixels that an element hides completely, or `nil` if they are too few to matter.
  func hiddenPixels(by element: DisplayList.Element) -> PixelRect? {
    guard case .shape(.roundedRect(let shape), .fill, let color) = element, color.alpha >= 1 else {
      return nil
    }
    return opaqueInterior(of: shape)
  }

  /// Returns pixels that are completely inside of a shape, at least one pixel from its edge. The
  /// result is `nil` if they are too few to justify a separate fill request.
  func opaqueInterior(of shape: RoundedRect) -> PixelRect? {
    let (wide, high) = (wholePixels(in: shape.middleRows), wholePixels(in: shape.middleColumns))
    let interior = (wide.area > high.area ? wide : high).outset(by: -1)
    return interior.area >= Self.minimumNineSliceArea ? interior : nil
  }

  /// Returns whether each pixel of the area is completely inside of a rectangle.
  private func isCovered(by rect: Rect) -> Bool {
    mayBeCovered(by: rect) && wholePixels(in: rect).contains(area)
  }

  /// Quickly returns whether a rectangle may cover the whole area.
  private func mayBeCovered(by rect: Rect) -> Bool {
    let (start, end) = (devicePoint(rect.origin), devicePoint(Point(x: rect.maxX, y: rect.maxY)))
    return start.x < Double(area.x + 1) && end.x > Double(area.maxX - 1) && start.y < Double(area.y + 1)
      && end.y > Double(area.maxY - 1)
  }

  /// Returns the pixels that are completely inside of a rectangle.
  private func wholePixels(in rect: Rect) -> PixelRect {
    guard let (columns, rows) = bands(of: rect) else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(
      x: columns.full.lowerBound, y: rows.full.lowerBound, width: columns.full.count, height: rows.full.count)
  }
}

extension RoundedRect {
  /// The rectangle between the top corners and the bottom corners.
  fileprivate var middleRows: Rect {
    Rect(
      x: rect.minX, y: rect.minY + cornerRadius, width: rect.width,
      height: max(0, rect.height - 2 * cornerRadius))
  }

  /// The rectangle between the left corners and the right corners.
  fileprivate var middleColumns: Rect {
    Rect(
      x: rect.minX + cornerRadius, y: rect.minY, width: max(0, rect.width - 2 * cornerRadius),
      height: rect.height)
  }
}
