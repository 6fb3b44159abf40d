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
    let parts = context.area.parts(outside: hole ?? PixelRect(x: 0, y: 0, width: 0, height: 0))
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

/// A mask that a canvas created, in the format of that canvas.
struct PlacedMask {
  /// The pixels of the canvas that the mask covers. In the cache, they are relative to its anchor.
  let area: PixelRect
  let mask: CanvasMask

  /// Returns the cached mask at a position on the canvas.
  ///
  /// - Parameter anchor: The pixel of the canvas that is the origin of `area`.
  func placed(at anchor: SubpixelPosition) -> PlacedMask {
    PlacedMask(area: area.offset(x: anchor.x, y: anchor.y), mask: mask)
  }
}

/// The cache key of a coverage bitmap: everything that determines its bytes. Its pixel position and
/// its color are not part of the key.
struct CoverageKey: Hashable {
  /// An element without its position, in logical pixels relative to its own origin.
  enum Element: Hashable {
    case shape(Shape, Paint)
    /// A shadow without its color, which determines only its extent, in standard deviations.
    case shadow(RoundedRect, blur: Double, extent: Double)
    case text(StyledString)
  }

  let element: Element
  /// The number of device pixels per unit of the element.
  let scale: Double
  let offset: SubpixelPosition.SubpixelOffset
  /// The only pixels that are drawn if the whole bitmap would be too large.
  var crop: PixelRect?

  /// Omits properties that seldom distinguish two keys, and combines numbers to one word, because each frame looks up
  /// about a dozen keys. Equality compares all properties.
  func hash(into hasher: inout Hasher) {
    var word = scale.bitPattern &+ UInt64(offset.x) << 8 &+ UInt64(offset.y)
    switch element {
    case .shape(.path(let path), _): hasher.combine(path.elements.first)
    case .shape(.rect(let rect), _): word = word &* 31 &+ rect.size.hashedWord
    case .shape(.roundedRect(let shape), _), .shadow(let shape, _, _):
      word = word &* 31 &+ shape.rect.size.hashedWord
    case .text(let text): text.hash(into: &hasher)
    }
    hasher.combine(word)
  }

  /// The position of the element's origin within the anchor's pixel, in device pixels.
  var originInPixel: Point { Point(x: Double(offset.x) / 256, y: Double(offset.y) / 256) }

  /// Returns the device pixels, relative to the anchor, that some ink of the element touches, and
  /// one more on each side, because Cairo rounds outlines to 1/256 of a pixel.
  func pixels(covering ink: Rect) -> PixelRect {
    let placed = Transform(scale: scale, translation: originInPixel - .zero)(ink)
    return PixelRect(covering: placed, scale: 1).outset(by: 1)
  }
}

extension Size {
  /// A word that is the same for equal sizes, also if one side is negative zero.
  fileprivate var hashedWord: UInt64 { (width + 0).bitPattern &* 31 &+ (height + 0).bitPattern }
}

/// The coverage of each pixel by one element, drawn completely and without a clip.
///
/// Cairo's antialiasing depends on the clip: the edge of a clipped stroke differs by up to 12/255.
/// Therefore only pixel-aligned rectangles are drawn directly into the frame. Every other element
/// is drawn once into its own bitmap, which is then painted pixel by pixel.
struct CoverageBitmap: ~Copyable {
  /// The coverage, 8 bits per pixel. The first pixel is at the origin of `bounds`.
  private let surface: CairoSurface
  /// The pixels of the bitmap, relative to its anchor.
  let bounds: PixelRect

  /// The limits of a bitmap in pixels: total and per side. Cairo's own limit is 32,767 per side.
  static let maximumArea = 1 << 24
  static let maximumSide = 1 << 14

  /// Creates a bitmap.
  ///
  /// - Parameters:
  ///   - bounds: The pixels, relative to the anchor; not empty.
  ///   - draw: Draws with the anchor at the given point of the surface, in pixels.
  /// - Throws: `RenderingError.drawing` if there is not enough memory or if Cairo cannot draw the
  ///   coordinates.
  init(
    bounds: PixelRect, draw: (borrowing CairoSurface, Point) throws(RenderingError) -> Void
  ) throws(RenderingError) {
    let surface = try CairoSurface(coverageWidth: bounds.width, height: bounds.height)
    try draw(surface, Point(x: Double(-bounds.x), y: Double(-bounds.y)))
    try check(surface.status)
    self.bounds = bounds
    self.surface = surface
  }

  /// Returns the bitmap as a mask of a canvas, or `nil` if there is not enough memory.
  func mask(for canvas: borrowing some Canvas & ~Copyable) -> CanvasMask? {
    let stride = surface.stride
    return surface.withBytes {
      canvas.makeMask(UnsafeBufferPointer($0), width: bounds.width, height: bounds.height, stride: stride)
    }
  }

  /// Overwrites all pixels.
  func wipe() { surface.wipe() }

  /// Returns whether a bitmap of this size is too large to be drawn as a whole.
  static func isTooLarge(_ bounds: PixelRect) -> Bool {
    max(bounds.width, bounds.height) > maximumSide || bounds.area > maximumArea
  }
}
