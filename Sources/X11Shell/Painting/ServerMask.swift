import CX11
import CXRender

/// How much of each pixel something covers, kept by the server.
public final class ServerMask {
  let picture: Picture
  let size: PixelSize
  let render: RenderExtension

  /// Sends 8 bits a pixel to the server.
  ///
  /// - Parameters:
  ///   - coverage: Rows from the top.
  ///   - stride: Bytes from the start of one row to that of the next.
  /// - Returns: `nil` where Xlib has no memory.
  init?(
    _ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, render: RenderExtension
  ) {
    let display = render.connection.display
    let pixmap = render.makePixmap(
      width: size.width, height: size.height, format: render.coverageFormat)
    defer { XFreePixmap(display, pixmap) }
    guard let context = render.context(forCoverage: pixmap) else { return nil }
    var image = XImage(coverage, size: size, stride: stride)
    XPutImage(
      display, pixmap, context, &image, 0, 0, 0, 0, UInt32(size.width), UInt32(size.height))
    picture = XRenderCreatePicture(display, pixmap, render.coverageFormat, 0, nil)
    self.size = size
    self.render = render
  }

  deinit { XRenderFreePicture(render.connection.display, picture) }
}

extension XImage {
  /// Describes rows of 8 bits a pixel to Xlib, which only reads them.
  fileprivate init(_ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int) {
    self.init()
    width = Int32(size.width)
    height = Int32(size.height)
    format = ZPixmap
    data = UnsafeMutableRawPointer(mutating: coverage.baseAddress)?
      .assumingMemoryBound(to: CChar.self)
    byte_order = LSBFirst
    bitmap_unit = 8
    bitmap_bit_order = LSBFirst
    bitmap_pad = 32
    depth = 8
    bytes_per_line = Int32(stride)
    bits_per_pixel = 8
    XInitImage(&self)
  }
}
