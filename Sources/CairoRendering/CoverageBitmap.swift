import Scene

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
