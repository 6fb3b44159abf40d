import CCairo
public import Scene
import System

extension Image {
  /// The maximum size of a file of an image, in bytes.
  private static let limit = 4 << 20

  /// Reads a PNG or an SVG file, and scales the picture into a square. SVG needs librsvg, which is loaded on demand.
  ///
  /// - Parameter side: The width and the height of the image in device pixels, at least 1.
  /// - Throws: `RenderingError.drawing` if the file cannot be read, is too large or has another format.
  public static func icon(at path: String, side: Int) throws(RenderingError) -> Image {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try AtomicFile(path: path).read(limit: limit + 1) } catch {
      throw .drawing(error.reason)
    }
    guard bytes.count <= limit else { throw .drawing("file is larger than \(limit) bytes") }
    let surface = try CairoSurface(width: side, height: side)
    let context = CairoContext(on: surface)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      // The header contains the size, each length in four bytes after its first 16 bytes.
      guard bytes.count > 24, [16, 20].allSatisfy({ bytes[$0..<$0 + 2] == [0, 0] && bytes[$0 + 2] < 16 })
      else {
        throw .drawing("a side of the image is longer than 4095 pixels")
      }
      context.draw(try CairoSurface(png: bytes), side: side)
    } else {
      do throws(DynamicLibraryError) {
        guard try context.drawSVG(bytes, side: side) else { throw .noLibrary("") }
      } catch {
        throw .drawing(error == .noLibrary("") ? "neither a PNG nor an SVG image" : error.reason)
      }
    }
    try check(context.status)
    let pixels = surface.withBytes { bytes in
      bytes.withMemoryRebound(to: UInt32.self) { Array($0) }
    }
    return Image(width: side, height: side, pixels: pixels)
  }
}

extension CairoSurface {
  /// Decodes a PNG image.
  fileprivate init(png bytes: [UInt8]) throws(RenderingError) {
    var rest = bytes[...]
    self = try withUnsafeMutablePointer(to: &rest) { rest throws(RenderingError) in
      try CairoSurface(
        adopting: cairo_image_surface_create_from_png_stream(
          { rest, target, count in
            let rest = rest?.assumingMemoryBound(to: ArraySlice<UInt8>.self)
            let bytes = rest?.pointee.prefix(Int(count)) ?? []
            rest?.pointee.removeFirst(bytes.count)
            target?.update(from: Array(bytes), count: bytes.count)
            return bytes.count == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_READ_ERROR
          }, rest))
    }
  }
}

extension CairoContext {
  /// Draws a surface, scaled into a square.
  fileprivate func draw(_ source: borrowing CairoSurface, side: Int) {
    let scale = Double(side) / Double(max(source.width, source.height, 1))
    let (width, height) = (Double(source.width) * scale, Double(source.height) * scale)
    withPointer { context in
      cairo_translate(context, (Double(side) - width) / 2, (Double(side) - height) / 2)
      cairo_scale(context, scale, scale)
      source.withPointer { cairo_set_source_surface(context, $0, 0, 0) }
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
      cairo_paint(context)
    }
  }

  /// Draws an SVG document into a square by librsvg. It cannot refer to other files, because it has no address.
  ///
  /// - Returns: Whether the bytes are a valid document.
  fileprivate func drawSVG(_ bytes: [UInt8], side: Int) throws(DynamicLibraryError) -> Bool {
    typealias Object = UnsafeMutableRawPointer
    let library = try DynamicLibrary("librsvg-2.so.2")
    let makeHandle: @convention(c) (UnsafePointer<UInt8>?, UInt, Object?) -> Object? =
      try library["rsvg_handle_new_from_data"]
    let render: @convention(c) (Object, OpaquePointer, UnsafePointer<Double>, Object?) -> Int32 =
      try library["rsvg_handle_render_document"]
    let release: @convention(c) (Object) -> Void = try library["g_object_unref"]
    guard let handle = makeHandle(bytes, UInt(bytes.count), nil) else { return false }
    defer { release(handle) }
    // `RsvgRectangle`: x, y, width and height.
    let viewport = [0, 0, Double(side), Double(side)]
    return withPointer { render(handle, $0, viewport, nil) } != 0
  }
}
