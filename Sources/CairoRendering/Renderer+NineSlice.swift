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
    guard let nineSlice = context.nineSlice(of: shape) else { return false }
    for index in nineSlice.straightParts.indices {
      let area = nineSlice.straightParts[index].intersection(context.area)
      if !area.isEmpty { canvas.fill(area, color) }
    }
    let element = CoverageKey.Element.shape(.roundedRect(nineSlice.disc), .fill)
    for index in nineSlice.corners.indices {
      let corner = nineSlice.corners[index]
      var context = context
      context.area = context.area.intersection(corner.area)
      guard !context.area.isEmpty else { continue }
      paint(
        element, at: SubpixelPosition(corner.discOrigin), scale: context.scale, color, in: context, on: canvas
      )
    }
    return true
  }
}

/// A rounded rectangle on whole pixels, divided into three rectangles and four corners.
private struct NineSlice {
  /// A quarter of a disc.
  struct Corner {
    /// The pixels of the corner.
    let area: PixelRect
    /// The top left corner of the disc, in device pixels.
    let discOrigin: Point
  }

  /// The disc that consists of all four corners, in the unit of the shape.
  let disc: RoundedRect
  let straightParts: InlineArray<3, PixelRect>
  let corners: InlineArray<4, Corner>

  /// Divides a shape.
  ///
  /// - Parameters:
  ///   - pixels: The pixels of the shape, more than twice `radius` wide and high.
  ///   - radius: The size of a corner in whole pixels, at least the radius of the shape.
  init(_ shape: RoundedRect, pixels: PixelRect, radius: Int, scale: Double) {
    let side = Double(2 * radius) / scale
    disc = RoundedRect(Rect(x: 0, y: 0, width: side, height: side), cornerRadius: shape.cornerRadius)
    let (x, y) = (pixels.x, pixels.y)
    let inner = (width: pixels.width - 2 * radius, height: pixels.height - 2 * radius)
    straightParts = [
      PixelRect(x: x + radius, y: y, width: inner.width, height: radius),
      PixelRect(x: x, y: y + radius, width: pixels.width, height: inner.height),
      PixelRect(x: x + radius, y: pixels.maxY - radius, width: inner.width, height: radius),
    ]
    corners = InlineArray { index in
      let (isRight, isBelow) = (index % 2 == 1, index / 2 == 1)
      return Corner(
        area: PixelRect(
          x: isRight ? pixels.maxX - radius : x, y: isBelow ? pixels.maxY - radius : y, width: radius,
          height: radius),
        discOrigin: Point(
          x: Double(isRight ? pixels.maxX - 2 * radius : x),
          y: Double(isBelow ? pixels.maxY - 2 * radius : y)))
    }
  }
}

extension Renderer.PaintContext {
  /// The minimum area in pixels for which several fill requests are cheaper than another mask or
  /// than painting this many pixels through a mask.
  static let minimumNineSliceArea = 8192

  /// Divides a shape, or returns `nil` if it is small or not on whole pixels.
  fileprivate func nineSlice(of shape: RoundedRect) -> NineSlice? {
    let end = devicePoint(Point(x: shape.rect.maxX, y: shape.rect.maxY))
    guard let start = SubpixelPosition(devicePoint(shape.rect.origin)), let end = SubpixelPosition(end),
      start.offset == SubpixelPosition.SubpixelOffset(), end.offset == SubpixelPosition.SubpixelOffset()
    else { return nil }
    let pixels = PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    let radius = (shape.cornerRadius * scale).rounded(.up)
    guard pixels.area >= Self.minimumNineSliceArea, radius > 0,
      Double(min(pixels.width, pixels.height)) > 2 * radius
    else { return nil }
    return NineSlice(shape, pixels: pixels, radius: Int(radius), scale: scale)
  }
}
