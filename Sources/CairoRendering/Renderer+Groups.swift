import Scene

extension Renderer {
  /// Paints the elements of a group.
  func paint(
    _ group: DisplayList.Group, _ content: Range<Int>, of list: DisplayList, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable, _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    guard group.opacity > 0 else { return }
    var context = context
    context.space = context.space.entering(group)
    guard group.opacity < 1 else {
      return paint(content, of: list, clippedTo: group.clip, in: context, on: canvas, secrets)
    }
    context.area = context.area.intersection(context.pixelBounds(of: content, in: list))
    guard !context.area.isEmpty else { return }
    canvas.paintGroup(context.area, opacity: group.opacity) { layer in
      paint(content, of: list, clippedTo: group.clip, in: context, on: layer, secrets)
    }
  }

  private func paint(
    _ content: Range<Int>, of list: DisplayList, clippedTo clip: RoundedRect?, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable, _ secrets: borrowing some SecretTextSource & ~Copyable
  ) {
    var context = context
    guard let clip else { return paintVisible(content, of: list, in: context, on: canvas, secrets) }
    if clip.cornerRadius == 0 {
      context.area = context.area.intersection(context.nearestPixels(to: clip.rect))
      return paintVisible(content, of: list, in: context, on: canvas, secrets)
    }
    context.area = context.area.intersection(context.pixelBounds(of: content, in: list))
    guard !context.area.isEmpty, let anchor = SubpixelPosition(context.devicePoint(clip.rect.origin)),
      let mask = mask(
        of: .shape(.roundedRect(clip.atOrigin), .fill), at: anchor, scale: context.scale,
        canvasBounds: context.canvasBounds, for: canvas)
    else { return }
    context.area = context.area.intersection(mask.area)
    guard !context.area.isEmpty else { return }
    canvas.paintGroup(context.area, through: mask.mask, at: mask.area.origin) { layer in
      paintVisible(content, of: list, in: context, on: layer, secrets)
    }
  }
}

extension Renderer.PaintContext {
  /// Returns a rectangle with each side rounded to the nearest pixel edge. The result is empty if
  /// the coordinates are not finite.
  ///
  /// Clips without round corners are rounded this way. They then need no layer, and the position of
  /// the clip is wrong by less than half a pixel.
  fileprivate func nearestPixels(to rect: Rect) -> PixelRect {
    guard let start = SubpixelPosition(rounding: devicePoint(rect.origin)),
      let end = SubpixelPosition(rounding: devicePoint(Point(x: rect.maxX, y: rect.maxY)))
    else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
  }

  /// Returns the bounds of the pixels that the elements may touch.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  fileprivate func pixelBounds(of range: Range<Int>, in list: DisplayList) -> PixelRect {
    var union = PixelRect(x: 0, y: 0, width: 0, height: 0)
    var index = range.lowerBound
    while index < range.upperBound {
      let footprint = list.footprints[index]
      switch list.elements[index] {
      case .group(let group, let count):
        var inner = self
        inner.space = space.entering(group)
        union = union.union(inner.pixelBounds(of: index + 1..<index + 1 + count, in: list))
      case .recording(let recording):
        union = union.union(pixelBounds(of: recording.list.range, in: recording.list))
      default: union = union.union(space.damageBounds(of: footprint.ink))
      }
      index += footprint.elementCount
    }
    return union
  }
}
