import CCairo
import Glibc
import Scene

/// The sole owner of a Cairo image surface.
struct CairoSurface: ~Copyable {
  private let pointer: OpaquePointer

  /// Creates an empty surface with 8 bits of coverage per pixel.
  init(coverageWidth width: Int, height: Int) throws(RenderingError) {
    try self.init(adopting: cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)))
  }

  /// Creates a fully transparent surface of colors with alpha.
  init(width: Int, height: Int) throws(RenderingError) {
    try self.init(adopting: cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)))
  }

  /// Creates a surface that draws into a bitmap. The caller owns the pixels and must keep them
  /// valid as long as the surface exists.
  init(borrowing bitmap: Bitmap) throws(RenderingError) {
    let bytes = bitmap.address.assumingMemoryBound(to: UInt8.self)
    try self.init(
      adopting: cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height), Int32(bitmap.stride)))
  }

  /// Takes ownership of a reference from the caller.
  init(adopting pointer: OpaquePointer) throws(RenderingError) {
    self.pointer = pointer
    try check(cairo_surface_status(pointer))
  }

  deinit { cairo_surface_destroy(pointer) }

  /// The first error since the surface was created.
  var status: cairo_status_t { cairo_surface_status(pointer) }

  var width: Int { Int(cairo_image_surface_get_width(pointer)) }
  var height: Int { Int(cairo_image_surface_get_height(pointer)) }
  var stride: Int { Int(cairo_image_surface_get_stride(pointer)) }

  /// Calls `body` with the handle, which is valid during the call.
  borrowing func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  /// Calls `body`, which reads or writes the pixels without Cairo.
  borrowing func withBytes<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
    cairo_surface_flush(pointer)
    defer { cairo_surface_mark_dirty(pointer) }
    let start = cairo_image_surface_get_data(pointer)
    return body(UnsafeMutableBufferPointer(start: start, count: stride * height))
  }

  /// Overwrites all pixels, in a way that the compiler does not optimize away.
  borrowing func wipe() { withBytes { UnsafeMutableRawBufferPointer($0).wipe() } }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the bytes, in a way that the compiler does not optimize away.
  func wipe() { if let start = baseAddress { explicit_bzero(start, count) } }
}
