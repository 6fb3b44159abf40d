import Scene

/// How much of each pixel one element covers, drawn whole and without any clip.
///
/// Cairo's antialiasing depends on the clip: the edge of a clipped stroke differs by up to 12/255.
/// So nothing but pixel-aligned rectangles is drawn straight into the frame; everything else is
/// drawn into a picture of its own once, and from there pixel by pixel.
struct CoveragePicture: ~Copyable {
  /// 8 bits a pixel; the first one lies at the origin of `bounds`.
  private let surface: CairoSurface
  /// Which pixels the picture holds, counted from its anchor.
  let bounds: PixelRect

  /// The most pixels that a picture may have, and on a side; Cairo itself ends at 32,767 on a side.
  static let largestArea = 1 << 24
  static let longestSide = 1 << 14

  /// - Parameters:
  ///   - bounds: Counted from the anchor; not empty.
  ///   - paint: Draws with the anchor at the context's origin.
  /// - Throws: `RenderingError.cairo` where there is no memory or where it cannot draw such
  ///   numbers.
  init(
    bounds: PixelRect, paint: (borrowing CairoContext) -> Void
  ) throws(RenderingError) {
    let surface = try CairoSurface(coverageWidth: bounds.width, height: bounds.height)
    let context = CairoContext(on: surface)
    context.map(scale: 1, origin: Point(x: Double(-bounds.x), y: Double(-bounds.y)))
    paint(context)
    try check(context.status)
    self.bounds = bounds
    self.surface = surface
  }

  /// A picture of text.
  ///
  /// - Parameter draw: Draws with the anchor at the given place of the surface, in pixels.
  /// - Throws: `RenderingError.cairo` where there is no memory.
  init(
    textIn bounds: PixelRect, draw: (borrowing CairoSurface, Point) -> Void
  ) throws(RenderingError) {
    let surface = try CairoSurface(coverageWidth: bounds.width, height: bounds.height)
    draw(surface, Point(x: Double(-bounds.x), y: Double(-bounds.y)))
    try check(surface.status)
    self.bounds = bounds
    self.surface = surface
  }

  /// A picture of a shadow, which is computed and not drawn.
  ///
  /// - Throws: `RenderingError.cairo` where `bounds` are not the whole shadow's or there is no
  ///   memory.
  init(of shadow: ShadowProfile, bounds: PixelRect) throws(RenderingError) {
    guard bounds == shadow.bounds else { throw .cairo("a shadow is too large") }
    let surface = try CairoSurface(coverageWidth: bounds.width, height: bounds.height)
    let stride = surface.stride
    surface.withBytes { shadow.write(to: $0, stride: stride) }
    self.bounds = bounds
    self.surface = surface
  }

  /// The same as a mask of a canvas's own; `nil` where there is no memory.
  func mask(for canvas: borrowing some Canvas & ~Copyable) -> CanvasMask? {
    let stride = surface.stride
    return surface.withBytes {
      canvas.makeMask(
        UnsafeBufferPointer($0), width: bounds.width, height: bounds.height, stride: stride)
    }
  }

  /// Overwrites all pixels.
  func wipe() { surface.wipe() }

  /// Whether a picture of that size is too large to be drawn whole.
  static func isTooLarge(_ bounds: PixelRect) -> Bool {
    max(bounds.width, bounds.height) > longestSide || bounds.area > largestArea
  }
}
