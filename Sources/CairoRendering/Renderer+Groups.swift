import Scene

extension Renderer {
  /// Paints the elements of a group.
  func paint(
    _ group: DisplayList.Group, _ content: Range<Int>, of list: DisplayList, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    guard group.opacity > 0 else { return }
    var place = place
    place.space = place.space.entering(group)
    guard group.opacity < 1 else {
      return paint(content, of: list, clippedTo: group.clip, in: place, on: canvas, secrets)
    }
    place.area = place.area.intersection(place.reach(of: content, in: list))
    guard !place.area.isEmpty else { return }
    canvas.paintTogether(place.area, opacity: group.opacity) { layer in
      paint(content, of: list, clippedTo: group.clip, in: place, on: layer, secrets)
    }
  }

  private func paint(
    _ content: Range<Int>, of list: DisplayList, clippedTo clip: RoundedRect?, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable,
    _ secrets: borrowing some SecretReading & ~Copyable
  ) {
    var place = place
    guard let clip else { return paintVisible(content, of: list, in: place, on: canvas, secrets) }
    if clip.cornerRadius == 0 {
      place.area = place.area.intersection(place.nearestPixels(to: clip.rect))
      return paintVisible(content, of: list, in: place, on: canvas, secrets)
    }
    place.area = place.area.intersection(place.reach(of: content, in: list))
    guard !place.area.isEmpty, let anchor = PixelAnchor(place.devicePoint(clip.rect.origin)),
      let mask = mask(
        of: .shape(.roundedRect(clip.aroundOrigin), .fill), at: anchor, scale: place.scale,
        frame: place.frame, for: canvas)
    else { return }
    place.area = place.area.intersection(mask.area)
    guard !place.area.isEmpty else { return }
    canvas.paintTogether(place.area, through: mask.mask, at: mask.area.origin) { layer in
      paintVisible(content, of: list, in: place, on: layer, secrets)
    }
  }
}

extension Renderer.Place {
  /// A rectangle with each side moved to the nearest side of a pixel; empty where its numbers are
  /// not finite.
  ///
  /// A clip without round corners keeps to these: it needs no layer then, and cuts moving content
  /// by less than half a pixel more or less than it should.
  fileprivate func nearestPixels(to rect: Rect) -> PixelRect {
    guard let start = PixelAnchor(rounding: devicePoint(rect.origin)),
      let end = PixelAnchor(rounding: devicePoint(Point(x: rect.maxX, y: rect.maxY)))
    else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
  }

  /// All pixels that any of some elements may touch.
  ///
  /// - Complexity: O(*n*) in their number.
  fileprivate func reach(of part: Range<Int>, in list: DisplayList) -> PixelRect {
    var union = PixelRect(x: 0, y: 0, width: 0, height: 0)
    var index = part.lowerBound
    while index < part.upperBound {
      let footprint = list.footprints[index]
      switch list.elements[index] {
      case .group(let group, let count):
        var inner = self
        inner.space = space.entering(group)
        union = union.union(inner.reach(of: index + 1..<index + 1 + count, in: list))
      case .recording(let recording):
        union = union.union(reach(of: recording.list.range, in: recording.list))
      default: union = union.union(space.reach(of: footprint.ink))
      }
      index += footprint.extent
    }
    return union
  }
}
