import CX11
import CXRender
import Scene

/// A picture in the server with room for many masks, so that each of them costs one request and not
/// four.
///
/// Masks stand in rows, from left to right; a row is as high as its first mask. Room is given back
/// only when all masks of a page are gone: those that were made together are mostly of one age.
final class MaskPage {
  let size: PixelSize
  let picture: Picture
  private let pixmap: Pixmap
  // It keeps the connection.
  private let render: RenderExtension
  private var rowStart = 0
  private var rowHeight = 0
  private var rowEnd = 0
  private var masks = 0

  /// 256 kB: all masks of a window at 1×.
  static let usualSize = PixelSize(width: 512, height: 512)

  /// Whether a mask is so small that it shares a page of the usual size with others.
  static func isShared(by mask: PixelSize) -> Bool {
    mask.width <= usualSize.width && 4 * mask.height <= usualSize.height
  }

  init(size: PixelSize, render: RenderExtension) {
    let display = render.connection.display
    self.size = size
    self.render = render
    pixmap = render.makePixmap(
      width: size.width, height: size.height, format: render.coverageFormat)
    picture = XRenderCreatePicture(display, pixmap, render.coverageFormat, 0, nil)
  }

  deinit {
    let display = render.connection.display
    XRenderFreePicture(display, picture)
    XFreePixmap(display, pixmap)
  }

  /// Takes room for one more mask; `nil` where there is none.
  func room(for mask: PixelSize) -> PixelRect? {
    var (x, y, height) = (rowEnd, rowStart, max(rowHeight, rowEnd == 0 ? mask.height : 0))
    if x + mask.width > size.width || mask.height > height {
      (x, y, height) = (0, rowStart + rowHeight, mask.height)
    }
    guard x + mask.width <= size.width, y + height <= size.height else { return nil }
    (rowStart, rowHeight, rowEnd) = (y, height, x + mask.width)
    masks += 1
    return PixelRect(x: x, y: y, width: mask.width, height: mask.height)
  }

  /// How many of its upper rows are taken.
  var usedHeight: Int { rowStart + rowHeight }

  /// A mask is gone.
  func giveBack() {
    masks -= 1
    if masks == 0 { (rowStart, rowHeight, rowEnd) = (0, 0, 0) }
  }

  /// Sends the pixels of a place, of one mask or many.
  ///
  /// - Parameters:
  ///   - coverage: Rows from the top.
  ///   - stride: Bytes from the start of one row to that of the next.
  func put(_ coverage: UnsafeBufferPointer<UInt8>, stride: Int, in place: PixelRect) {
    guard let context = render.context(forCoverage: pixmap) else { return }
    var image = XImage(coverage, width: place.width, height: place.height, stride: stride)
    XPutImage(
      render.connection.display, pixmap, context, &image, 0, 0, Int32(place.x), Int32(place.y),
      UInt32(place.width), UInt32(place.height))
  }
}

extension XImage {
  /// Describes rows of 8 bits a pixel to Xlib, which only reads them.
  fileprivate init(
    _ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int
  ) {
    self.init()
    self.width = Int32(width)
    self.height = Int32(height)
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
