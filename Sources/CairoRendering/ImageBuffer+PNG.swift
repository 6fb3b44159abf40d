import CCairo
import Scene

extension ImageBuffer {
  /// Creates an image from a PNG file.
  ///
  /// - Parameter scale: The number of device pixels per logical pixel. The file does not contain
  ///   it.
  /// - Throws: `RenderingError.drawing` if the file cannot be read or is not a PNG image.
  public init(contentsOfPNG path: String, scale: Double = 1) throws(RenderingError) {
    let source = try CairoSurface(adopting: cairo_image_surface_create_from_png(path))
    let image = ImageBuffer(width: source.width, height: source.height, scale: scale)
    try image.withBitmap { bitmap throws(RenderingError) in
      let context = CairoContext(on: try CairoSurface(borrowing: bitmap))
      context.copy(source)
      try check(context.status)
    }
    self = image
  }

  /// Writes a PNG file. The colors of fully transparent pixels are lost.
  ///
  /// - Throws: `RenderingError.drawing` if the file cannot be written.
  public borrowing func writePNG(to path: String) throws(RenderingError) {
    try withBitmap { bitmap throws(RenderingError) in
      let surface = try CairoSurface(borrowing: bitmap)
      try check(surface.withPointer { cairo_surface_write_to_png($0, path) })
    }
  }
}
