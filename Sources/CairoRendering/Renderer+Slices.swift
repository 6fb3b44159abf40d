import Scene

extension Renderer {
  /// Fills a large rounded rectangle on whole pixels without a mask of all of it.
  ///
  /// Only its corners need one, which is the same for all that share their radius: a card is a few
  /// hundred bytes then instead of a few hundred thousand.
  ///
  /// - Returns: Whether it is such a one; nothing is painted where it is not.
  func fillSliced(
    _ shape: RoundedRect, _ color: Color, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable
  ) -> Bool {
    guard let slices = place.slices(of: shape) else { return false }
    for index in slices.straight.indices {
      let area = slices.straight[index].intersection(place.area)
      if !area.isEmpty { canvas.fill(area, color) }
    }
    let subject = CoverageKey.Subject.shape(.roundedRect(slices.disc), .fill)
    for index in slices.corners.indices {
      let corner = slices.corners[index]
      var place = place
      place.area = place.area.intersection(corner.area)
      guard !place.area.isEmpty else { continue }
      paint(
        subject, at: PixelAnchor(corner.disc), scale: place.scale, color, in: place, on: canvas)
    }
    return true
  }
}

/// A rounded rectangle on whole pixels, cut into what has straight sides and four corners.
private struct Slices {
  /// A quarter of a disc.
  struct Corner {
    /// Which pixels it covers.
    let area: PixelRect
    /// Where the disc's own top leading corner lies, in device pixels.
    let disc: Point
  }

  /// All four corners put together, in the shape's unit.
  let disc: RoundedRect
  let straight: InlineArray<3, PixelRect>
  let corners: InlineArray<4, Corner>

  /// - Parameters:
  ///   - frame: The shape's pixels, more than twice `radius` wide and high.
  ///   - radius: In whole pixels, not less than the shape's own.
  init(_ shape: RoundedRect, frame: PixelRect, radius: Int, scale: Double) {
    let side = Double(2 * radius) / scale
    disc = RoundedRect(
      Rect(x: 0, y: 0, width: side, height: side), cornerRadius: shape.cornerRadius)
    let (x, y) = (frame.x, frame.y)
    let inner = (width: frame.width - 2 * radius, height: frame.height - 2 * radius)
    straight = [
      PixelRect(x: x + radius, y: y, width: inner.width, height: radius),
      PixelRect(x: x, y: y + radius, width: frame.width, height: inner.height),
      PixelRect(x: x + radius, y: frame.maxY - radius, width: inner.width, height: radius),
    ]
    corners = InlineArray { index in
      let (isRight, isBelow) = (index % 2 == 1, index / 2 == 1)
      return Corner(
        area: PixelRect(
          x: isRight ? frame.maxX - radius : x, y: isBelow ? frame.maxY - radius : y,
          width: radius, height: radius),
        disc: Point(
          x: Double(isRight ? frame.maxX - 2 * radius : x),
          y: Double(isBelow ? frame.maxY - 2 * radius : y)))
    }
  }
}

extension Renderer.Place {
  /// From this many pixels on, a few requests are better than one mask more, or than so many pixels
  /// painted through it.
  static let leastSlicedArea = 8192

  /// - Returns: `nil` where a shape is small, or not on whole pixels.
  fileprivate func slices(of shape: RoundedRect) -> Slices? {
    let end = devicePoint(Point(x: shape.rect.maxX, y: shape.rect.maxY))
    guard let start = PixelAnchor(devicePoint(shape.rect.origin)), let end = PixelAnchor(end),
      start.phase == PixelAnchor.Phase(), end.phase == PixelAnchor.Phase()
    else { return nil }
    let frame = PixelRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    let radius = (shape.cornerRadius * scale).rounded(.up)
    guard frame.area >= Self.leastSlicedArea, radius > 0,
      Double(min(frame.width, frame.height)) > 2 * radius
    else { return nil }
    return Slices(shape, frame: frame, radius: Int(radius), scale: scale)
  }
}
