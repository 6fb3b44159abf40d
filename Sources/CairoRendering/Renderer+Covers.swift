import Scene

extension Renderer.Place {
  /// The last of some siblings behind which nothing of the area can be seen: what comes before it
  /// need not be painted. `nil` where there is none.
  ///
  /// A caret that blinks in a field on a card before a window costs two rectangles that way.
  ///
  /// - Complexity: O(*n*) in their number.
  func lastCover(of siblings: Range<Int>, in list: DisplayList) -> Int? {
    var cover: Int?
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let footprint = list.footprints[index]
      if mayHide(footprint.ink), isHidden(by: index, of: list) { cover = index }
      index += footprint.extent
    }
    return cover
  }

  /// Whether nothing of the area can be seen behind an element, or behind a group with all its
  /// content.
  private func isHidden(by index: Int, of list: DisplayList) -> Bool {
    switch list.elements[index] {
    case .shape(.rect(let rect), .fill, let color):
      color.alpha >= 1 && covers(rect)
    case .shape(.roundedRect(let shape), .fill, let color):
      color.alpha >= 1 && (covers(shape.withoutEnds) || covers(shape.withoutSides))
    case .group(let group, let count):
      isHidden(by: group, around: index + 1..<index + 1 + count, of: list)
    case .recording(let recording):
      lastCover(of: recording.list.range, in: recording.list) != nil
    default: false
    }
  }

  private func isHidden(
    by group: DisplayList.Group, around content: Range<Int>, of list: DisplayList
  ) -> Bool {
    guard group.opacity >= 1 else { return false }
    var inner = self
    inner.space = space.entering(group)
    if let clip = group.clip {
      guard clip.cornerRadius == 0, inner.covers(clip.rect) else { return false }
    }
    return inner.lastCover(of: content, in: list) != nil
  }

  /// Whether the area lies in the hole of a frame, which does not touch it.
  func isEncircled(by shape: Shape, _ paint: Paint) -> Bool {
    guard case .stroke(let width) = paint else { return false }
    switch shape {
    case .rect(let rect): return covers(rect.inset(by: width / 2))
    case .roundedRect(let outline):
      let hole = outline.inset(by: width / 2)
      return covers(hole.withoutEnds) || covers(hole.withoutSides)
    case .path: return false
    }
  }

  /// The pixels, if they are many, of which nothing can be seen behind an element.
  func pixelsHidden(by element: DisplayList.Element) -> PixelRect? {
    guard case .shape(.roundedRect(let shape), .fill, let color) = element, color.alpha >= 1 else {
      return nil
    }
    return largeInside(of: shape)
  }

  /// Pixels wholly inside of a shape, with others around them that are as well; `nil` where they are
  /// too few to be worth a request of their own.
  func largeInside(of shape: RoundedRect) -> PixelRect? {
    let (wide, high) = (wholePixels(in: shape.withoutEnds), wholePixels(in: shape.withoutSides))
    let inside = (wide.area > high.area ? wide : high).outset(by: -1)
    return inside.area >= Self.leastSlicedArea ? inside : nil
  }

  /// Whether each pixel of the area lies wholly in a rectangle.
  private func covers(_ rect: Rect) -> Bool {
    mayHide(rect) && wholePixels(in: rect).contains(area)
  }

  /// A quick look whether a rectangle may cover all of the area.
  private func mayHide(_ rect: Rect) -> Bool {
    let (start, end) = (devicePoint(rect.origin), devicePoint(Point(x: rect.maxX, y: rect.maxY)))
    return start.x < Double(area.x + 1) && end.x > Double(area.maxX - 1)
      && start.y < Double(area.y + 1) && end.y > Double(area.maxY - 1)
  }

  /// The pixels that lie wholly in a rectangle.
  private func wholePixels(in rect: Rect) -> PixelRect {
    guard let (columns, rows) = bands(of: rect) else {
      return PixelRect(x: 0, y: 0, width: 0, height: 0)
    }
    return PixelRect(
      x: columns.whole.lowerBound, y: rows.whole.lowerBound, width: columns.whole.count,
      height: rows.whole.count)
  }
}

extension RoundedRect {
  /// What lies between the corners at the top and those at the bottom.
  fileprivate var withoutEnds: Rect {
    Rect(
      x: rect.minX, y: rect.minY + cornerRadius, width: rect.width,
      height: max(0, rect.height - 2 * cornerRadius))
  }

  /// What lies between the corners at either side.
  fileprivate var withoutSides: Rect {
    Rect(
      x: rect.minX + cornerRadius, y: rect.minY, width: max(0, rect.width - 2 * cornerRadius),
      height: rect.height)
  }
}
