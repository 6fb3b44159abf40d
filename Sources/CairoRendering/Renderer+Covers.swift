import Scene

extension Renderer.Place {
  /// The last of some siblings behind which nothing of the area can be seen: what comes before it
  /// need not be painted. `nil` where there is none.
  ///
  /// A caret that blinks in a field on a card before a window costs two rectangles that way.
  ///
  /// - Complexity: O(*n*) in their number.
  func lastCover(of siblings: ArraySlice<DisplayList.Element>) -> Int? {
    var cover: Int?
    var index = siblings.startIndex
    while index < siblings.endIndex {
      let next = index + siblings[index].extent
      if isHidden(by: siblings[index..<next]) { cover = index }
      index = next
    }
    return cover
  }

  /// Whether nothing of the area can be seen behind an element, or behind a group with all its
  /// content.
  private func isHidden(by sibling: ArraySlice<DisplayList.Element>) -> Bool {
    switch sibling.first {
    case .shape(.rect(let rect), .fill, let color)?:
      color.alpha >= 1 && covers(rect)
    case .shape(.roundedRect(let shape), .fill, let color)?:
      color.alpha >= 1 && (covers(shape.withoutEnds) || covers(shape.withoutSides))
    case .group(let group, _)?:
      isHidden(by: group, around: sibling.dropFirst())
    default: false
    }
  }

  private func isHidden(
    by group: DisplayList.Group, around content: ArraySlice<DisplayList.Element>
  ) -> Bool {
    guard group.opacity >= 1 else { return false }
    var inner = self
    inner.space = space.entering(group)
    if let clip = group.clip {
      guard clip.cornerRadius == 0, inner.covers(clip.rect) else { return false }
    }
    return inner.lastCover(of: content) != nil
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

  /// Whether each pixel of the area lies wholly in a rectangle.
  private func covers(_ rect: Rect) -> Bool {
    guard let (columns, rows) = bands(of: rect) else { return false }
    return columns.whole.contains(area.x..<area.maxX) && rows.whole.contains(area.y..<area.maxY)
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
