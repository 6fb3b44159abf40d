import Scene

extension Renderer {
  /// Fills or strokes an outline. Only a filled rectangle needs no mask.
  func paint(
    _ shape: Shape, _ paint: Paint, _ color: Color, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    if case .rect(let rect) = shape, paint == .fill { return fill(rect, color, in: context, on: canvas) }
    if context.isInsideHole(of: shape, paint) { return }
    var interior: PixelRect?
    if case .roundedRect(let rounded) = shape, paint == .fill {
      if fillNineSliced(rounded, color, in: context, on: canvas) { return }
      // Only the edge of a large shape needs a mask.
      interior = context.opaqueInterior(of: rounded)
    }
    let middle = interior?.intersection(context.area)
    if let middle, !middle.isEmpty, color.alpha > 0 { canvas.fill(middle, color) }
    let (outline, origin) = shape.atOrigin
    self.paint(
      .shape(outline, paint), at: SubpixelPosition(context.devicePoint(origin)), scale: context.scale, color,
      outside: interior, in: context, on: canvas)
  }

  /// Fills a rectangle without a mask.
  private func fill(
    _ rect: Rect, _ color: Color, in context: PaintContext, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard color.alpha > 0, let bands = context.bands(of: rect) else { return }
    for row in bands.rows.indices {
      for column in bands.columns.indices {
        let (y, x) = (bands.rows[row], bands.columns[column])
        let cell = PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
        let area = cell.intersection(context.area)
        guard !area.isEmpty else { continue }
        canvas.fill(area, color.opacity(x.coverage * y.coverage))
      }
    }
  }

  /// Paints an image with its first pixel at the nearest whole pixel.
  func paint(
    _ image: Image, at position: Point, in context: PaintContext, on canvas: borrowing some Canvas & ~Copyable
  ) {
    let point = context.devicePoint(position)
    guard let x = Int(exactly: point.x.rounded()), let y = Int(exactly: point.y.rounded()) else { return }
    let frame = PixelRect(x: x, y: y, width: image.width, height: image.height)
    let area = frame.intersection(context.area)
    if !area.isEmpty { canvas.draw(image, in: area, at: frame.origin) }
  }

  /// Paints the shadow of a shape, at a position rounded to whole pixels.
  ///
  /// - Parameter hole: The pixels that the shape completely hides.
  func paint(
    _ shadow: Shadow, of shape: RoundedRect, hiddenBy hole: PixelRect?, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    let center = context.devicePoint(shape.rect.center + shadow.offset)
    let outline = shape.atOrigin
    // Half a pixel is not visible in a blur, so one bitmap serves for all positions.
    paint(
      .shadow(outline, blur: shadow.blur, extent: shadow.extent), at: SubpixelPosition(rounding: center),
      scale: context.scale, shadow.color, outside: hole, in: context, on: canvas)
  }
}

extension Renderer.PaintContext {
  /// The number of device pixels per unit of the elements' coordinate space.
  var scale: Double { space.transform.scale * space.scale }

  /// Converts a point from the elements' coordinate space to device pixels.
  func devicePoint(_ point: Point) -> Point {
    let logical = space.transform(point)
    return Point(x: logical.x * space.scale, y: logical.y * space.scale)
  }

  /// Returns the pixel coverage of a rectangle along both axes, or `nil` if its coordinates are not
  /// finite.
  func bands(of rect: Rect) -> (columns: AxisCoverage, rows: AxisCoverage)? {
    let start = devicePoint(rect.origin)
    let end = devicePoint(Point(x: rect.maxX, y: rect.maxY))
    guard let left = FixedPoint(start.x), let top = FixedPoint(start.y), let right = FixedPoint(end.x),
      let bottom = FixedPoint(end.y)
    else { return nil }
    return (AxisCoverage(from: left, to: right), AxisCoverage(from: top, to: bottom))
  }
}

extension Shape {
  /// The outline moved to the origin and its position. The position of a path is not separated.
  fileprivate var atOrigin: (outline: Shape, origin: Point) {
    switch self {
    case .rect(let rect): (.rect(Rect(origin: .zero, size: rect.size)), rect.origin)
    case .roundedRect(let rounded): (.roundedRect(rounded.atOrigin), rounded.rect.origin)
    case .path: (self, .zero)
    }
  }
}

extension RoundedRect {
  /// The same shape with its top left corner at the origin.
  var atOrigin: RoundedRect { RoundedRect(Rect(origin: .zero, size: rect.size), cornerRadius: cornerRadius) }
}
