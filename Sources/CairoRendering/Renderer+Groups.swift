import Scene

extension Renderer {
  /// Paints the elements of a group.
  func paint(
    _ group: DisplayList.Group, _ content: ArraySlice<DisplayList.Element>, in place: Place,
    on context: borrowing CairoContext, _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    guard group.opacity > 0 else { return }
    var place = place
    place.space = place.space.entering(group)
    guard group.opacity < 1 else {
      return paint(content, clippedTo: group.clip, in: place, on: context, secrets)
    }
    place.area = place.area.intersection(place.reach(of: content))
    guard !place.area.isEmpty else { return }
    context.paintTogether(place.area, opacity: group.opacity) {
      paint(content, clippedTo: group.clip, in: place, on: context, secrets)
    }
  }

  private func paint(
    _ content: ArraySlice<DisplayList.Element>, clippedTo clip: RoundedRect?, in place: Place,
    on context: borrowing CairoContext, _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    var place = place
    guard let clip else { return paint(content, in: place, on: context, secrets) }
    if let pixels = place.wholePixels(of: clip) {
      place.area = place.area.intersection(pixels)
      return paint(content, in: place, on: context, secrets)
    }
    guard let anchor = PixelAnchor(place.devicePoint(clip.rect.origin)),
      let mask = picture(
        of: .shape(.roundedRect(clip.aroundOrigin), .fill), at: anchor, scale: place.scale,
        frame: place.frame)
    else { return }
    let covered = mask.bounds.offset(x: anchor.x, y: anchor.y)
    place.area = place.area.intersection(covered).intersection(place.reach(of: content))
    guard !place.area.isEmpty else { return }
    context.paintTogether(place.area, through: mask.surface, at: (covered.x, covered.y)) {
      paint(content, in: place, on: context, secrets)
    }
  }
}

extension Renderer.Place {
  /// The pixels that a clip without round corners covers; `nil` where it has some or covers any pixel
  /// in part.
  fileprivate func wholePixels(of clip: RoundedRect) -> PixelRect? {
    guard clip.cornerRadius == 0, let bands = bands(of: clip.rect), bands.columns.isWhole,
      bands.rows.isWhole
    else { return nil }
    let (columns, rows) = (bands.columns.range, bands.rows.range)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// All pixels that any of some elements may touch.
  ///
  /// - Complexity: O(*n*) in their number.
  fileprivate func reach(of elements: ArraySlice<DisplayList.Element>) -> PixelRect {
    var union = PixelRect(x: 0, y: 0, width: 0, height: 0)
    var index = elements.startIndex
    while index < elements.endIndex {
      switch elements[index] {
      case .group(let group, let count):
        var inner = self
        inner.space = space.entering(group)
        union = union.union(inner.reach(of: elements[index + 1...index + count]))
        index += count
      case let element:
        if let ink = element.ink { union = union.union(space.reach(of: ink)) }
      }
      index += 1
    }
    return union
  }
}
