import Scene

extension Renderer {
  /// Fills or strokes an outline; a filled rectangle needs no mask, all others have one.
  func paint(
    _ shape: Shape, _ paint: Paint, _ color: Color, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    if case .rect(let rect) = shape, paint == .fill {
      return fill(rect, color, in: place, on: canvas)
    }
    if place.isEncircled(by: shape, paint) { return }
    if case .roundedRect(let rounded) = shape, paint == .fill,
      fillSliced(rounded, color, in: place, on: canvas)
    {
      return
    }
    let (outline, origin) = shape.aroundOrigin
    let subject = CoverageKey.Subject.shape(outline, paint)
    let anchor = PixelAnchor(place.devicePoint(origin))
    if case .roundedRect(let rounded) = shape, paint == .fill,
      let inside = place.largeInside(of: rounded)
    {
      fill(inside, around: subject, at: anchor, color, in: place, on: canvas)
    } else {
      self.paint(subject, at: anchor, scale: place.scale, color, in: place, on: canvas)
    }
  }

  /// Fills what needs no mask without one.
  ///
  /// - Parameter inside: Pixels that the subject covers wholly.
  private func fill(
    _ inside: PixelRect, around subject: CoverageKey.Subject, at anchor: PixelAnchor?,
    _ color: Color, in place: Place, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard color.alpha > 0 else { return }
    let middle = inside.intersection(place.area)
    if !middle.isEmpty { canvas.fill(middle, color) }
    paint(subject, at: anchor, scale: place.scale, color, outside: inside, in: place, on: canvas)
  }

  /// Fills a rectangle without any picture of it.
  private func fill(
    _ rect: Rect, _ color: Color, in place: Place, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard color.alpha > 0, let bands = place.bands(of: rect) else { return }
    for row in bands.rows.indices {
      for column in bands.columns.indices {
        let (y, x) = (bands.rows[row], bands.columns[column])
        let piece = PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
        let area = piece.intersection(place.area)
        guard !area.isEmpty else { continue }
        canvas.fill(area, color.opacity(x.coverage * y.coverage))
      }
    }
  }

  /// Paints the shadow of a shape, on whole pixels.
  ///
  /// - Parameter cover: Pixels of which what casts the shadow hides all.
  func paint(
    _ shadow: Shadow, of shape: RoundedRect, hiddenBy cover: PixelRect?, in place: Place,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    let center = place.devicePoint(shape.rect.center + shadow.offset)
    let outline = shape.aroundOrigin
    // Half a pixel cannot be seen in a blur, so its picture is the same wherever it moves.
    paint(
      .shadow(outline, blur: shadow.blur), at: PixelAnchor(rounding: center), scale: place.scale,
      shadow.color, outside: cover, in: place, on: canvas)
  }
}

extension Renderer.Place {
  /// Device pixels to one unit of the elements' own space.
  var scale: Double { space.transform.scale * space.scale }

  /// Where a point of the elements' own space lies, in device pixels.
  func devicePoint(_ point: Point) -> Point {
    let logical = space.transform(point)
    return Point(x: logical.x * space.scale, y: logical.y * space.scale)
  }

  /// The parts of a rectangle that cover their pixels alike; `nil` where its numbers are not
  /// finite.
  func bands(of rect: Rect) -> (columns: PixelBands, rows: PixelBands)? {
    let start = devicePoint(rect.origin)
    let end = devicePoint(Point(x: rect.maxX, y: rect.maxY))
    guard let left = FixedPoint(start.x), let top = FixedPoint(start.y),
      let right = FixedPoint(end.x), let bottom = FixedPoint(end.y)
    else { return nil }
    return (PixelBands(from: left, to: right), PixelBands(from: top, to: bottom))
  }
}

extension Shape {
  /// The same outline with its place taken out, where that can be told from it.
  fileprivate var aroundOrigin: (outline: Shape, origin: Point) {
    switch self {
    case .rect(let rect): (.rect(Rect(origin: .zero, size: rect.size)), rect.origin)
    case .roundedRect(let rounded): (.roundedRect(rounded.aroundOrigin), rounded.rect.origin)
    case .path: (self, .zero)
    }
  }
}

extension RoundedRect {
  /// The same shape with its top leading corner in the origin.
  var aroundOrigin: RoundedRect {
    RoundedRect(Rect(origin: .zero, size: rect.size), cornerRadius: cornerRadius)
  }
}
