import Scene

extension Renderer {
  /// Blends a color over the pixels that an element covers.
  ///
  /// - Parameters:
  ///   - anchor: The position of the element's origin.
  ///   - scale: The number of device pixels per unit of the element.
  ///   - hole: The pixels that stay unchanged.
  func paint(
    _ element: CoverageKey.Element, at anchor: SubpixelPosition?, scale: Double, _ color: Color,
    outside hole: PixelRect? = nil, in context: PaintContext, on canvas: borrowing some Canvas & ~Copyable
  ) {
    guard let anchor, color.alpha > 0,
      let mask = mask(
        of: element, at: anchor, scale: scale, canvasBounds: context.canvasBounds, for: canvas)
    else { return }
    guard let hole, hole.intersects(context.area) else {
      return fill(through: mask, color, in: context, on: canvas)
    }
    let parts = context.area.parts(outside: hole)
    for index in parts.indices where !parts[index].isEmpty {
      var context = context
      context.area = parts[index]
      fill(through: mask, color, in: context, on: canvas)
    }
  }

  /// Blends a color over the canvas through a mask.
  func fill(
    through mask: PlacedMask, _ color: Color, in context: PaintContext,
    on canvas: borrowing some Canvas & ~Copyable
  ) {
    let area = mask.area.intersection(context.area)
    guard !area.isEmpty else { return }
    canvas.fill(area, color, through: mask.mask, at: mask.area.origin)
  }

  /// Returns the mask of an element. Creates it if it is not cached. Returns `nil` if it cannot be
  /// created.
  ///
  /// - Parameter canvasBounds: The only part that is drawn of an element that is too large for a mask.
  func mask(
    of element: CoverageKey.Element, at anchor: SubpixelPosition, scale: Double, canvasBounds: PixelRect,
    for canvas: borrowing some Canvas & ~Copyable
  ) -> PlacedMask? {
    var key = CoverageKey(element: element, scale: scale, offset: anchor.offset)
    if let cached = cachedMask(for: key, canvas) { return cached.placed(at: anchor) }
    var bounds = bounds(of: key)
    if CoverageBitmap.isTooLarge(bounds) {
      bounds = bounds.intersection(canvasBounds.offset(x: -anchor.x, y: -anchor.y))
      key.crop = bounds
      if let cached = cachedMask(for: key, canvas) { return cached.placed(at: anchor) }
    }
    guard !bounds.isEmpty,
      let mask = unlessOutOfMemory({ () throws(RenderingError) in
        try makeBitmap(of: key, bounds: bounds).mask(for: canvas)
      })
    else { return nil }
    let cached = PlacedMask(area: bounds, mask: mask)
    masks.insert(cached, for: key, cost: bounds.area + Self.maskOverhead)
    return cached.placed(at: anchor)
  }

  /// Returns the cached mask of a key if this canvas can paint through it.
  private func cachedMask(for key: CoverageKey, _ canvas: borrowing some Canvas & ~Copyable) -> PlacedMask? {
    masks.find(key) { $0.mask.outlast() }.flatMap { canvas.accepts($0.mask) ? $0 : nil }
  }

  /// Returns the pixels of the whole bitmap, relative to its anchor.
  private func bounds(of key: CoverageKey) -> PixelRect {
    switch key.element {
    case .shape(let shape, let paint): return key.pixels(covering: shape.ink(paint))
    case .text(let text):
      let line = unlessOutOfMemory { shaper.line(text.string, style: text.style) }
      return key.pixels(covering: line?.metrics.ink ?? .zero)
    case .shadow(let shape, let blur, let extent):
      return ShadowProfile(shape, blur: blur, extent: extent, scale: key.scale).bounds
    }
  }

  private func makeBitmap(of key: CoverageKey, bounds: PixelRect) throws(RenderingError) -> CoverageBitmap {
    switch key.element {
    case .shape(let shape, let paint):
      return try CoverageBitmap(bounds: bounds) { (surface, anchor) throws(RenderingError) in
        let context = CairoContext(on: surface)
        context.map(scale: 1, origin: anchor)
        context.map(scale: key.scale, origin: key.originInPixel)
        context.paint(shape, paint)
        try check(context.status)
      }
    case .text(let text):
      return try CoverageBitmap(bounds: bounds) { surface, anchor in
        shaper.line(text.string, style: text.style)?.draw(
          on: surface, at: anchor + (key.originInPixel - .zero), scale: key.scale)
      }
    case .shadow(let shape, let blur, let extent):
      let shadow = ShadowProfile(shape, blur: blur, extent: extent, scale: key.scale)
      guard bounds == shadow.bounds else { throw .drawing("the shadow is too large") }
      return try CoverageBitmap(bounds: bounds) { surface, _ in
        let stride = surface.stride
        surface.withBytes { shadow.write(to: $0, stride: stride) }
      }
    }
  }
}
