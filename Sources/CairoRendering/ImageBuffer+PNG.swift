import CCairo
import Scene

extension ImageBuffer {
  /// Reads a PNG file.
  ///
  /// - Parameter scale: Device pixels to one logical pixel, which the file does not tell.
  /// - Throws: `RenderingError.cairo` where it cannot be read or is no PNG picture.
  public init(contentsOfPNG path: String, scale: Double = 1) throws(RenderingError) {
    let source = try CairoSurface(adopting: cairo_image_surface_create_from_png(path))
    let picture = ImageBuffer(width: source.width, height: source.height, scale: scale)
    try picture.withBitmap { bitmap throws(RenderingError) in
      let context = CairoContext(on: try CairoSurface(lending: bitmap))
      context.copy(source)
      try check(context.status)
    }
    self = picture
  }

  /// Writes a PNG file; the colours of wholly transparent pixels are lost.
  ///
  /// - Throws: `RenderingError.cairo` where it cannot be written.
  public borrowing func writePNG(to path: String) throws(RenderingError) {
    try withBitmap { bitmap throws(RenderingError) in
      let surface = try CairoSurface(lending: bitmap)
      try check(surface.withPointer { cairo_surface_write_to_png($0, path) })
    }
  }

  /// The bytes of a PNG file.
  ///
  /// - Throws: `RenderingError.cairo` where there is no memory.
  public borrowing func pngBytes() throws(RenderingError) -> [UInt8] {
    try withBitmap { bitmap throws(RenderingError) in
      let surface = try CairoSurface(lending: bitmap)
      var bytes: [UInt8] = []
      let status = withUnsafeMutablePointer(to: &bytes) { bytes in
        surface.withPointer { pointer in
          cairo_surface_write_to_png_stream(
            pointer,
            { target, data, count in
              target?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
              return CAIRO_STATUS_SUCCESS
            }, bytes)
        }
      }
      try check(status)
      return bytes
    }
  }
}
