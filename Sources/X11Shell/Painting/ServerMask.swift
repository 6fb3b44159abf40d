import CX11
import CXRender
import Scene

/// How much of each pixel something covers, kept by the server.
final class ServerMask: CanvasMask {
  /// The picture of which it is a part.
  let page: MaskPage
  /// Which part.
  let place: PixelRect

  /// Sends 8 bits a pixel to the server.
  ///
  /// - Parameters:
  ///   - coverage: Rows from the top.
  ///   - stride: Bytes from the start of one row to that of the next.
  init(
    _ coverage: UnsafeBufferPointer<UInt8>, size: PixelSize, stride: Int, render: RenderExtension
  ) {
    (page, place) = render.room(for: size)
    var image = XImage(coverage, size: size, stride: stride)
    page.put(&image, in: place)
  }

  deinit { page.giveBack() }

  /// The pixel on which the page's first one lies where the mask's own lies on `origin`.
  func pageOrigin(placedAt origin: PixelPoint) -> PixelPoint {
    PixelPoint(x: origin.x - place.x, y: origin.y - place.y)
  }
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
