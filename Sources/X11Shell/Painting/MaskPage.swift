import CX11
import CXRender
import Scene

/// A server picture that contains many masks, so that each mask costs one request instead of four.
///
/// Masks are packed in rows from left to right. The first mask of a row determines its height.
/// Space is reused only after all masks of a page were released: masks that were created together
/// are usually released together.
final class MaskPage {
  let size: PixelSize
  let picture: Picture
  private let pixmap: Pixmap
  // It keeps the connection alive.
  private let render: RenderExtension
  private var rowStart = 0
  private var rowHeight = 0
  private var rowEnd = 0
  private var masks = 0

  /// The size of a shared page: 256 kB, enough for all masks of a window at 1×.
  static let defaultSize = PixelSize(width: 512, height: 512)

  /// Whether a mask is small enough to share a page with others.
  static func isShared(by mask: PixelSize) -> Bool {
    mask.width <= defaultSize.width && 4 * mask.height <= defaultSize.height
  }

  init(size: PixelSize, render: RenderExtension) {
    let display = render.connection.display
    self.size = size
    self.render = render
    pixmap = render.makePixmap(width: size.width, height: size.height, format: render.coverageFormat)
    picture = XRenderCreatePicture(display, pixmap, render.coverageFormat, 0, nil)
  }

  deinit {
    let display = render.connection.display
    XRenderFreePicture(display, picture)
    XFreePixmap(display, pixmap)
  }

  /// Allocates a slot for a mask, or returns `nil` if the page is full.
  func allocateSlot(for mask: PixelSize) -> PixelRect? {
    var (x, y, height) = (rowEnd, rowStart, max(rowHeight, rowEnd == 0 ? mask.height : 0))
    if x + mask.width > size.width || mask.height > height {
      (x, y, height) = (0, rowStart + rowHeight, mask.height)
    }
    guard x + mask.width <= size.width, y + height <= size.height else { return nil }
    (rowStart, rowHeight, rowEnd) = (y, height, x + mask.width)
    masks += 1
    return PixelRect(x: x, y: y, width: mask.width, height: mask.height)
  }

  /// The number of used rows from the top.
  var usedHeight: Int { rowStart + rowHeight }

  /// Releases the slot of one mask.
  func giveBack() {
    masks -= 1
    if masks == 0 { (rowStart, rowHeight, rowEnd) = (0, 0, 0) }
  }

  /// Uploads the pixels of an area that contains one mask or more.
  ///
  /// - Parameters:
  ///   - coverage: The coverage in rows from the top.
  ///   - stride: The number of bytes from the start of one row to the next.
  func put(_ coverage: UnsafeBufferPointer<UInt8>, stride: Int, in area: PixelRect) {
    guard let context = render.context(forCoverage: pixmap) else { return }
    var image = XImage(coverage, width: area.width, height: area.height, stride: stride)
    XPutImage(
      render.connection.display, pixmap, context, &image, 0, 0, Int32(area.x), Int32(area.y),
      UInt32(area.width), UInt32(area.height))
  }
}

extension XImage {
  /// Creates an image that describes rows of 8-bit pixels to Xlib, which only reads them.
  fileprivate init(_ coverage: UnsafeBufferPointer<UInt8>, width: Int, height: Int, stride: Int) {
    self.init()
    self.width = Int32(width)
    self.height = Int32(height)
    format = ZPixmap
    data = UnsafeMutableRawPointer(mutating: coverage.baseAddress)?.assumingMemoryBound(to: CChar.self)
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
