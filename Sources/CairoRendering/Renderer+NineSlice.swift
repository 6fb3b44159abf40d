import Scene

extension Renderer {
  /// Fills a large rounded rectangle on whole pixels without a mask of the whole shape.
  ///
  /// Only its corners need a mask, and all rectangles of the same radius share it. So a card needs
  /// a few hundred bytes instead of a few hundred thousand.
  ///
  /// - Returns: Whether the shape is large and on whole pixels. If not, nothing is painted.
  func fillNineSliced(
    _ shape: RoundedRect, _ color: Color, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable
  ) -> Bool {
    guard let (pixels, radius) = context.nineSlice(of: shape) else { return false }
    let inner = pixels.outset(by: -radius)
    let straightParts: InlineArray<3, PixelRect> = [
      PixelRect(x: inner.x, y: pixels.y, width: inner.width, height: radius),
      PixelRect(x: pixels.x, y: inner.y, width: pixels.width, height: inner.height),
      PixelRect(x: inner.x, y: inner.maxY, width: inner.width, height: radius),
    ]
    for index in straightParts.indices {
      let area = straightParts[index].intersection(context.area)
      if !area.isEmpty { canvas.fill(area, color) }
    }
    // All four corners are quarters of this disc.
    let side = Double(2 * radius) / context.scale
    let disc = RoundedRect(Rect(x: 0, y: 0, width: side, height: side), cornerRadius: shape.cornerRadius)
    for index in 0..<4 {
      let (isRight, isBelow) = (index % 2 == 1, index / 2 == 1)
      let (x, y) = (isRight ? inner.maxX : pixels.x, isBelow ? inner.maxY : pixels.y)
      let origin = Point(x: Double(isRight ? x - radius : x), y: Double(isBelow ? y - radius : y))
      var context = context
      context.area = context.area.intersection(PixelRect(x: x, y: y, width: radius, height: radius))
      guard !context.area.isEmpty else { continue }
      paint(
        .shape(.roundedRect(disc), .fill), at: SubpixelPosition(origin), scale: context.scale, color,
        in: context, on: canvas)
    }
    return true
  }
}

extension Renderer.PaintContext {
  /// The minimum area in pixels for which several fill requests are cheaper than another mask or
  /// than painting this many pixels through a mask.
  static let minimumNineSliceArea = 8192

  /// Returns the pixels of a shape, and the size of a corner in whole pixels, at least the radius of the shape. Returns
  /// `nil` if the shape is small or not on whole pixels.
  fileprivate func nineSlice(of shape: RoundedRect) -> (pixels: PixelRect, radius: Int)? {
    let end = devicePoint(Point(x: shape.rect.maxX, y: shape.rect.maxY))
    guard let start = SubpixelPosition(devicePoint(shape.rect.origin)), let end = SubpixelPosition(end),
      start.offset == SubpixelPosition.SubpixelOffset(), end.offset == SubpixelPosition.SubpixelOffset()
    else { return nil }
    let pixels = PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    let radius = (shape.cornerRadius * scale).rounded(.up)
    guard pixels.area >= Self.minimumNineSliceArea, radius > 0,
      Double(min(pixels.width, pixels.height)) > 2 * radius
    else { return nil }
    return (pixels, Int(radius))
  }
}
